import { readBatches } from '#server/db/batches.ts';
import { type Db, sql, type Statement } from '#server/db/db.ts';
import type { exportCustomer } from '#contract/customer-data.ts';
import type { Reply } from '#contract/operation.ts';

/** The number of answers of one UTC day with one score. */
export interface CsatCell {
  readonly date: string;
  readonly score: number;
  readonly responses: number;
}

/** The answers of a window by day and score. */
export async function findCsatCells(
  db: Db,
  siteId: bigint,
  window: { readonly from: Date; readonly to: Date },
): Promise<CsatCell[]> {
  return db.query<CsatCell>(sql`
    select (c.created_utc at time zone 'UTC')::date as date, c.score, count(*)::integer as responses
    from csat_response c
    where c.site_id = ${siteId} and c.created_utc >= ${window.from.toISOString()}::timestamptz
      and c.created_utc < ${window.to.toISOString()}::timestamptz
    group by 1, 2`);
}

export interface RecentCsat {
  readonly id: bigint;
  readonly ticket_id: bigint;
  readonly score: number;
  readonly comment: string | null;
  readonly customer_name: string | null;
  readonly created_utc: string;
}

interface RecentRequest {
  readonly from: Date;
  readonly to: Date;
  readonly scoreMin: number;
  readonly scoreMax: number;
  readonly limit: number;
}

/** Newest first. */
export function readRecentCsat(db: Db, siteId: bigint, request: RecentRequest): AsyncGenerator<RecentCsat[]> {
  return readBatches<RecentCsat>(db, {
    columns: sql`id, ticket_id, score, comment, customer_name, created_utc`,
    rows: (position) => sql`
      select c.id, c.ticket_id, c.score, c.comment, t.requester_name as customer_name, c.created_utc
      from csat_response c join ticket t on t.site_id = c.site_id and t.id = c.ticket_id
      where c.site_id = ${siteId} and c.created_utc >= ${request.from.toISOString()}::timestamptz
        and c.created_utc < ${request.to.toISOString()}::timestamptz
        and c.score between ${request.scoreMin}::smallint and ${request.scoreMax}::smallint and ${position}`,
    key: { at: sql`c.created_utc`, id: sql`c.id` },
    at: 'created_utc',
    order: 'newest first',
    size: sql`coalesce(octet_length(comment), 0)`,
    limit: request.limit,
  });
}

export async function getCsatOfIdentity(
  db: Db,
  siteId: bigint,
  identityId: bigint,
): Promise<{ readonly count: number; readonly total: number } | undefined> {
  const [row] = await db.query<{ count: number; total: number }>(sql`
    select count(*)::integer as count, coalesce(sum(c.score), 0)::integer as total
    from ticket t join csat_response c on c.site_id = t.site_id and c.ticket_id = t.id
    where t.site_id = ${siteId} and t.customer_identity_id = ${identityId}`);
  return row;
}

export async function getCsatOfTicket(
  db: Db,
  siteId: bigint,
  ticketId: bigint,
): Promise<{ readonly id: bigint; readonly score: number } | undefined> {
  const [row] = await db.query<{ id: bigint; score: number }>(
    sql`select c.id, c.score from csat_response c where c.site_id = ${siteId} and c.ticket_id = ${ticketId}`,
  );
  return row;
}

export type TicketCsat = Reply<typeof exportCustomer>['csat'][number];

/** Newest first. @param ticketIds a select */
export function readCsatOfTickets(db: Db, siteId: bigint, ticketIds: Statement): AsyncGenerator<TicketCsat[]> {
  return readBatches<TicketCsat>(db, {
    columns: sql`ticket_id, score, comment, created_utc`,
    rows: (position) => sql`
      select * from (select * from csat_response where site_id = ${siteId} and ticket_id in (${ticketIds}) offset 0) r
      where ${position}`,
    at: 'created_utc',
    order: 'newest first',
    size: sql`coalesce(octet_length(comment), 0) + 100`,
  });
}
