import type { ListPlan } from '#src/inbox/list-plan.ts';
import { wasWaiting, type TicketRows } from '#src/inbox/rows/ticket-rows.ts';

export type RowGroup = 'waiting' | 'replied' | 'rest';

/**
 * The group of a row, null while it is not loaded or when there are no groups. Where the service cannot sort by
 * waiting, only the first page is grouped and everything behind it is `rest`.
 */
export function groupOfRow(
  rows: TicketRows,
  index: number,
  { groups, headSkip, headLength }: { groups: ListPlan['groups']; headSkip: number; headLength: number },
): RowGroup | null {
  if (groups === 'none' || (groups === 'loaded' && headSkip > 0)) return null;
  if (groups === 'loaded' && index >= headLength) return 'rest';
  const waited = wasWaiting(rows, index);
  if (waited === undefined) return null;
  return waited ? 'waiting' : 'replied';
}

/** How many tickets each group holds, undefined while unknown. */
export interface GroupCounts {
  readonly waiting: number | undefined;
  readonly replied: number | undefined;
  readonly rest: number | undefined;
}

/** The counts of groups that were made here, from the rows of the first page. */
export function countLoadedGroups(rows: TicketRows, headLength: number, total: number): GroupCounts {
  let waiting = 0;
  for (let index = 0; index < headLength; index += 1) {
    if (wasWaiting(rows, index) === true) waiting += 1;
  }
  return { waiting, replied: headLength - waiting, rest: total - headLength };
}
