import { type Db, sql, type Statement } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import type { RowBudget } from '#server/operation/row-budget.ts';
import { deleteBulkChangesOfTags } from './bulk-changes.sql.ts';
import { type KnownPerson, ticketsOfPerson } from '#server/tickets/list/person-tickets.ts';
import { messageRowDeltas } from '#server/counters/message-hours.ts';
import { ticketRowDeltas } from '#server/tickets/ticket-counters.ts';

const PAGE = 500;

/**
 * Locks up to `limit` tickets of a person until the transaction ends. See `ticketsOfPerson`.
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
    // Another condition may have found some of them.
    for (const id of await findTicketIds(db, site.id, condition, limit)) if (ids.size < limit) ids.add(id);
  }
  return ids.size === 0 ? [] : lockTickets(db, site.id, [...ids]);
}

/** All tickets of a person, page by page, without locking them. */
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

interface TicketParts {
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
 * Deletes tickets with their comments, activity, ratings and undo rows. If the budget is spent before all comments and
 * activity are deleted, the tickets stay for the next step. To be called inside a transaction.
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
  // Counted here because the foreign key deletes them with their tickets.
  const ratings = await countRatingsOf(db, site.id, ids);
  await deleteTicketsOf(db, site.id, ids);
  budget.take(undo_rows + ids.length);
  return { tickets: ids.length, comments, ratings, undo_rows };
}

/** Removes bulk changes that added or removed these tags from the list; their tokens still undo them. */
export async function eraseBulkChanges(db: Db, site: SiteRef, tagKeys: readonly string[]): Promise<void> {
  if (tagKeys.length > 0) await deleteBulkChangesOfTags(db, site.id, tagKeys);
}

interface PersonTicket {
  readonly id: bigint;
  readonly customer_identity_id: bigint | null;
  readonly requester_name: string | null;
  readonly requester_email_key: string | null;
  readonly requester_phone: string | null;
  readonly tag_keys: string[];
}

const COLUMNS = sql`t.id, t.customer_identity_id, t.requester_name, t.requester_email_key, t.requester_phone, t.tag_keys`;

async function findTicketIds(db: Db, siteId: bigint, condition: Statement, limit: number): Promise<bigint[]> {
  const rows = await db.query<{ id: bigint }>(sql`
    select t.id from ticket t where t.site_id = ${siteId} and ${condition}
    order by t.created_utc desc, t.id desc limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Locks tickets until the transaction ends, in id order like every writer, so they cannot deadlock. */
async function lockTickets(db: Db, siteId: bigint, ids: readonly bigint[]): Promise<PersonTicket[]> {
  return db.query<PersonTicket>(sql`
    select ${COLUMNS} from ticket t where t.site_id = ${siteId} and t.id = any(${ids}::bigint[]) order by t.id for update`);
}

interface PagePosition {
  readonly created_utc: string;
  readonly id: bigint;
}

/** Newest first, after a position. */
async function findTicketPage(
  db: Db,
  siteId: bigint,
  condition: Statement,
  { after, limit }: { readonly after: PagePosition | null; readonly limit: number },
): Promise<(PersonTicket & { readonly created_utc: string })[]> {
  const afterPosition =
    after === null ? sql`true` : sql`(t.created_utc, t.id) < (${after.created_utc}::timestamptz, ${after.id}::bigint)`;
  return db.query(sql`
    select ${COLUMNS}, t.created_utc from ticket t where t.site_id = ${siteId} and ${condition} and ${afterPosition}
    order by t.created_utc desc, t.id desc limit ${limit}`);
}

async function countCommentsOf(db: Db, siteId: bigint, ticketIds: readonly bigint[]): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    select count(*)::integer as total from ticket_comment where site_id = ${siteId} and ticket_id = any(${ticketIds}::bigint[])`);
  return row?.total ?? 0;
}

async function countUndoOf(db: Db, siteId: bigint, ticketIds: readonly bigint[]): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    select count(*)::integer as total from ticket_undo where site_id = ${siteId} and ticket_id = any(${ticketIds}::bigint[])`);
  return row?.total ?? 0;
}

async function deleteCommentsOf(db: Db, siteId: bigint, ticketIds: readonly bigint[], limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from ticket_comment where site_id = ${siteId} and id = any(array(
      select c.id from ticket_comment c where c.site_id = ${siteId} and c.ticket_id = any(${ticketIds}::bigint[])
      limit ${limit}))
    returning 1 as one`);
  return rows.length;
}

async function deleteActivityOf(db: Db, siteId: bigint, ticketIds: readonly bigint[], limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from ticket_activity where site_id = ${siteId} and id = any(array(
      select a.id from ticket_activity a where a.site_id = ${siteId} and a.ticket_id = any(${ticketIds}::bigint[])
      limit ${limit}))
    returning 1 as one`);
  return rows.length;
}

async function countRatingsOf(db: Db, siteId: bigint, ticketIds: readonly bigint[]): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    select count(*)::integer as total from csat_response where site_id = ${siteId} and ticket_id = any(${ticketIds}::bigint[])`);
  return row?.total ?? 0;
}

/** Undo rows have no foreign key to their ticket, so they are not deleted with it. */
async function deleteUndoOf(db: Db, siteId: bigint, ticketIds: readonly bigint[]): Promise<number> {
  const rows = await db.query(sql`
    delete from ticket_undo where site_id = ${siteId} and ticket_id = any(${ticketIds}::bigint[]) returning 1 as one`);
  return rows.length;
}

/** Deletes tickets; foreign keys delete their ratings and messages. */
async function deleteTicketsOf(db: Db, siteId: bigint, ticketIds: readonly bigint[]): Promise<void> {
  await db.query(sql`
    with gone as (
      delete from ticket where site_id = ${siteId} and id = any(${ticketIds}::bigint[]) returning *
    ), messages as (
      select m.* from channel_message m where m.site_id = ${siteId} and m.ticket_id = any(${ticketIds}::bigint[])
    )
    insert into counter (site_id, name, key, n)
    select ${siteId}, d.name, d.key, d.n
    from (${ticketRowDeltas(sql`gone`, -1)} union all ${messageRowDeltas(sql`messages`, -1)}) d`);
}
