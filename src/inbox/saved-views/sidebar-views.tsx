import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
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
  const { known, changed, itemsOf, dialog } = useViewMenu();
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
              isCurrent={current?.view === view.id}
              isChanged={view === changed}
              actions={itemsOf(view)}
              onChoose={onChoose}
            />
          ))}
        </ul>
      )}
      {dialog}
    </div>
  );
}

interface SidebarViewProps {
  readonly view: ListView;
  readonly index: number;
  readonly isCurrent: boolean;
  /** The list in sight was opened from it and is another one by now. */
  readonly isChanged: boolean;
  readonly actions: readonly MenuItem[];
  readonly onChoose: (() => void) | undefined;
}

/** A saved view below the folders, with its menu. */
export function SidebarView({ view, index, isCurrent, isChanged, actions, onChoose }: SidebarViewProps) {
  return (
    <li className="group/view relative flex items-center border-y border-transparent">
      <Link
        to="/inbox"
        search={searchOfView(view)}
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
