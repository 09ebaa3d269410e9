import type { listFeedback as ListFeedback } from '#contract/conversations.ts';
import type { IngestItem } from '#contract/ingest.ts';
import type { AuditContext } from '#server/audit/record-audit.ts';
import { readBatches } from '#server/db/batches.ts';
import { joinSql, sql, type Db, type Statement } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler, SiteRef } from '#server/operation/call.ts';
import { checkPast } from '#server/operation/field-errors.ts';
import { listReply, wholeOrStreamed } from '#server/operation/streamed-reply.ts';
import { checkTicket } from '#server/tickets/known-ticket.ts';
import type { Page } from './handoffs.sql.ts';
import { singleRecord, type StoredRecord } from './stored-record.ts';

/**
 * Stores a visitor's rating of a chat: 0 to 5, with a comment. The same external_id replaces it. Call it inside a
 * transaction. See docs/api.md, "Feedback" and "Ingest".
 * @throws ApiError bad_field, not_found
 */
export async function recordFeedback(
  db: Db,
  site: SiteRef,
  item: IngestItem<'feedback'>,
  context: AuditContext,
): Promise<StoredRecord> {
  checkPast('created_utc', item.created_utc, context.now);
  await checkTicket(db, site, item.ticket_id);
  return upsertFeedback(db, site.id, {
    rating: item.rating,
    comment: item.comment ?? null,
    sessionId: item.session_id ?? null,
    ticketId: item.ticket_id ?? null,
    visitorKey: item.visitor_key ?? null,
    externalId: item.external_id ?? null,
    createdUtc: item.created_utc ?? context.now.toISOString(),
    isTimed: item.created_utc !== undefined,
  });
}

/**
 * GET feedback, newest first. See docs/api.md, "Feedback".
 * @throws ApiError bad_field if rating_min is greater than rating_max
 */
export const listFeedback: Handler<typeof ListFeedback> = async ({ db, site, query }) => {
  const { limit, skip, since, rating_min: ratingMin = 0, rating_max: ratingMax = 5 } = query;
  if (ratingMin > ratingMax) throw new ApiError('bad_field', 'rating_min must not be greater than rating_max');
  const selection = { since, ratingMin, ratingMax };
  const items = await wholeOrStreamed(readFeedback(db, site.id, selection, { limit, skip }));
  return listReply(items, query, () => countFeedback(db, site.id, selection));
};

interface FeedbackSelection {
  readonly since?: string | undefined;
  readonly ratingMin: number;
  readonly ratingMax: number;
}

interface FeedbackRecord {
  readonly id: bigint;
  readonly rating: number;
  readonly comment: string | null;
  readonly session_id: string | null;
  readonly ticket_id: bigint | null;
  readonly visitor_key: string | null;
  readonly customer_identity_id: bigint | null;
  readonly created_utc: string;
}

/** Newest first. The customer is that of the ticket, otherwise of the session. */
function readFeedback(
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

async function countFeedback(db: Db, siteId: bigint, selection: FeedbackSelection): Promise<number> {
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

interface FeedbackRow {
  readonly rating: number;
  readonly comment: string | null;
  readonly sessionId: string | null;
  readonly ticketId: bigint | null;
  readonly visitorKey: string | null;
  readonly externalId: string | null;
  readonly createdUtc: string;
  /** Whether the item had a time; otherwise an existing record keeps its own. */
  readonly isTimed: boolean;
}

async function upsertFeedback(db: Db, siteId: bigint, row: FeedbackRow): Promise<StoredRecord> {
  const id = await db.takeIds(siteId, 1);
  return singleRecord(
    await db.query<StoredRecord>(sql`
      insert into feedback as f (site_id, id, rating, comment, session_id, ticket_id, visitor_key, external_id, created_utc)
      values (${siteId}, ${id}, ${row.rating}, ${row.comment}, ${row.sessionId}, ${row.ticketId},
        ${row.visitorKey}, ${row.externalId}, ${row.createdUtc})
      on conflict (site_id, external_id) do update set rating = excluded.rating, comment = excluded.comment,
        session_id = excluded.session_id, ticket_id = excluded.ticket_id, visitor_key = excluded.visitor_key,
        created_utc = case when ${row.isTimed} then excluded.created_utc else f.created_utc end
      returning f.id, f.xmax = 0 as is_new`),
  );
}
