import { sql, type Db, type Statement } from '#server/db/db.ts';
import { ticketKinds } from '#server/tickets/ticket-counters.ts';
import type { TicketSelection } from './ticket-selection.ts';

/** Whether counters have the total of a selection: they know kinds of tickets, not tickets. */
export function isCounted(selection: TicketSelection): boolean {
  return !selection.snoozed && !selection.stale && isOfKinds(selection);
}

/** The same but for what the time of day decides. */
export function isOfKinds(selection: TicketSelection): boolean {
  return selection.tag === null && isPlain(selection);
}

/** Whether the selection asks for a tag and nothing else. */
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

/** How many tickets `t` there are, without reading one. @param where of columns that are counted */
export async function countSelected(db: Db, siteId: bigint, where: Statement): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    sql`select coalesce(sum(t.n), 0)::integer as total from ${ticketKinds(siteId)} where ${where}`,
  );
  return row?.total ?? 0;
}
