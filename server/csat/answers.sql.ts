import type { CsatAnswer, CsatReview } from '#contract/csat-reports.ts';
import { otherSpelling, plainText } from '#contract/folded-text.ts';
import { readBatches } from '#server/db/batches.ts';
import { containsPattern, joinSql, sql, type Db, type Statement } from '#server/db/db.ts';
import type { Author } from '#server/operation/call.ts';
import { whereAnswer, type AnswerFilter } from './answer-filter.sql.ts';
import { within, type Slice } from './count-each.sql.ts';

export interface AnswerSearch {
  readonly filter: AnswerFilter;
  /** Null matches all. */
  readonly scores: readonly number[] | null;
  readonly reviews: readonly CsatReview[] | null;
  /** Text in the requester's name or the comment. */
  readonly q: string | undefined;
}

const COLUMNS = sql`c.id, c.ticket_id, t.ticket_number, t.subject as ticket_subject, t.requester_name, c.channel, c.score, c.comment, c.created_utc, c.review, c.review_by, c.review_utc, c.version`;
const WITH_TICKET = sql`csat_response c join ticket t on t.site_id = c.site_id and t.id = c.ticket_id`;

/** Newest first. */
export function readAnswers(db: Db, siteId: bigint, ids: readonly bigint[]): AsyncGenerator<CsatAnswer[]> {
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

/** The ids of a page of answers within a range of time, newest first. */
export async function findIds(
  db: Db,
  siteId: bigint,
  slice: Slice,
  { search, page }: { readonly search: AnswerSearch; readonly page: { readonly limit: number; readonly skip: number } },
): Promise<bigint[]> {
  const rows = await db.query<{ id: bigint }>(sql`
    select c.id from ${rowsOf(search)} where ${whereSearch(siteId, slice, search)} and ${whereReview(search.reviews)}
    order by c.created_utc desc, c.id desc limit ${page.limit} offset ${page.skip}`);
  return rows.map(({ id }) => id);
}

/** The number of answers per review state within a range of time, ignoring the states of the search. */
export async function countReviews(
  db: Db,
  siteId: bigint,
  slice: Slice,
  search: AnswerSearch,
): Promise<{ readonly review: CsatReview; readonly total: number }[]> {
  return db.query<{ review: CsatReview; total: number }>(sql`
    select c.review, count(*)::integer as total from ${rowsOf(search)}
    where ${whereSearch(siteId, slice, search)} group by 1`);
}

function rowsOf({ q }: AnswerSearch): Statement {
  return q === undefined ? sql`csat_response c` : WITH_TICKET;
}

/** Few answers have a state other than `none`, and an index covers them. */
function whereReview(reviews: readonly CsatReview[] | null): Statement {
  if (reviews === null) return sql`true`;
  const isOneOf = sql`c.review = any(${reviews}::text[])`;
  return reviews.includes('none') ? isOneOf : sql`c.review <> 'none' and ${isOneOf}`;
}

function whereSearch(siteId: bigint, slice: Slice, { filter, scores, q }: AnswerSearch): Statement {
  const conditions = [whereAnswer(siteId, filter), within(slice)];
  if (scores !== null) conditions.push(sql`c.score = any(${scores}::smallint[])`);
  if (q !== undefined) {
    const plain = plainText(q.trim());
    const other = otherSpelling(plain);
    const patterns = [plain, ...(other === null ? [] : [other])].map(containsPattern);
    const occurs = (text: Statement) => sql`folded_text(${text}) like any(${patterns}::text[])`;
    conditions.push(sql`(${occurs(sql`c.comment`)} or ${occurs(sql`t.requester_name`)})`);
  }
  return joinSql(conditions, ' and ');
}

export async function getAnswer(db: Db, siteId: bigint, id: bigint): Promise<CsatAnswer | undefined> {
  const [row] = await db.query<CsatAnswer>(
    sql`select ${COLUMNS} from ${WITH_TICKET} where c.site_id = ${siteId} and c.id = ${id}`,
  );
  return row;
}

/** Locks the answer, to serialize concurrent changes. */
export async function lockAnswer(
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
export async function changeReview(
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
