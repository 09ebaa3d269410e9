import { formatCount } from '#src/format/number.ts';
import { messages } from '#src/inbox/messages.ts';
import type { GroupCounts, RowGroup } from './row-groups.ts';

interface GroupHeadProps {
  /** Null while the row below it is not known: the place stays. */
  readonly group: RowGroup | null;
  readonly counts: GroupCounts;
}

/** The line above a group's rows, a row of the grid itself. */
export function GroupHead({ group, counts }: GroupHeadProps) {
  const count = group === null ? undefined : counts[group];
  return (
    <div role="row" className="flex-none border-b border-line bg-app">
      <div role="gridcell" className="flex min-h-7 items-center gap-1.5 px-4 text-12">
        <span className="font-medium">{group === null ? '\u00a0' : messages.group[group]}</span>
        {count === undefined ? null : <span className="text-ink-3 tabular-nums">{formatCount(count)}</span>}
      </div>
    </div>
  );
}
