import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { storage } from '#src/browser/storage.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { formatCount } from '#src/format/number.ts';
import { takeColumns, useCurrentList, useViewLinks, useViewMenu } from '#src/inbox/saved-views/saved-views.tsx';
import { messages as viewsMessages, searchOfView, type ListView } from '#src/inbox/saved-views/views-store.ts';
import { IconButton } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import type { MenuItem } from '#src/ui/overlay/menu-lines.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { foldersOf, useFolderCounts } from './folders.ts';
import { messages } from './messages.ts';
import { useProfile } from './profile.ts';
import { inboxSearch, isSameFilter, type InboxSearch } from './search.ts';

const LINE = 'flex min-h-control items-center rounded-control ps-8 text-13 text-ink-2';

/** The inbox's folders and saved views, for the sidebar and for the menu on phones. */
export function InboxFolders({ onChoose }: { readonly onChoose?: () => void }) {
  const profile = useProfile();
  const counts = useFolderCounts();
  const location = useLocation();
  const current = location.pathname === '/inbox' ? inboxSearch(location.search) : null;
  return (
    <>
      <ul aria-label={messages.folders}>
        {foldersOf(profile).map(({ key, search }) => {
          const isCurrent = current !== null && current.view === undefined && isSameFilter(current, search);
          const count = counts.of(key);
          const tone = key === 'needs_first_reply' && (count ?? 0) > 0 ? 'text-danger-text' : 'text-ink-3';
          return (
            <li key={key}>
              <Link
                to="/inbox"
                search={search}
                aria-current={isCurrent ? 'page' : undefined}
                activeProps={{}}
                className={`${LINE} gap-2 pe-2 ${isCurrent ? 'bg-active text-ink' : 'hover:bg-hover'}`}
                onClick={() => onChoose?.()}
              >
                <span className="min-w-0 flex-1 truncate">{messages.folder[key]}</span>
                {count === undefined ? null : (
                  <span className={`flex-none text-12 tabular-nums ${tone}`}>{formatCount(count)}</span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
      <SidebarViews onChoose={onChoose} />
    </>
  );
}

export function InboxCount() {
  const { open } = useFolderCounts();
  return open === undefined ? null : <span className="text-12 text-ink-3 tabular-nums">{formatCount(open)}</span>;
}

const COUNT_KEY = 'saved-views';

function SidebarViews({ onChoose }: { readonly onChoose: (() => void) | undefined }) {
  const { known, changed, itemsOf, dialog } = useViewMenu();
  const current = useCurrentList();
  const { views, isLoaded, isSettled } = known;
  useEffect(() => {
    if (isLoaded) storage.device.set(COUNT_KEY, String(views.length));
  }, [isLoaded, views.length]);
  const expected = isSettled ? 0 : Number(storage.device.get(COUNT_KEY));
  // As many lines as the last time, so that the links below don't move.
  if (expected > 0)
    return (
      <ul aria-hidden="true" className="mt-1 border-t border-line pt-1">
        {Array.from({ length: expected }, (_, index) => (
          <li key={index} className="min-h-control border-y border-transparent box-content" />
        ))}
      </ul>
    );
  return (
    <>
      {views.length === 0 ? null : (
        <ul aria-label={viewsMessages.views} className="mt-1 border-t border-line pt-1">
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
    </>
  );
}

interface SidebarViewProps {
  readonly view: ListView;
  readonly index: number;
  readonly isCurrent: boolean;
  /** The list was opened from the view and has changed since. */
  readonly isChanged: boolean;
  readonly actions: readonly MenuItem[];
  readonly onChoose: (() => void) | undefined;
}

function SidebarView({ view, index, isCurrent, isChanged, actions, onChoose }: SidebarViewProps) {
  return (
    <li className="group/view relative flex items-center border-y border-transparent">
      <Link
        to="/inbox"
        search={searchOfView(view)}
        aria-current={isCurrent ? 'page' : undefined}
        aria-keyshortcuts={index < 9 ? String(index + 1) : undefined}
        activeProps={{}}
        className={`${LINE} min-w-0 flex-1 gap-1.5 pe-8 ${isCurrent ? 'bg-active text-ink' : 'hover:bg-hover'}`}
        onClick={() => {
          takeColumns(view);
          onChoose?.();
        }}
      >
        <span dir="auto" className="min-w-0 truncate">
          {view.name}
        </span>
        {view.shared ? (
          <span title={viewsMessages.shared} className="flex-none text-ink-3">
            <Icon name="person" size={12} />
            <span className="sr-only">{viewsMessages.shared}</span>
          </span>
        ) : null}
        {isChanged ? (
          <span title={viewsMessages.changedHint} className="flex-none">
            {/* A ring in forced colours, which remove the fill. */}
            <span className="block size-1.5 rounded-full bg-accent outline outline-1 outline-transparent" />
            <span className="sr-only">{viewsMessages.changed}</span>
          </span>
        ) : null}
      </Link>
      <span className="absolute end-0.5 opacity-0 group-focus-within/view:opacity-100 group-hover/view:opacity-100 pointer-coarse:opacity-100">
        <Menu
          label={viewsMessages.actionsOf(view.name)}
          align="end"
          trigger={(props) => (
            <IconButton {...props} size="sm" icon="more" label={viewsMessages.actionsOf(view.name)} />
          )}
          items={actions}
        />
      </span>
    </li>
  );
}

/** The folders as a menu beside the title, where there is no sidebar. */
export function FolderSwitch() {
  if (!useMedia('(max-width: 1099px)')) return null;
  return (
    <span className="-ms-2 -me-1.5 flex-none size-(--h-control) max-md:group-has-data-whole/head:hidden">
      <FolderMenu />
    </span>
  );
}

function FolderMenu() {
  const profile = useProfile();
  const counts = useFolderCounts();
  const navigate = useNavigate();
  const current = useCurrentList();
  const links = useViewLinks(current);
  const folder = (key: string, label: string, search: InboxSearch, count: number | undefined): MenuItem => ({
    key,
    label,
    kind: 'radio',
    checked: current !== null && current.view === undefined && isSameFilter(current, search),
    ...(count === undefined ? {} : { note: formatCount(count) }),
    onSelect: () => void navigate({ to: '/inbox', search }),
  });
  return (
    <Menu
      label={messages.folders}
      trigger={(props) => <IconButton {...props} icon="chevron-down" label={messages.folders} />}
      items={[
        folder('inbox', messages.title, {}, counts.open),
        ...foldersOf(profile).map(({ key, search }) => folder(key, messages.folder[key], search, counts.of(key))),
        ...links.map(({ key, label, search, isCurrent, isChanged }): MenuItem => ({
          key,
          label,
          group: viewsMessages.views,
          kind: 'radio',
          checked: isCurrent,
          ...(isChanged ? { note: viewsMessages.changed } : {}),
          onSelect: () => void navigate({ to: '/inbox', search }),
        })),
      ]}
    />
  );
}
