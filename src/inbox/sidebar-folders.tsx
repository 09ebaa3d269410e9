import { useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { storage } from '#src/browser/storage.ts';
import { useAfterPaint } from '#src/browser/use-after-paint.ts';
import { formatCount } from '#src/format/number.ts';
import { useCapabilities } from './capabilities.ts';
import { FolderLink } from './folder-link.tsx';
import { foldersOf, useFolderCounts } from './folders.ts';
import { FolderFigures, SidebarViews } from './lazy-parts.ts';
import { messages } from './messages.ts';
import { inboxSearch, isSameFilter } from './search.ts';

/** Under this name the browser keeps how high stars and saved views were, in pixels. */
const VIEWS_SPACE = 'views-space';
const keepHeight = (px: number): void => storage.device.set(VIEWS_SPACE, String(px));

/** The inbox's folders with their counts, for the sidebar and for the menu on phones. */
export function InboxFolders({ onChoose }: { readonly onChoose?: () => void }) {
  const can = useCapabilities();
  const counts = useFolderCounts();
  const location = useLocation();
  const current = location.pathname === '/inbox' ? inboxSearch(location.search) : null;
  const hasViews = useAfterPaint(true);
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
        {can.filters ? null : (
          <Suspense fallback={null}>
            <FolderFigures />
          </Suspense>
        )}
      </ul>
      {hasViews ? (
        <Suspense fallback={space}>
          <SidebarViews onChoose={onChoose} space={space} onHeight={keepHeight} />
        </Suspense>
      ) : (
        space
      )}
    </>
  );
}

export function InboxCount() {
  const { open } = useFolderCounts();
  return open === undefined ? null : <span className="text-12 text-ink-3 tabular-nums">{formatCount(open)}</span>;
}
