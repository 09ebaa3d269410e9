import type { TicketStatus } from '#contract/tickets.ts';
import { sql, type Db, type Statement } from '#server/db/db.ts';

export interface RequesterTicket {
  readonly id: bigint;
  readonly ticket_number: number;
  readonly subject: string;
  readonly status: TicketStatus;
  readonly created_utc: string;
  readonly resolved_utc: string | null;
}

export interface PublicComment {
  readonly ticket_id: bigint;
  readonly author_kind: string;
  readonly author_name: string | null;
  readonly body: string;
  readonly created_utc: string;
}

/** By the address on the ticket itself: an identity may have taken in tickets of other addresses. */
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

/** What was written for the customer to read, oldest first; internal notes never. */
export async function findPublicComments(
  db: Db,
  siteId: bigint,
  ticketIds: readonly bigint[],
): Promise<PublicComment[]> {
  return db.query<PublicComment>(sql`
    select c.ticket_id, c.author_kind, c.author_name, c.body, c.created_utc from ticket_comment c
    where c.site_id = ${siteId} and c.ticket_id = any(${ticketIds}::bigint[]) and c.visibility = 'public'
    order by c.created_utc, c.id`);
}

/** Keeps its status until the transaction ends. */
export async function lockTicketOfRequester(
  db: Db,
  siteId: bigint,
  ticketId: bigint,
  emailKey: string,
): Promise<{ readonly status: TicketStatus } | undefined> {
  const [row] = await db.query<{ status: TicketStatus }>(sql`
    select t.status from ticket t where ${ofRequester(siteId, emailKey)} and t.id = ${ticketId} for share`);
  return row;
}
