import type { TicketStatus } from '#contract/tickets.ts';
import { readBatches } from '#server/db/batches.ts';
import { sql, type Db, type Statement } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { listsOf } from '#server/operation/attach-lists.ts';
import { mapList, StreamedList } from '#server/operation/streamed-reply.ts';
import { olderThan, type CommentPlace } from './ticket-thread.sql.ts';

export interface RequesterTicket {
  readonly id: bigint;
  readonly ticket_number: number;
  readonly subject: string;
  readonly status: TicketStatus;
  readonly created_utc: string;
  readonly resolved_utc: string | null;
}

interface PublicComment {
  readonly id: bigint;
  readonly ticket_id: bigint;
  readonly author_kind: string;
  readonly author_name: string | null;
  readonly body: string;
  readonly created_utc: string;
}

export type RequesterComment = Omit<PublicComment, 'ticket_id'>;

/** The newest tickets of an address, and the total. @param emailKey the address, normalized for matching */
export async function findRequesterTickets(
  db: Db,
  site: SiteRef,
  emailKey: string,
  limit: number,
): Promise<{ readonly tickets: RequesterTicket[]; readonly total_count: number }> {
  const tickets = await findTicketsOfRequester(db, site.id, emailKey, limit);
  const total_count = tickets.length < limit ? tickets.length : await countTicketsOfRequester(db, site.id, emailKey);
  return { tickets, total_count };
}

type ReadableThread<Comment> = RequesterTicket & {
  readonly comments: Comment[] | StreamedList<Comment>;
  readonly comment_count: number;
};

/**
 * Adds what a customer may read: the newest public comments of each ticket, oldest first, and their total.
 * @param change maps each comment
 */
export async function withPublicComments<Comment>(
  db: Db,
  site: SiteRef,
  tickets: readonly RequesterTicket[],
  { newest, change }: { readonly newest: number; readonly change: (comment: RequesterComment) => Comment },
): Promise<ReadableThread<Comment>[]> {
  const counts = await countPublicComments(
    db,
    site.id,
    tickets.map(({ id }) => id),
  );
  const commentsOf = await listsOf(tickets, {
    weigh: (ids) => weighPublicComments(db, site.id, ids, newest),
    findAll: (ids) => findPublicComments(db, site.id, ids, newest),
    ownerOf: ({ ticket_id: id }) => id,
    read: ({ id }) => readPublicComments(db, site.id, id, { count: newest }),
  });
  return tickets.map((ticket) => ({
    ...ticket,
    comments: mapList(commentsOf(ticket), (comment) => change(withoutTicket(comment))),
    comment_count: counts.get(ticket.id) ?? 0,
  }));
}

function withoutTicket({ ticket_id: _ticketId, ...comment }: PublicComment): RequesterComment {
  return comment;
}

/**
 * The newest public comments of a ticket that are older than a given one, oldest first; undefined if the ticket is of
 * another address or has no such comment. Comments are read when the list is consumed, so `db` must outlive the
 * transaction.
 * @param change maps each comment
 */
export async function findOlderComments<Comment>(
  db: Db,
  site: SiteRef,
  place: { readonly emailKey: string; readonly ticketId: bigint; readonly commentId: bigint },
  { newest, change }: { readonly newest: number; readonly change: (comment: RequesterComment) => Comment },
): Promise<{ readonly comments: Comment[] | StreamedList<Comment>; readonly has_more: boolean } | undefined> {
  const before = await getPublicCommentPlace(db, site.id, place);
  if (before === undefined) return undefined;
  const page = { count: newest, before };
  const list = new StreamedList(readPublicComments(db, site.id, place.ticketId, page));
  return {
    comments: mapList(list, (comment) => change(withoutTicket(comment))),
    has_more: await hasMorePublicComments(db, site.id, place.ticketId, page),
  };
}

/** Locks a ticket's status until the transaction ends; undefined if it is of another address. */
export async function lockRequesterTicket(
  db: Db,
  { id: siteId }: SiteRef,
  ticketId: bigint,
  emailKey: string,
): Promise<{ readonly status: TicketStatus } | undefined> {
  const [row] = await db.query<{ status: TicketStatus }>(sql`
    select t.status from ticket t where ${ofRequester(siteId, emailKey)} and t.id = ${ticketId} for no key update`);
  return row;
}

/** Matches the address on the ticket itself: after a merge, a customer may have tickets of other addresses. */
function ofRequester(siteId: bigint, emailKey: string): Statement {
  return sql`t.site_id = ${siteId} and t.requester_email_key = lower(${emailKey}::text)`;
}

/** Newest first. */
async function findTicketsOfRequester(
  db: Db,
  siteId: bigint,
  emailKey: string,
  limit: number,
): Promise<RequesterTicket[]> {
  return db.query<RequesterTicket>(sql`
    select t.id, t.ticket_number, t.subject, t.status, t.created_utc, t.resolved_utc from ticket t
    where ${ofRequester(siteId, emailKey)} order by t.created_utc desc, t.id desc limit ${limit}`);
}

async function countTicketsOfRequester(db: Db, siteId: bigint, emailKey: string): Promise<number> {
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
async function weighPublicComments(
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
async function findPublicComments(
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
function readPublicComments(
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
async function hasMorePublicComments(
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
async function getPublicCommentPlace(
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
async function countPublicComments(
  db: Db,
  siteId: bigint,
  ticketIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, number>> {
  const rows = await db.query<{ ticket_id: bigint; count: number }>(sql`
    select ticket_id, count(*)::integer as count from ticket_comment
    where site_id = ${siteId} and ticket_id = any(${ticketIds}::bigint[]) and visibility = 'public' group by 1`);
  return new Map(rows.map(({ ticket_id: id, count }) => [id, count]));
}
