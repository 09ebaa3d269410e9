import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react';
import { IconButton } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import type { MenuItem } from '#src/ui/overlay/menu-lines.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { messages } from './messages.ts';
import { takeColumns, useCurrentList, useViewMenu } from './use-views.tsx';
import { ViewCount } from './view-links.tsx';
import { searchOfView, type ListView } from './views-store.ts';

interface SidebarViewsProps {
  readonly onChoose?: (() => void) | undefined;
  /** Stands in their place until they are known. */
  readonly space: ReactNode;
  readonly onHeight: (px: number) => void;
}

/** The saved views, below the folders of the sidebar. */
export function SidebarViews({ onChoose, space, onHeight }: SidebarViewsProps) {
  const { known, changed, itemsOf, placeAt, dialog } = useViewMenu();
  const { views } = known;
  const current = useCurrentList();
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (area.current === null) return undefined;
    // Told once the page is laid out, at the start too.
    const watch = new ResizeObserver(([entry]) => onHeight(entry?.contentRect.height ?? 0));
    watch.observe(area.current);
    return () => watch.disconnect();
  }, [known.isSettled, onHeight]);
  if (!known.isSettled) return space;
  return (
    <div ref={area} className="flex flex-col gap-0.5 empty:hidden">
      {views.length === 0 ? null : (
        <ul aria-label={messages.views} className="mt-1 border-t border-line pt-1">
          {views.map((view, index) => (
            <SidebarView
              key={view.id}
              view={view}
              index={index}
              total={views.length}
              isCurrent={current?.view === view.id}
              isChanged={view === changed}
              actions={itemsOf(view)}
              onChoose={onChoose}
              onPlace={placeAt}
            />
          ))}
        </ul>
      )}
      {dialog}
    </div>
  );
}

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
      <span className="absolute end-0.5 opacity-0 group-focus-within/view:opacity-100 group-hover/view:opacity-100 pointer-coarse:opacity-100">
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
