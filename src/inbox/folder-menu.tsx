import { useLocation, useNavigate } from '@tanstack/react-router';
import { useWhoami } from '#src/api/whoami.ts';
import { formatCount } from '#src/format/number.ts';
import { messages as viewsMessages } from '#src/inbox/saved-views/messages.ts';
import { useViewLinks, ViewCount } from '#src/inbox/saved-views/view-links.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { capabilitiesOf } from './capabilities.ts';
import { foldersOf, useFolderCounts } from './folders.ts';
import { messages } from './messages.ts';
import { inboxSearch, isSameFilter, type InboxSearch } from './search.ts';

/** More views than these are opened by their names: each count is a call. */
const MAX_COUNTED = 20;

/** The folders where the sidebar has no room for them. */
export function FolderMenu() {
  const can = capabilitiesOf(useWhoami());
  const counts = useFolderCounts(can);
  const navigate = useNavigate();
  const { search: raw, pathname } = useLocation();
  const current = inboxSearch(raw);
  const links = useViewLinks(pathname === '/inbox' ? current : null);
  const lists: readonly {
    readonly key: string;
    readonly label: string;
    readonly search: InboxSearch;
    readonly count: number | undefined;
  }[] = [
    { key: 'inbox', label: messages.title, search: {}, count: counts.open },
    ...foldersOf(can).map(({ key, search }) => ({ key, label: messages.folder[key], search, count: counts.of(key) })),
  ];
  return (
    <Menu
      label={messages.folders}
      trigger={(props) => <IconButton {...props} icon="chevron-down" label={messages.folders} />}
      items={[
        ...lists.map(({ key, label, search, count }) => ({
          key,
          label,
          kind: 'radio' as const,
          checked: current.view === undefined && isSameFilter(current, search),
          ...(count === undefined ? {} : { note: formatCount(count) }),
          onSelect: () => void navigate({ to: '/inbox', search }),
        })),
        ...links.map(({ key, label, search, isCurrent, isChanged, count }, index) => ({
          key,
          label,
          group: viewsMessages.views,
          kind: 'radio' as const,
          checked: isCurrent,
          note: (
            <>
              {isChanged ? `${viewsMessages.changed} ` : null}
              {count === undefined ? index < MAX_COUNTED && <ViewCount search={search} /> : formatCount(count)}
            </>
          ),
          onSelect: () => void navigate({ to: '/inbox', search }),
        })),
      ]}
    />
  );
}
