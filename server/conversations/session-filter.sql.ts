import type { listAiSessions as ListAiSessions } from '#contract/conversations.ts';
import type { Query } from '#contract/operation.ts';
import { containsPattern, joinSql, sql, type Statement } from '#server/db/db.ts';

type SessionQuery = Query<typeof ListAiSessions>;

export interface SessionSelection {
  readonly siteId: bigint;
  readonly filter: Omit<SessionQuery, 'q' | 'from' | 'to' | 'limit' | 'skip'>;
  /** Words that must all occur in messages of the session. */
  readonly words: readonly string[];
  readonly fromUtc: string | null;
  readonly toUtc: string | null;
  /** False for a site without AI usage, where every session costs nothing. */
  readonly hasCosts: boolean;
}

/** Sessions `s` that started on these UTC days; `to` is exclusive. */
export function startedOn({ from, to }: { readonly from: string; readonly to: string }): Statement {
  return sql`s.started_utc >= ${`${from}T00:00:00Z`}::timestamptz and s.started_utc < ${`${to}T00:00:00Z`}::timestamptz`;
}

/** Selects `id` and `started_utc` of the matching sessions, and `cost_usd` if they are ordered by it. */
export function selectSessions(selection: SessionSelection): Statement {
  const { sample } = selection.filter;
  const all = usesCosts(selection) ? withCosts(selection) : withoutCosts(selection);
  // A digest of the id, so that all callers draw the same sessions.
  return sample === undefined ? all : sql`select * from (${all}) s order by md5(s.session_id), s.id limit ${sample}`;
}

/** The order of the list, for `selectSessions`. */
export function sessionOrder(selection: SessionSelection): Statement {
  const newest = sql`s.started_utc desc, s.id desc`;
  return selection.filter.order_by === 'cost' ? sql`s.cost_usd desc, ${newest}` : newest;
}

function usesCosts({ filter }: SessionSelection): boolean {
  return filter.order_by === 'cost' || filter.min_cost !== undefined;
}

function withoutCosts(selection: SessionSelection): Statement {
  return sql`select s.id, s.session_id, s.started_utc from chat_session s where ${selected(selection)}`;
}

/** Adds up the calls session by session, from their index: the calls of all other days are not read. */
function withCosts(selection: SessionSelection): Statement {
  const { siteId, hasCosts, filter } = selection;
  const cost = sql`(select sum(c.cost_usd) from ai_call c where c.site_id = ${siteId} and c.session_id = s.session_id)`;
  return sql`
    select * from (
      select s.id, s.session_id, s.started_utc, ${hasCosts ? sql`coalesce(${cost}, 0)` : sql`0::numeric`} as cost_usd
      from chat_session s where ${selected(selection)} offset 0
    ) s where s.cost_usd >= ${filter.min_cost ?? 0}::numeric`;
}

function selected({ siteId, filter, words, fromUtc, toUtc }: SessionSelection): Statement {
  const { since, channel, outcome, ticket_id: ticketId, customer_identity_id: customerId, visitor_key: key } = filter;
  const conditions = [sql`s.site_id = ${siteId}`, ...words.map((word) => mentions(siteId, word))];
  const add = (condition: Statement) => conditions.push(condition);
  if (since !== undefined) add(sql`s.started_utc >= ${since}::timestamptz`);
  if (fromUtc !== null) add(sql`s.started_utc >= ${fromUtc}::timestamptz`);
  if (toUtc !== null) add(sql`s.started_utc < ${toUtc}::timestamptz`);
  if (channel !== undefined) add(sql`s.channel = ${channel}`);
  if (outcome !== undefined) add(sql`s.outcome = ${outcome}`);
  if (ticketId !== undefined) add(sql`s.ticket_id = ${ticketId}`);
  if (customerId !== undefined) add(sql`s.customer_identity_id = ${customerId}`);
  if (key !== undefined) add(sql`s.visitor_key = ${key}`);
  if (filter.min_messages !== undefined) add(sql`s.message_count >= ${filter.min_messages}`);
  if (filter.reason !== undefined) {
    add(sql`exists (select from handoff h
      where h.site_id = ${siteId} and h.session_id = s.session_id and h.reason = ${filter.reason})`);
  }
  if (filter.question !== undefined) {
    add(sql`s.session_id in (select m.session_id from chat_message m
      where m.site_id = ${siteId} and m.opening = question_opening(${filter.question}))`);
  }
  if (filter.review !== undefined) add(reviewed(siteId, filter.review));
  if (filter.low_score === true) add(isScoredLow(siteId));
  return joinSql(conditions, ' and ');
}

function mentions(siteId: bigint, word: string): Statement {
  return sql`s.session_id in (select m.session_id from chat_message m
    where m.site_id = ${siteId} and m.text ilike ${containsPattern(word)})`;
}

function reviewed(siteId: bigint, review: NonNullable<SessionQuery['review']>): Statement {
  const found = sql`select from ai_review r where r.site_id = ${siteId} and r.session_id = s.session_id`;
  if (review === 'none') return sql`not exists (${found})`;
  return review === 'any' ? sql`exists (${found})` : sql`exists (${found} and r.verdict = ${review})`;
}

function isScoredLow(siteId: bigint): Statement {
  return sql`(exists (select from csat_response a
      where a.site_id = ${siteId} and a.ticket_id = s.ticket_id and a.score <= 2)
    or exists (select from feedback f
      where f.site_id = ${siteId} and f.session_id = s.session_id and f.rating <= 2))`;
}
