import { readBatches } from '#server/db/batches.ts';
import { joinSql, sql, type Db, type Statement } from '#server/db/db.ts';
import type { Page } from './handoffs.sql.ts';

export interface FeedbackSelection {
  readonly since?: string | undefined;
  readonly ratingMin: number;
  readonly ratingMax: number;
}

export interface FeedbackRecord {
  readonly id: bigint;
  readonly rating: number;
  readonly comment: string | null;
  readonly session_id: string | null;
  readonly ticket_id: bigint | null;
  readonly visitor_key: string | null;
  readonly customer_identity_id: bigint | null;
  readonly created_utc: string;
}

/** Newest first; whose it is says the ticket, else the session. */
export function readFeedback(
  db: Db,
  siteId: bigint,
  selection: FeedbackSelection,
  page: Page,
): AsyncGenerator<FeedbackRecord[]> {
  return readBatches<FeedbackRecord>(db, {
    columns: sql`id, rating, comment, session_id, ticket_id, visitor_key, customer_identity_id, created_utc`,
    rows: (position) => sql`
      select f.id, f.rating, f.comment, f.session_id, f.ticket_id, f.visitor_key,
        coalesce(t.customer_identity_id, s.customer_identity_id) as customer_identity_id, f.created_utc
      from feedback f
      left join ticket t on t.site_id = f.site_id and t.id = f.ticket_id
      left join chat_session s on s.site_id = f.site_id and s.session_id = f.session_id
      where ${selected(siteId, selection)} and ${position}`,
    key: { at: sql`f.created_utc`, id: sql`f.id` },
    at: 'created_utc',
    order: 'newest first',
    size: sql`coalesce(octet_length(comment), 0)`,
    ...page,
  });
}

export async function countFeedback(db: Db, siteId: bigint, selection: FeedbackSelection): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    sql`select count(*)::integer as total from feedback f where ${selected(siteId, selection)}`,
  );
  return row?.total ?? 0;
}

function selected(siteId: bigint, { since, ratingMin, ratingMax }: FeedbackSelection): Statement {
  const conditions = [
    sql`f.site_id = ${siteId}`,
    sql`f.rating between ${ratingMin}::smallint and ${ratingMax}::smallint`,
  ];
  if (since !== undefined) conditions.push(sql`f.created_utc >= ${since}::timestamptz`);
  return joinSql(conditions, ' and ');
}
