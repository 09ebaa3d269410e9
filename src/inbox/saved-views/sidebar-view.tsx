import { Link } from '@tanstack/react-router';
import { useState, type DragEvent, type KeyboardEvent } from 'react';
import { Icon } from '#src/ui/icons/icon.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import type { MenuItem } from '#src/ui/overlay/menu-item.ts';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { messages } from './views-messages.ts';
import { searchOfView, type ListView } from './saved-view.ts';
import { takeColumns } from './view-changes.ts';
import { ViewCount } from './view-count.tsx';

const DRAGGED = 'application/x-support-console-view';

interface SidebarViewProps {
  readonly view: ListView;
  readonly index: number;
  readonly total: number;
  readonly isCurrent: boolean;
  /** The list in sight was opened from it and is another one by now. */
  readonly isChanged: boolean;
  readonly actions: readonly MenuItem[];
  readonly onChoose: (() => void) | undefined;
  /** Puts the view of this id at a place. */
  readonly onPlace: (id: string, to: number) => void;
}

/** A saved view below the folders. It is dragged to its place, or moved with Alt and the arrow keys. */
export function SidebarView({
  view,
  index,
  total,
  isCurrent,
  isChanged,
  actions,
  onChoose,
  onPlace,
}: SidebarViewProps) {
  const [edge, setEdge] = useState<'before' | 'after' | null>(null);

  function onKeyDown(event: KeyboardEvent): void {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by === 0 || !event.altKey) return;
    event.preventDefault();
    const to = index + by;
    if (to >= 0 && to < total) onPlace(view.id, to);
  }

  function onDragOver(event: DragEvent): void {
    if (!event.dataTransfer.types.includes(DRAGGED)) return;
    event.preventDefault();
    const box = event.currentTarget.getBoundingClientRect();
    setEdge(event.clientY < box.top + box.height / 2 ? 'before' : 'after');
  }

  function onDrop(event: DragEvent): void {
    event.preventDefault();
    const [id = '', from = ''] = event.dataTransfer.getData(DRAGGED).split(' ');
    setEdge(null);
    if (!/^[0-9]+$/.test(id) || !/^[0-9]{1,4}$/.test(from) || id === view.id) return;
    const slot = index + (edge === 'after' ? 1 : 0);
    onPlace(id, slot > Number(from) ? slot - 1 : slot);
  }

  const line = edge === null ? '' : edge === 'before' ? 'border-t-accent' : 'border-b-accent';
  return (
    <li className={`group/view relative flex items-center border-y border-transparent ${line}`}>
      <Link
        to="/inbox"
        search={searchOfView(view)}
        onDragStart={(event) => {
          event.dataTransfer.setData(DRAGGED, `${view.id} ${index}`);
          event.dataTransfer.effectAllowed = 'move';
        }}
        onDragOver={onDragOver}
        onDragLeave={() => setEdge(null)}
        onDrop={onDrop}
        aria-current={isCurrent ? 'page' : undefined}
        aria-keyshortcuts={index < 9 ? String(index + 1) : undefined}
        activeProps={{}}
        className={`flex min-h-control min-w-0 flex-1 items-center gap-1.5 rounded-control ps-8 pe-8 text-13 text-ink-2 ${
          isCurrent ? 'bg-active text-ink' : 'hover:bg-hover'
        }`}
        onClick={() => {
          takeColumns(view);
          onChoose?.();
        }}
        onKeyDown={onKeyDown}
      >
        <span dir="auto" className="min-w-0 truncate">
          {view.name}
        </span>
        {view.shared ? (
          <span title={messages.shared} className="flex-none text-ink-3">
            <Icon name="person" size={12} />
            <span className="sr-only">{messages.shared}</span>
          </span>
        ) : null}
        {isChanged ? (
          <span title={messages.changedHint} className="flex-none">
            {/* A ring in forced colours, which take the fill away. */}
            <span className="block size-1.5 rounded-full bg-accent outline outline-1 outline-transparent" />
            <span className="sr-only">{messages.changed}</span>
          </span>
        ) : null}
      </Link>
      <span className="absolute end-0.5 opacity-0 group-focus-within/view:opacity-100 group-hover/view:opacity-100 has-aria-expanded:opacity-100 pointer-coarse:opacity-100">
        <Menu
          label={messages.actionsOf(view.name)}
          align="end"
          trigger={(props) => <IconButton {...props} size="sm" icon="more" label={messages.actionsOf(view.name)} />}
          header={
            <p className="px-2 py-1 text-12 text-ink-3 tabular-nums">
              <ViewCount search={searchOfView(view)} hasUnit />
            </p>
          }
          items={actions}
        />
      </span>
    </li>
  );
}
