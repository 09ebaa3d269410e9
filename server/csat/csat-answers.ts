import {
  CSAT_REVIEWS,
  type CsatAnswer,
  type CsatReview,
  type listCsatAnswers as ListCsatAnswers,
  type updateCsatReview as UpdateCsatReview,
} from '#contract/csat-reports.ts';
import { otherSpelling, plainText } from '#contract/folded-text.ts';
import type { Body, Reply } from '#contract/operation.ts';
import { recordAudit, type AuditContext, type AuditEntry } from '#server/audit/record-audit.ts';
import { readBatches } from '#server/db/batches.ts';
import { containsPattern, FEW_IDS, joinSql, sql, type Db, type Statement } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Author, Handler, SiteRef } from '#server/operation/call.ts';
import { StreamedList, StreamedReply, wholeOrStreamed } from '#server/operation/streamed-reply.ts';
import { whereAnswer, type AnswerFilter, type Slice } from './answer-filter.sql.ts';
import { endsOf, readWindow } from './report-window.ts';

/** GET csat_reports: a page of answers. See docs/api.md, "CSAT reports". @throws ApiError bad_field */
export const listCsatAnswers: Handler<typeof ListCsatAnswers> = async ({ db, site, now, query }) => {
  const window = endsOf(readWindow(query, site, now));
  const { score, review: states = CSAT_REVIEWS, q, limit, skip, ...filter } = query;
  const search = { window, filter, scores: score?.map(Number) ?? null, q };
  const reviews = await countReviews(db, site.id, search);
  const ids = await findIds(db, site.id, search, { states, limit, skip });
  const items = await wholeOrStreamed<CsatAnswer>(readAnswers(db, site.id, ids));
  const total = states.map((state) => reviews[state]).reduce((sum, n) => sum + n, 0);
  const rest = { total_count: total, reviews };
  if (items instanceof StreamedList) return new StreamedReply<Reply<typeof ListCsatAnswers>>({ items, ...rest });
  return { items, ...rest };
};

/**
 * PATCH csat_reports: sets the review state of an answer. Setting the same state again changes nothing.
 * See docs/api.md, "CSAT reports".
 * @throws ApiError not_found, or conflict with the present answer if it changed since the given version
 */
export const updateCsatReview: Handler<typeof UpdateCsatReview> = ({ db, site, body, actor, now }) =>
  db.transaction((db) => reviewAnswer(db, site, { ...body, by: actor }, { actor, now }), FEW_IDS);

/** As PATCH csat_reports, to be called inside a transaction. @throws ApiError not_found, conflict */
export async function reviewAnswer(
  db: Db,
  site: SiteRef,
  { id, review, version, by }: Body<typeof UpdateCsatReview> & { readonly by: Author },
  context: AuditContext,
): Promise<CsatAnswer> {
  const before = await lockAnswer(db, site.id, id);
  if (before !== undefined && (version === undefined || version === before.version) && review !== before.review) {
    await changeReview(db, site.id, id, { review, by, now: context.now });
    const changes = [{ field: 'review', from: before.review, to: review }];
    const entry: AuditEntry = { action: 'csat.review', objectType: 'csat_response', objectId: id.toString(), changes };
    await recordAudit(db, site, entry, context);
  }
  const answer = await getAnswer(db, site.id, id);
  if (before === undefined || answer === undefined) throw new ApiError('not_found', 'There is no answer with this id');
  if (version !== undefined && version !== before.version) {
    throw new ApiError('conflict', 'Someone else has changed this answer', { current: answer });
  }
  return answer;
}

interface AnswerSearch {
  readonly window: Slice;
  readonly filter: AnswerFilter;
  /** Null matches all. */
  readonly scores: readonly number[] | null;
  /** Text in the requester's name or the comment. */
  readonly q: string | undefined;
}

/** The number of answers per review state. */
async function countReviews(db: Db, siteId: bigint, search: AnswerSearch): Promise<Record<CsatReview, number>> {
  const rows = await db.query<{ review: CsatReview; total: number }>(sql`
    select c.review, count(*)::integer as total from ${rowsOf(search)} where ${whereSearch(siteId, search)} group by 1`);
  const counts = { none: 0, contacted: 0, reopened: 0, ignored: 0 };
  for (const { review, total } of rows) counts[review] = total;
  return counts;
}

/** The ids of a page of answers, newest first. */
async function findIds(
  db: Db,
  siteId: bigint,
  search: AnswerSearch,
  { states, limit, skip }: { readonly states: readonly CsatReview[]; readonly limit: number; readonly skip: number },
): Promise<bigint[]> {
  const rows = await db.query<{ id: bigint }>(sql`
    select c.id from ${rowsOf(search)} where ${whereSearch(siteId, search)} and c.review = any(${states}::text[])
    order by c.created_utc desc, c.id desc limit ${limit} offset ${skip}`);
  return rows.map(({ id }) => id);
}

const WITH_TICKET = sql`csat_response c join ticket t on t.site_id = c.site_id and t.id = c.ticket_id`;

function rowsOf({ q }: AnswerSearch): Statement {
  return q === undefined ? sql`csat_response c` : WITH_TICKET;
}

function whereSearch(siteId: bigint, { window, filter, scores, q }: AnswerSearch): Statement {
  const conditions = [whereAnswer(siteId, window, filter)];
  if (scores !== null) conditions.push(sql`c.score = any(${scores}::smallint[])`);
  if (q !== undefined) {
    const plain = plainText(q.trim());
    const other = otherSpelling(plain);
    const patterns = [plain, ...(other === null ? [] : [other])].map(containsPattern);
    // Most answers have no comment, and folding a null is as slow as folding umlauts.
    const occurs = (text: Statement) => sql`${text} is not null and folded_text(${text}) like any(${patterns}::text[])`;
    conditions.push(sql`(${occurs(sql`c.comment`)} or ${occurs(sql`t.requester_name`)})`);
  }
  return joinSql(conditions, ' and ');
}

const COLUMNS = sql`c.id, c.ticket_id, t.ticket_number, t.subject as ticket_subject, t.requester_name, c.channel, c.score,
  c.comment, c.created_utc, c.review, c.review_by, c.review_utc, c.version`;

/** Newest first. */
function readAnswers(db: Db, siteId: bigint, ids: readonly bigint[]): AsyncGenerator<CsatAnswer[]> {
  return readBatches<CsatAnswer>(db, {
    columns: sql`c.id, c.ticket_id, c.ticket_number, c.ticket_subject, c.requester_name, c.channel, c.score, c.comment,
      c.created_utc, c.review, c.review_by, c.review_utc, c.version`,
    rows: (position) => sql`
      select ${COLUMNS} from ${WITH_TICKET}
      where c.site_id = ${siteId} and c.id = any(${ids}::bigint[]) and ${position}`,
    key: { at: sql`c.created_utc`, id: sql`c.id` },
    at: 'created_utc',
    order: 'newest first',
    size: sql`coalesce(octet_length(comment), 0) + octet_length(ticket_subject)`,
  });
}

async function getAnswer(db: Db, siteId: bigint, id: bigint): Promise<CsatAnswer | undefined> {
  const [row] = await db.query<CsatAnswer>(
    sql`select ${COLUMNS} from ${WITH_TICKET} where c.site_id = ${siteId} and c.id = ${id}`,
  );
  return row;
}

/** Locks the answer, to serialize concurrent changes. */
async function lockAnswer(
  db: Db,
  siteId: bigint,
  id: bigint,
): Promise<{ readonly review: CsatReview; readonly version: number } | undefined> {
  const [row] = await db.query<{ review: CsatReview; version: number }>(
    sql`select review, version from csat_response where site_id = ${siteId} and id = ${id} for update`,
  );
  return row;
}

/** `review_by` is the name of the token's agent, or the token's label. */
async function changeReview(
  db: Db,
  siteId: bigint,
  id: bigint,
  { review, by, now }: { readonly review: CsatReview; readonly by: Author; readonly now: Date },
): Promise<void> {
  await db.query(sql`
    update csat_response set review = ${review}, version = version + 1, review_utc = ${now.toISOString()}::timestamptz,
      review_by = coalesce((select a.name from agent a where a.site_id = ${siteId} and a.id = ${by.agentId}::bigint),
        ${by.label}::text)
    where site_id = ${siteId} and id = ${id}`);
}
