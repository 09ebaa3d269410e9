import type {
  deleteReview as DeleteReview,
  Review,
  reviewSession as ReviewSession,
  ReviewVerdict,
  summarizeAiReviews as SummarizeAiReviews,
} from '#contract/ai-reviews.ts';
import type { Body, Reply } from '#contract/operation.ts';
import { readDays, type Days } from '#server/ai/reports/report-parameters.ts';
import { recordAudit, type AuditChange, type AuditContext } from '#server/audit/record-audit.ts';
import { FEW_IDS, sql, type Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Author, Handler, SiteRef } from '#server/operation/call.ts';
import { authorName } from '#server/tickets/agents.ts';
import { startedOn } from './session-filter.sql.ts';

/** GET ai_reviews, of the sessions that started on these days. See docs/api.md, "Reviews". @throws ApiError bad_field */
export const summarizeAiReviews: Handler<typeof SummarizeAiReviews> = async ({ db, site, query, now }) => {
  const days = readDays(query, now);
  const groups = await countReviews(db, site.id, days);
  const right = groups.filter(({ verdict }) => verdict === 'right');
  const wrong = groups.filter(({ verdict }) => verdict === 'wrong');
  return {
    reviewed: sumOf(groups),
    right: sumOf(right),
    wrong: sumOf(wrong),
    reasons: mostFrequent(wrong, 'reason').map(([reason, count]) => ({ reason, count })),
    reviewers: mostFrequent(groups, 'reviewer').map(([reviewer, count]) => ({ reviewer, count })),
    sample_of: await countStarted(db, site.id, days),
  };
};

/**
 * POST ai_reviews. A session has one review; another one replaces it, the same again changes nothing.
 * @throws ApiError not_found, or conflict with the present review if it changed since the given version
 */
export const reviewSession: Handler<typeof ReviewSession> = ({ db, site, body, actor, now, storeIdempotentReply }) =>
  db.transaction(async (db) => {
    const review = await storeReview(db, site, { ...body, by: actor }, { actor, now });
    await storeIdempotentReply(db, review);
    return review;
  }, FEW_IDS);

/** As POST ai_reviews, to be called inside a transaction. @throws ApiError not_found, conflict */
export async function storeReview(
  db: Db,
  site: SiteRef,
  { version, reason = null, note = null, ...said }: Body<typeof ReviewSession> & { readonly by: Author },
  context: AuditContext,
): Promise<SessionReview> {
  const { session_id: sessionId, verdict } = said;
  const id = await lockSession(db, site.id, sessionId);
  const before = await getReview(db, site.id, sessionId);
  checkVersion(sessionId, before, version);
  const after = await upsertReview(db, site.id, { ...said, reason, note, now: context.now });
  if (after === undefined) return unchanged(sessionId, before);
  const changes: AuditChange[] = [{ field: 'verdict', from: before?.verdict ?? null, to: verdict }];
  if (reason !== (before?.reason ?? null)) changes.push({ field: 'reason', from: null, to: null });
  if (note !== (before?.note ?? null)) changes.push({ field: 'note', from: null, to: null });
  await audit(db, site, { verb: before === null ? 'create' : 'change', id, changes }, context);
  return { session_id: sessionId, ...after };
}

/** @throws ApiError conflict with the present review if it changed since this version; 0 is none yet */
function checkVersion(sessionId: string, present: Review | null, version: number | undefined): void {
  if (version === undefined || version === (present?.version ?? 0)) return;
  const current = present === null ? null : { session_id: sessionId, ...present };
  throw new ApiError('conflict', 'Someone else has changed this review', { current });
}

/** DELETE ai_reviews. @throws ApiError not_found, conflict */
export const deleteReview: Handler<typeof DeleteReview> = ({ db, site, query, actor, now }) =>
  db.transaction(async (db) => {
    const { session_id: sessionId, version } = query;
    const id = await lockSession(db, site.id, sessionId);
    const before = await getReview(db, site.id, sessionId);
    if (before === null) throw new ApiError('not_found', 'This session has no review');
    checkVersion(sessionId, before, version);
    await db.query(sql`delete from ai_review where site_id = ${site.id} and session_id = ${sessionId}`);
    const changes = [{ field: 'verdict', from: before.verdict, to: null }];
    await audit(db, site, { verb: 'delete', id, changes }, { actor, now });
    return { session_id: sessionId, deleted: true };
  }, FEW_IDS);

type SessionReview = Reply<typeof ReviewSession>;

function unchanged(sessionId: string, review: Review | null): SessionReview {
  if (review === null) throw new Error('the database returned no review');
  return { session_id: sessionId, ...review };
}

export async function getReview(db: Db, siteId: bigint, sessionId: string): Promise<Review | null> {
  const [row] = await db.query<Review>(
    sql`select ${COLUMNS} from ai_review r where r.site_id = ${siteId} and r.session_id = ${sessionId}`,
  );
  return row ?? null;
}

const COLUMNS = sql`r.verdict, r.reason, r.note, r.reviewer, r.reviewed_utc, r.version`;

/** Locks the session, to serialize its reviews, and returns its number. @throws ApiError not_found */
async function lockSession(db: Db, siteId: bigint, sessionId: string): Promise<bigint> {
  const [row] = await db.query<{ id: bigint }>(sql`
    select id from chat_session where site_id = ${siteId} and session_id = ${sessionId} for no key update`);
  if (row === undefined) throw new ApiError('not_found', 'There is no session with this id');
  return row.id;
}

interface NewReview {
  readonly session_id: string;
  readonly verdict: ReviewVerdict;
  readonly reason: string | null;
  readonly note: string | null;
  readonly by: Author;
  readonly now: Date;
}

/** Returns undefined if nothing differs. */
async function upsertReview(
  db: Db,
  siteId: bigint,
  { session_id: sessionId, verdict, reason, note, by, now }: NewReview,
): Promise<Review | undefined> {
  const [row] = await db.query<Review>(sql`
    insert into ai_review as r (site_id, session_id, verdict, reason, note, reviewer, reviewed_utc)
    values (${siteId}, ${sessionId}, ${verdict}, ${reason}, ${note}, ${authorName(siteId, by)}, ${now.toISOString()})
    on conflict (site_id, session_id) do update set verdict = excluded.verdict, reason = excluded.reason,
      note = excluded.note, reviewer = excluded.reviewer, reviewed_utc = excluded.reviewed_utc, version = r.version + 1
    where (r.verdict, r.reason, r.note, r.reviewer)
      is distinct from (excluded.verdict, excluded.reason, excluded.note, excluded.reviewer)
    returning ${COLUMNS}`);
  return row;
}

interface ReviewEntry {
  readonly verb: 'create' | 'change' | 'delete';
  /** The number of the session: its name is a visitor's, and the log outlives it. */
  readonly id: bigint;
  readonly changes: readonly AuditChange[];
}

async function audit(db: Db, site: SiteRef, { verb, id, changes }: ReviewEntry, context: AuditContext): Promise<void> {
  const objectId = id.toString();
  await recordAudit(db, site, { action: `ai_review.${verb}`, objectType: 'ai_review', objectId, changes }, context);
}

interface ReviewGroup {
  readonly verdict: ReviewVerdict;
  readonly reason: string | null;
  readonly reviewer: string;
  readonly count: number;
}

async function countReviews(db: Db, siteId: bigint, days: Days): Promise<ReviewGroup[]> {
  return db.query<ReviewGroup>(sql`
    select r.verdict, r.reason, r.reviewer, count(*)::integer as count
    from ai_review r join chat_session s on s.site_id = r.site_id and s.session_id = r.session_id
    where r.site_id = ${siteId} and ${startedOn(days)} group by 1, 2, 3`);
}

async function countStarted(db: Db, siteId: bigint, days: Days): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    select count(*)::integer as total from chat_session s
    where s.site_id = ${siteId} and ${startedOn(days)}`);
  return row?.total ?? 0;
}

function sumOf(groups: readonly ReviewGroup[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}

function mostFrequent(groups: readonly ReviewGroup[], key: 'reason' | 'reviewer'): [string, number][] {
  const counts = new Map<string, number>();
  for (const { [key]: name, count } of groups) if (name !== null) counts.set(name, (counts.get(name) ?? 0) + count);
  return [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
}
