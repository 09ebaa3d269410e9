import { useLocation } from '@tanstack/react-router';
import { storage } from '#src/browser/storage.ts';
import { formatCount } from '#src/format/number.ts';
import { SidebarViews } from '#src/inbox/saved-views/sidebar-views.tsx';
import { useCapabilities } from './capabilities.ts';
import { FolderLink } from './folder-link.tsx';
import { foldersOf, useFolderCounts } from './folders.ts';
import { FolderFigures } from './folder-figures.tsx';
import { messages } from './messages.ts';
import { inboxSearch, isSameFilter } from './search.ts';

/** Under this name the browser keeps how high the saved views were, in pixels. */
const VIEWS_SPACE = 'views-space';
const keepHeight = (px: number): void => storage.device.set(VIEWS_SPACE, String(px));

/** The inbox's folders with their counts, for the sidebar and for the menu on phones. */
export function InboxFolders({ onChoose }: { readonly onChoose?: () => void }) {
  const can = useCapabilities();
  const counts = useFolderCounts();
  const location = useLocation();
  const current = location.pathname === '/inbox' ? inboxSearch(location.search) : null;
  // As high as they were the last time: what stands below does not move when they come.
  const height = Number(storage.device.get(VIEWS_SPACE));
  const space = height > 0 ? <div style={{ blockSize: height }} className="flex-none" /> : null;
  return (
    <>
      <ul aria-label={messages.folders}>
        {foldersOf(can).map(({ key, search }) => {
          const isCurrent = current !== null && current.view === undefined && isSameFilter(current, search);
          const shown = { name: key, search, isCurrent, count: counts.of(key), onChoose };
          return <FolderLink key={key} {...shown} />;
        })}
        {can.filters ? null : <FolderFigures />}
      </ul>
      <SidebarViews onChoose={onChoose} space={space} onHeight={keepHeight} />
    </>
  );
}

export function InboxCount() {
  const { open } = useFolderCounts();
  return open === undefined ? null : <span className="text-12 text-ink-3 tabular-nums">{formatCount(open)}</span>;
}
