import { useLocation, useNavigate } from '@tanstack/react-router';
import { useWhoami } from '#src/api/whoami.ts';
import { formatCount } from '#src/format/number.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Menu } from '#src/ui/menu.tsx';
import { abilitiesOf } from './abilities.ts';
import { useFolderCounts } from './folder-counts.ts';
import { foldersOf } from './folders.ts';
import { isSameFilter } from './list-plan.ts';
import { messages } from './messages.ts';
import { readInboxSearch, type InboxSearch } from './search.ts';
import { useLateParts } from './views-slot.ts';

/** The folders where the sidebar has no room for them. */
export function FolderMenu() {
  const can = abilitiesOf(useWhoami());
  const counts = useFolderCounts(can);
  const navigate = useNavigate();
  const late = useLateParts();
  const { search: raw } = useLocation();
  const { search: current } = readInboxSearch(raw);
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
        ...late.lists.map(({ key, label, group, search, isCurrent }) => ({
          key,
          label,
          group,
          kind: 'radio' as const,
          checked: isCurrent,
          onSelect: () => void navigate({ to: '/inbox', search }),
        })),
      ]}
    />
  );
}
