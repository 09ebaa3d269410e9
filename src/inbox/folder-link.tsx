import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { formatCount } from '#src/format/number.ts';
import type { FolderKey } from './folders.ts';
import { messages } from './messages.ts';
import type { InboxSearch } from './search.ts';

export const FOLDER_LINE = 'flex min-h-control items-center gap-2 rounded-control ps-8 pe-2 text-13 text-ink-2';

interface FolderProps {
  readonly name: FolderKey;
  /** The same object each time, as `onChoose`. */
  readonly search: InboxSearch;
  readonly isCurrent: boolean;
  readonly count: number | undefined;
  readonly onChoose: (() => void) | undefined;
}

/** A folder of the sidebar, with how many tickets it has. */
export const FolderLink = memo(function FolderLink({ name, search, isCurrent, count, onChoose }: FolderProps) {
  return (
    <li>
      <Link
        to="/inbox"
        search={search}
        aria-current={isCurrent ? 'page' : undefined}
        activeProps={{}}
        className={`${FOLDER_LINE} ${isCurrent ? 'bg-active text-ink' : 'hover:bg-hover'}`}
        {...(onChoose === undefined ? {} : { onClick: onChoose })}
      >
        <span className="min-w-0 flex-1 truncate">{messages.folder[name]}</span>
        <FolderCount count={count} isAlarm={name === 'needs_first_reply' && (count ?? 0) > 0} />
      </Link>
    </li>
  );
});

export function FolderCount({
  count,
  isAlarm = false,
}: {
  readonly count: number | undefined;
  readonly isAlarm?: boolean;
}) {
  if (count === undefined) return null;
  return (
    <span className={`flex-none text-12 tabular-nums ${isAlarm ? 'text-danger-text' : 'text-ink-3'}`}>
      {formatCount(count)}
    </span>
  );
}
