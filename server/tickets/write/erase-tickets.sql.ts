import { sql, type Db, type Statement } from '#server/db/db.ts';
import { inboundRowDeltas } from '#server/counters/inbound.ts';
import { ticketRowDeltas } from '#server/tickets/ticket-counters.ts';

export interface PersonTicket {
  readonly id: bigint;
  readonly customer_identity_id: bigint | null;
  readonly requester_name: string | null;
  readonly requester_email_key: string | null;
  readonly requester_phone: string | null;
  readonly tag_keys: string[];
}

const COLUMNS = sql`t.id, t.customer_identity_id, t.requester_name, t.requester_email_key, t.requester_phone, t.tag_keys`;

export async function findTicketIds(db: Db, siteId: bigint, condition: Statement, limit: number): Promise<bigint[]> {
  const rows = await db.query<{ id: bigint }>(sql`
    select t.id from ticket t where t.site_id = ${siteId} and ${condition}
    order by t.created_utc desc, t.id desc limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** In the order in which everybody takes tickets, held until the transaction ends. */
export async function lockTickets(db: Db, siteId: bigint, ids: readonly bigint[]): Promise<PersonTicket[]> {
  return db.query<PersonTicket>(sql`
    select ${COLUMNS} from ticket t where t.site_id = ${siteId} and t.id = any(${ids}::bigint[]) order by t.id for update`);
}

export interface PagePosition {
  readonly created_utc: string;
  readonly id: bigint;
}

/** The newest first, from behind a position on. */
export async function findTicketPage(
  db: Db,
  siteId: bigint,
  condition: Statement,
  { after, limit }: { readonly after: PagePosition | null; readonly limit: number },
): Promise<(PersonTicket & { readonly created_utc: string })[]> {
  const behind =
    after === null ? sql`true` : sql`(t.created_utc, t.id) < (${after.created_utc}::timestamptz, ${after.id}::bigint)`;
  return db.query(sql`
    select ${COLUMNS}, t.created_utc from ticket t where t.site_id = ${siteId} and ${condition} and ${behind}
    order by t.created_utc desc, t.id desc limit ${limit}`);
}

export async function countCommentsOf(db: Db, siteId: bigint, ticketIds: readonly bigint[]): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    select count(*)::integer as total from ticket_comment where site_id = ${siteId} and ticket_id = any(${ticketIds}::bigint[])`);
  return row?.total ?? 0;
}

export async function countUndoOf(db: Db, siteId: bigint, ticketIds: readonly bigint[]): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    select count(*)::integer as total from ticket_undo where site_id = ${siteId} and ticket_id = any(${ticketIds}::bigint[])`);
  return row?.total ?? 0;
}

export async function deleteCommentsOf(
  db: Db,
  siteId: bigint,
  ticketIds: readonly bigint[],
  limit: number,
): Promise<number> {
  const rows = await db.query(sql`
    delete from ticket_comment where site_id = ${siteId} and id = any(array(
      select c.id from ticket_comment c where c.site_id = ${siteId} and c.ticket_id = any(${ticketIds}::bigint[])
      limit ${limit}))
    returning 1 as one`);
  return rows.length;
}

export async function deleteActivityOf(
  db: Db,
  siteId: bigint,
  ticketIds: readonly bigint[],
  limit: number,
): Promise<number> {
  const rows = await db.query(sql`
    delete from ticket_activity where site_id = ${siteId} and id = any(array(
      select a.id from ticket_activity a where a.site_id = ${siteId} and a.ticket_id = any(${ticketIds}::bigint[])
      limit ${limit}))
    returning 1 as one`);
  return rows.length;
}

export async function countRatingsOf(db: Db, siteId: bigint, ticketIds: readonly bigint[]): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    select count(*)::integer as total from csat_response where site_id = ${siteId} and ticket_id = any(${ticketIds}::bigint[])`);
  return row?.total ?? 0;
}

/** Rows of what tickets were before; they name their ticket without pointing at it. */
export async function deleteUndoOf(db: Db, siteId: bigint, ticketIds: readonly bigint[]): Promise<number> {
  const rows = await db.query(sql`
    delete from ticket_undo where site_id = ${siteId} and ticket_id = any(${ticketIds}::bigint[]) returning 1 as one`);
  return rows.length;
}

/** Deletes tickets with the rows that point at them, such as ratings and messages. */
export async function deleteTicketsOf(db: Db, siteId: bigint, ticketIds: readonly bigint[]): Promise<void> {
  await db.query(sql`
    with gone as (
      delete from ticket where site_id = ${siteId} and id = any(${ticketIds}::bigint[]) returning *
    ), messages as (
      select m.* from channel_message m where m.site_id = ${siteId} and m.ticket_id = any(${ticketIds}::bigint[])
    )
    insert into counter (site_id, name, key, n)
    select ${siteId}, d.name, d.key, d.n
    from (${ticketRowDeltas(sql`gone`, -1)} union all ${inboundRowDeltas(sql`messages`, -1)}) d`);
}
