import type { Activity, Comment } from '#contract/tickets.ts';
import { readBatches, type BatchedList } from '#server/db/batches.ts';
import { EMPTY, sql, type Db, type Statement } from '#server/db/db.ts';

/** The place of a comment among those of its ticket. */
export interface CommentPlace {
  readonly id: bigint;
  readonly created_utc: string;
}

const COMMENTS = {
  columns: sql`id, ticket_id, author_kind, author_name, agent_id::text as agent_id, visibility, channel, body, created_utc`,
  at: 'created_utc',
  size: sql`octet_length(body)`,
} as const satisfies Partial<BatchedList>;

/** All comments, oldest first. */
export function readComments(db: Db, siteId: bigint, ticketId: bigint): AsyncGenerator<Comment[]> {
  return readBatches<Comment>(db, {
    ...COMMENTS,
    rows: (position) => sql`select * from ticket_comment where ${ofTicket(siteId, ticketId)} and ${position}`,
    order: 'oldest first',
  });
}

/** The newest `count` comments, oldest first. */
export function readNewestComments(db: Db, siteId: bigint, ticketId: bigint, count: number): AsyncGenerator<Comment[]> {
  return readBatches<Comment>(db, {
    ...COMMENTS,
    rows: (position) => sql`
      select * from (select * from ticket_comment where ${ofTicket(siteId, ticketId)}
        order by created_utc desc, id desc limit ${count}) newest
      where ${position}`,
    order: 'oldest first',
    limit: count,
  });
}

interface CommentPage {
  /** Only comments older than this one. */
  readonly before: CommentPlace | null;
  readonly limit: number;
  readonly skip: number;
}

/** A page of comments, newest first. */
export function readCommentPage(
  db: Db,
  siteId: bigint,
  ticketId: bigint,
  { before, ...page }: CommentPage,
): AsyncGenerator<Comment[]> {
  return readBatches<Comment>(db, {
    ...COMMENTS,
    rows: (position) => sql`
      select * from ticket_comment where ${ofTicket(siteId, ticketId)} ${olderThan(before)} and ${position}`,
    order: 'newest first',
    ...page,
  });
}

export async function countComments(
  db: Db,
  siteId: bigint,
  ticketId: bigint,
  before: CommentPlace | null = null,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count from ticket_comment where ${ofTicket(siteId, ticketId)} ${olderThan(before)}`);
  return row?.count ?? 0;
}

export async function getCommentPlace(
  db: Db,
  siteId: bigint,
  ticketId: bigint,
  commentId: bigint,
): Promise<CommentPlace | undefined> {
  const [row] = await db.query<CommentPlace>(sql`
    select id, created_utc from ticket_comment where ${ofTicket(siteId, ticketId)} and id = ${commentId}`);
  return row;
}

/** Activity of the ticket, oldest first. */
export function readActivity(db: Db, siteId: bigint, ticketId: bigint): AsyncGenerator<Activity[]> {
  return readBatches<Activity>(db, {
    columns: sql`id, kind, actor, from_value as "from", to_value as "to", created_utc`,
    rows: (position) => sql`select * from ticket_activity where ${ofTicket(siteId, ticketId)} and ${position}`,
    at: 'created_utc',
    order: 'oldest first',
    size: sql`(octet_length(actor) + coalesce(octet_length(from_value), 0) + coalesce(octet_length(to_value), 0))`,
  });
}

function ofTicket(siteId: bigint, ticketId: bigint): Statement {
  return sql`site_id = ${siteId} and ticket_id = ${ticketId}`;
}

/** A condition for comments older than a place; empty without one. */
export function olderThan(before: CommentPlace | null): Statement {
  return before === null
    ? EMPTY
    : sql`and (created_utc, id) < (${before.created_utc}::timestamptz, ${before.id}::bigint)`;
}
