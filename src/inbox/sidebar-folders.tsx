import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { getHealth, type Health } from '#contract/site.ts';
import { read } from '#src/api/read.ts';
import { storage } from '#src/browser/storage.ts';
import { useAfterPaint } from '#src/browser/use-after-paint.ts';
import { formatCount } from '#src/format/number.ts';
import { useCapabilities } from './capabilities.ts';
import { foldersOf, useFolderCounts, type FolderKey } from './folders.ts';
import { SidebarViews } from './lazy-parts.ts';
import { messages } from './messages.ts';
import { inboxSearch, isSameFilter } from './search.ts';

/** Under this name the browser keeps how high stars and saved views were, in pixels. */
const VIEWS_SPACE = 'views-space';
const keepHeight = (px: number): void => storage.device.set(VIEWS_SPACE, String(px));

const LINE = 'flex min-h-control items-center gap-2 rounded-control ps-8 pe-2 text-13 text-ink-2';

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
          const count = counts.of(key);
          return (
            <li key={key}>
              <Link
                to="/inbox"
                search={search}
                aria-current={isCurrent ? 'page' : undefined}
                activeProps={{}}
                className={`${LINE} ${isCurrent ? 'bg-active text-ink' : 'hover:bg-hover'}`}
                {...(onChoose === undefined ? {} : { onClick: onChoose })}
              >
                <span className="min-w-0 flex-1 truncate">{messages.folder[key]}</span>
                <Count count={count} isAlarm={key === 'needs_first_reply' && (count ?? 0) > 0} />
              </Link>
            </li>
          );
        })}
        {can.filters ? null : <Figures />}
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

function Count({ count, isAlarm = false }: { readonly count: number | undefined; readonly isAlarm?: boolean }) {
  if (count === undefined) return null;
  return (
    <span className={`flex-none text-12 tabular-nums ${isAlarm ? 'text-danger-text' : 'text-ink-3'}`}>
      {formatCount(count)}
    </span>
  );
}

const FIGURES: readonly (readonly [FolderKey, keyof Health])[] = [
  ['unassigned', 'unassigned_open_pending'],
  ['snoozed', 'snoozed'],
  ['stale', 'stale_no_first_reply'],
];

/** Counts of a service without extensions, which it cannot list: figures that are no links. */
function Figures() {
  const health = useQuery({ ...read(getHealth), staleTime: 60_000 });
  if (health.data === undefined) return null;
  const data = health.data;
  return FIGURES.map(([key, field]) => {
    const count = data[field];
    return (
      <li key={key} className={LINE} title={messages.figureOnly}>
        <span className="min-w-0 flex-1 truncate">{messages.folder[key]}</span>
        <Count count={typeof count === 'number' ? count : undefined} />
        <span className="sr-only">{messages.figureOnly}</span>
      </li>
    );
  });
}

export function InboxCount() {
  const { open } = useFolderCounts();
  return open === undefined ? null : <span className="text-12 text-ink-3 tabular-nums">{formatCount(open)}</span>;
}
