import { useNavigate } from '@tanstack/react-router';
import { formatCount } from '#src/format/number.ts';
import { messages as viewsMessages } from '#src/inbox/saved-views/messages.ts';
import { useCurrentList } from '#src/inbox/saved-views/use-views.tsx';
import { useViewLinks, ViewCount } from '#src/inbox/saved-views/view-links.tsx';
import { IconButton } from '#src/ui/button.tsx';
import type { MenuItem } from '#src/ui/overlay/menu-lines.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { useCapabilities } from './capabilities.ts';
import { foldersOf, useFolderCounts } from './folders.ts';
import { messages } from './messages.ts';
import { isSameFilter, type InboxSearch } from './search.ts';

/** More views than these are opened by their names: each count is a call. */
const MAX_COUNTED = 20;

/** The folders where the sidebar has no room for them. */
export function FolderMenu() {
  const can = useCapabilities();
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
        ...foldersOf(can).map(({ key, search }) => folder(key, messages.folder[key], search, counts.of(key))),
        ...links.map(({ key, label, search, isCurrent, isChanged }, index): MenuItem => ({
          key,
          label,
          group: viewsMessages.views,
          kind: 'radio',
          checked: isCurrent,
          note: (
            <>
              {isChanged ? `${viewsMessages.changed} ` : null}
              {index < MAX_COUNTED && <ViewCount search={search} />}
            </>
          ),
          onSelect: () => void navigate({ to: '/inbox', search }),
        })),
      ]}
    />
  );
}
