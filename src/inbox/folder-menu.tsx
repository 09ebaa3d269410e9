import { useLocation, useNavigate } from '@tanstack/react-router';
import { useWhoami } from '#src/api/whoami.ts';
import { formatCount } from '#src/format/number.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { capabilitiesOf } from './capabilities.ts';
import { useFolderCounts } from '#src/inbox/folders/folder-counts.ts';
import { foldersOf } from '#src/inbox/folders/folders.ts';
import { messages } from './messages.ts';
import { useViewLinks } from '#src/inbox/saved-views/use-view-links.ts';
import { messages as viewsMessages } from '#src/inbox/saved-views/views-messages.ts';
import { isSameFilter, readInboxSearch, type InboxSearch } from './search.ts';

/** The folders where the sidebar has no room for them. */
export function FolderMenu() {
  const can = capabilitiesOf(useWhoami());
  const counts = useFolderCounts(can);
  const navigate = useNavigate();
  const { search: raw, pathname } = useLocation();
  const { search: current } = readInboxSearch(raw);
  const links = useViewLinks(pathname === '/inbox' ? current : null);
  const lists: readonly {
    readonly key: string;
    readonly label: string;
    readonly search: InboxSearch;
    readonly count: number | undefined;
  }[] = [
    { key: 'inbox', label: messages.inbox, search: {}, count: counts.open },
    ...foldersOf(can).map(({ key, search }) => ({ key, label: messages.folder[key], search, count: counts.of(key) })),
  ];
  return (
    <Menu
      label={messages.folders}
      align="end"
      trigger={(props) => <IconButton {...props} icon="inbox" label={messages.folders} />}
      items={[
        ...lists.map(({ key, label, search, count }) => ({
          key,
          label,
          kind: 'radio' as const,
          checked: current.view === undefined && isSameFilter(current, search),
          ...(count === undefined ? {} : { note: formatCount(count) }),
          onSelect: () => void navigate({ to: '/inbox', search }),
        })),
        ...links.map(({ key, label, search, isCurrent }) => ({
          key,
          label,
          group: viewsMessages.views,
          kind: 'radio' as const,
          checked: isCurrent,
          onSelect: () => void navigate({ to: '/inbox', search }),
        })),
      ]}
    />
  );
}
