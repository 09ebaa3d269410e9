import type { TicketStatus } from '#contract/tickets.ts';
import { readBatches } from '#server/db/batches.ts';
import { sql, type Db, type Statement } from '#server/db/db.ts';
import { olderThan, type CommentPlace } from './ticket-thread.sql.ts';

export interface RequesterTicket {
  readonly id: bigint;
  readonly ticket_number: number;
  readonly subject: string;
  readonly status: TicketStatus;
  readonly created_utc: string;
  readonly resolved_utc: string | null;
}

export interface PublicComment {
  readonly id: bigint;
  readonly ticket_id: bigint;
  readonly author_kind: string;
  readonly author_name: string | null;
  readonly body: string;
  readonly created_utc: string;
}

/** Matches the address on the ticket itself: after a merge, a customer may have tickets of other addresses. */
function ofRequester(siteId: bigint, emailKey: string): Statement {
  return sql`t.site_id = ${siteId} and t.requester_email_key = lower(${emailKey}::text)`;
}

/** Newest first. */
export async function findTicketsOfRequester(
  db: Db,
  siteId: bigint,
  emailKey: string,
  limit: number,
): Promise<RequesterTicket[]> {
  return db.query<RequesterTicket>(sql`
    select t.id, t.ticket_number, t.subject, t.status, t.created_utc, t.resolved_utc from ticket t
    where ${ofRequester(siteId, emailKey)} order by t.created_utc desc, t.id desc limit ${limit}`);
}

export async function countTicketsOfRequester(db: Db, siteId: bigint, emailKey: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count from ticket t where ${ofRequester(siteId, emailKey)}`);
  return row?.count ?? 0;
}

function publicOf(siteId: bigint, ticketId: Statement): Statement {
  return sql`site_id = ${siteId} and ticket_id = ${ticketId} and visibility = 'public'`;
}

/** The newest public comments of each ticket, never internal notes. */
function newestPublic(siteId: bigint, ticketIds: readonly bigint[], count: number): Statement {
  return sql`unnest(${ticketIds}::bigint[]) t (id) cross join lateral (
    select * from ticket_comment where ${publicOf(siteId, sql`t.id`)} order by created_utc desc, id desc limit ${count}) c`;
}

/** Size of the newest `count` public comments of each ticket, in bytes. */
export async function weighPublicComments(
  db: Db,
  siteId: bigint,
  ticketIds: readonly bigint[],
  count: number,
): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(sql`
    select coalesce(sum(octet_length(c.body) + 200), 0)::float8 as bytes from ${newestPublic(siteId, ticketIds, count)}`);
  return row?.bytes ?? 0;
}

/** The newest `count` public comments of each ticket, oldest first. */
export async function findPublicComments(
  db: Db,
  siteId: bigint,
  ticketIds: readonly bigint[],
  count: number,
): Promise<PublicComment[]> {
  return db.query<PublicComment>(sql`
    select c.id, c.ticket_id, c.author_kind, c.author_name, c.body, c.created_utc from ${newestPublic(siteId, ticketIds, count)}
    order by c.created_utc, c.id`);
}

/** The newest `count` public comments of one ticket, oldest first; with `before`, the newest that are older than it. */
export function readPublicComments(
  db: Db,
  siteId: bigint,
  ticketId: bigint,
  { count, before = null }: { readonly count: number; readonly before?: CommentPlace | null },
): AsyncGenerator<PublicComment[]> {
  return readBatches<PublicComment>(db, {
    columns: sql`id, ticket_id, author_kind, author_name, body, created_utc`,
    rows: (position) => sql`
      select * from (${newestOf(siteId, ticketId, before)} limit ${count}) newest
      where ${position}`,
    at: 'created_utc',
    order: 'oldest first',
    size: sql`octet_length(body)`,
    limit: count,
  });
}

/** Whether more than `count` public comments are older than this one. */
export async function hasMorePublicComments(
  db: Db,
  siteId: bigint,
  ticketId: bigint,
  { count, before }: { readonly count: number; readonly before: CommentPlace },
): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from (${newestOf(siteId, ticketId, before)} offset ${count} limit 1) next`);
  return rows.length > 0;
}

function newestOf(siteId: bigint, ticketId: bigint, before: CommentPlace | null): Statement {
  return sql`select * from ticket_comment where ${publicOf(siteId, sql`${ticketId}`)} ${olderThan(before)}
    order by created_utc desc, id desc`;
}

/** The place of a public comment; undefined if the ticket is of another address or has no such comment. */
export async function getPublicCommentPlace(
  db: Db,
  siteId: bigint,
  {
    emailKey,
    ticketId,
    commentId,
  }: { readonly emailKey: string; readonly ticketId: bigint; readonly commentId: bigint },
): Promise<CommentPlace | undefined> {
  const [row] = await db.query<CommentPlace>(sql`
    select id, created_utc from ticket_comment where ${publicOf(siteId, sql`${ticketId}`)} and id = ${commentId}
      and exists (select from ticket t where ${ofRequester(siteId, emailKey)} and t.id = ${ticketId})`);
  return row;
}

/** Public comments by ticket; tickets without any are absent. */
export async function countPublicComments(
  db: Db,
  siteId: bigint,
  ticketIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, number>> {
  const rows = await db.query<{ ticket_id: bigint; count: number }>(sql`
    select ticket_id, count(*)::integer as count from ticket_comment
    where site_id = ${siteId} and ticket_id = any(${ticketIds}::bigint[]) and visibility = 'public' group by 1`);
  return new Map(rows.map(({ ticket_id: id, count }) => [id, count]));
}

/** Locks the ticket so its status stays until the transaction ends. */
export async function lockTicketOfRequester(
  db: Db,
  siteId: bigint,
  ticketId: bigint,
  emailKey: string,
): Promise<{ readonly status: TicketStatus } | undefined> {
  const [row] = await db.query<{ status: TicketStatus }>(sql`
    select t.status from ticket t where ${ofRequester(siteId, emailKey)} and t.id = ${ticketId} for no key update`);
  return row;
}
