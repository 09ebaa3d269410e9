import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import type { RowBudget } from '#server/operation/row-budget.ts';
import { deleteBulkChangesOfTags } from './bulk-changes.sql.ts';
import {
  countCommentsOf,
  countRatingsOf,
  countUndoOf,
  deleteActivityOf,
  deleteCommentsOf,
  deleteTicketsOf,
  deleteUndoOf,
  findTicketIds,
  findTicketPage,
  lockTickets,
  type PagePosition,
  type PersonTicket,
} from './erase-tickets.sql.ts';
import { type KnownPerson, ticketsOfPerson } from '#server/tickets/list/person-tickets.sql.ts';

export type { PersonTicket } from './erase-tickets.sql.ts';

const PAGE = 500;

/**
 * Some tickets of a person: of their addresses, of their customer record, and of their phone where it alone stands on
 * them. Held until the transaction ends.
 */
export async function lockTicketsOf(
  db: Db,
  site: SiteRef,
  person: KnownPerson,
  limit: number,
): Promise<PersonTicket[]> {
  const ids = new Set<bigint>();
  for (const condition of ticketsOfPerson(person)) {
    if (ids.size >= limit) break;
    // The first ones may be known already, of another condition.
    for (const id of await findTicketIds(db, site.id, condition, limit)) if (ids.size < limit) ids.add(id);
  }
  return ids.size === 0 ? [] : lockTickets(db, site.id, [...ids]);
}

/** All of them, a page at once; changes nothing. */
export async function* findTicketsOf(db: Db, site: SiteRef, person: KnownPerson): AsyncGenerator<PersonTicket[]> {
  const seen = new Set<bigint>();
  for (const condition of ticketsOfPerson(person)) {
    let after: PagePosition | null = null;
    for (;;) {
      const page: (PersonTicket & PagePosition)[] = await findTicketPage(db, site.id, condition, {
        after,
        limit: PAGE,
      });
      const fresh = page.filter(({ id }) => !seen.has(id));
      for (const { id } of fresh) seen.add(id);
      if (fresh.length > 0) yield fresh;
      after = page.at(-1) ?? null;
      if (after === null || page.length < PAGE) break;
    }
  }
}

export interface TicketParts {
  readonly comments: number;
  readonly ratings: number;
  readonly undo_rows: number;
}

export async function countTicketParts(db: Db, site: SiteRef, ticketIds: readonly bigint[]): Promise<TicketParts> {
  const comments = await countCommentsOf(db, site.id, ticketIds);
  const ratings = await countRatingsOf(db, site.id, ticketIds);
  return { comments, ratings, undo_rows: await countUndoOf(db, site.id, ticketIds) };
}

/**
 * Takes tickets away, each with its thread, activity, rating, search text and what an undo would put back. Where the
 * budget ends before, threads go first and the tickets stay for the next step. To be called inside a transaction.
 */
export async function eraseTickets(
  db: Db,
  site: SiteRef,
  tickets: readonly PersonTicket[],
  budget: RowBudget,
): Promise<TicketParts & { readonly tickets: number }> {
  const ids = tickets.map(({ id }) => id);
  const none = { tickets: 0, ratings: 0, undo_rows: 0 };
  if (ids.length === 0) return { ...none, comments: 0 };
  const comments = await deleteCommentsOf(db, site.id, ids, budget.left);
  budget.take(comments);
  if (budget.isSpent) return { ...none, comments };
  budget.take(await deleteActivityOf(db, site.id, ids, budget.left));
  if (budget.isSpent) return { ...none, comments };
  const undo_rows = await deleteUndoOf(db, site.id, ids);
  // They go with their tickets.
  const ratings = await countRatingsOf(db, site.id, ids);
  await deleteTicketsOf(db, site.id, ids);
  budget.take(undo_rows + ids.length);
  return { tickets: ids.length, comments, ratings, undo_rows };
}

/** Takes bulk changes that added or removed these tags out of the list; their tokens still undo them. */
export async function eraseBulkChanges(db: Db, site: SiteRef, tagKeys: readonly string[]): Promise<void> {
  if (tagKeys.length > 0) await deleteBulkChangesOfTags(db, site.id, tagKeys);
}
