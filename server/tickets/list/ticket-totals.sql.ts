import { sql, type Db, type Statement } from '#server/db/db.ts';
import { ticketKinds } from '#server/tickets/ticket-counters.ts';
import type { TicketSelection } from './ticket-selection.ts';

/** Whether the counters have the total: the selection filters only by counted fields. */
export function isCounted(selection: TicketSelection): boolean {
  return !selection.snoozed && !selection.stale && filtersCountedFieldsOnly(selection);
}

/** As `isCounted`, but ignores snoozed and stale. */
export function filtersCountedFieldsOnly(selection: TicketSelection): boolean {
  return selection.tag === null && isPlain(selection);
}

/** Whether the selection filters by a tag and nothing else. */
export function isOfTag(selection: TicketSelection): selection is TicketSelection & { readonly tag: string } {
  const { tag, status, priority, channel, assignee, snoozed, stale } = selection;
  const kinds = [status, priority, channel, assignee];
  return tag !== null && !snoozed && !stale && kinds.every((part) => part === null) && isPlain(selection);
}

function isPlain(selection: TicketSelection): boolean {
  const { words, overdue, customerIdentityId, createdFrom, createdTo, firstReply, filter } = selection;
  const others = [customerIdentityId, createdFrom, createdTo, firstReply, filter];
  return words.length === 0 && !overdue && others.every((part) => part === null);
}

/** The number of tickets from the counters. @param where a condition on counted columns of `t` */
export async function countSelected(db: Db, siteId: bigint, where: Statement): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    sql`select coalesce(sum(t.n), 0)::integer as total from ${ticketKinds(siteId)} where ${where}`,
  );
  return row?.total ?? 0;
}
