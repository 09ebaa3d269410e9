import { EMPTY, joinSql, sql, type Statement } from '#server/db/db.ts';
import type { CallFilter, Days } from './report-parameters.ts';

/**
 * The ticket that a call `c` was made for, else that of its session `s`. Not `coalesce`: behind row-level security it serves no
 * index, since the planner takes it for a function that may tell what it sees.
 */
export const TICKET_OF_CALL = sql`case when c.ticket_id is null then s.ticket_id else c.ticket_id end`;
/** The customer of that ticket `t`, else that of the session. */
export const CUSTOMER_OF_CALL = sql`coalesce(t.customer_identity_id, s.customer_identity_id)`;

/** Session and ticket of a call `c`. */
export const WITH_ORIGIN = sql`left join chat_session s on s.site_id = c.site_id and s.session_id = c.session_id
  left join ticket t on t.site_id = c.site_id and t.id = ${TICKET_OF_CALL}`;

/** Calls `c` with their session and ticket, which cost nothing where they are not asked about. */
export const CALLS_FROM = sql`ai_call c ${WITH_ORIGIN}`;

/** Refused calls `r`, which belong to no session. */
export const REFUSALS_FROM = sql`ai_refusal r
  left join ticket t on t.site_id = r.site_id and t.id = r.ticket_id`;

/** Which of `CALLS_FROM` count. */
export function selectCalls(siteId: bigint, days: Days, filter: CallFilter): Statement {
  const { feature, model, token_id, session_id, ticket_id, customer_identity_id, status, cache_hit, since } = filter;
  const { unpriced, error_code, min_input_tokens } = filter;
  const parts = [sql`c.site_id = ${siteId}`, within(sql`c.created_utc`, days)];
  if (since !== undefined) parts.push(sql`c.created_utc >= ${since}::timestamptz`);
  if (feature !== undefined) parts.push(sql`c.feature = ${feature}`);
  if (model !== undefined) parts.push(sql`c.model = ${model}`);
  if (token_id !== undefined) parts.push(sql`c.token_id = ${token_id}`);
  if (session_id !== undefined) parts.push(sql`c.session_id = ${session_id}`);
  if (status === 'error') parts.push(sql`c.status = 'error'`);
  if (status === 'ok') parts.push(sql`c.status = 'ok'`);
  if (status === 'refused') parts.push(sql`false`);
  if (cache_hit === true) parts.push(sql`c.cache_hit`);
  if (unpriced === true) parts.push(sql`not c.is_priced`);
  if (error_code !== undefined) parts.push(sql`c.error_code = ${error_code}`);
  if (min_input_tokens !== undefined) parts.push(sql`c.input_tokens >= ${min_input_tokens}`);
  // The first half says what the second does, in a way that indexes know.
  if (ticket_id !== undefined)
    parts.push(sql`${nearTickets(siteId, [ticket_id])} and ${TICKET_OF_CALL} = ${ticket_id}`);
  if (customer_identity_id !== undefined)
    parts.push(sql`${nearCustomers(siteId, [customer_identity_id])} and ${CUSTOMER_OF_CALL} = ${customer_identity_id}`);
  return joinSql(parts, ' and ');
}

/** All calls `c` of these tickets, and some that are of others. */
export function nearTickets(siteId: bigint, ids: readonly bigint[]): Statement {
  return sql`(c.ticket_id = any(${ids}::bigint[]) or c.session_id = any(array(
    select x.session_id from chat_session x where x.site_id = ${siteId} and x.ticket_id = any(${ids}::bigint[]))))`;
}

/** All calls `c` of these customers, and some that are of others. */
export function nearCustomers(siteId: bigint, ids: readonly bigint[]): Statement {
  const tickets = sql`select y.id from ticket y where y.site_id = ${siteId} and y.customer_identity_id = any(${ids}::bigint[])`;
  return sql`(c.ticket_id = any(array(${tickets})) or c.session_id = any(array(
    select x.session_id from chat_session x where x.site_id = ${siteId}
      and (x.customer_identity_id = any(${ids}::bigint[]) or x.ticket_id = any(array(${tickets}))))))`;
}

/** Which of `REFUSALS_FROM` count. */
export function selectRefusals(siteId: bigint, days: Days, filter: CallFilter): Statement {
  const { feature, model, token_id, session_id, ticket_id, customer_identity_id, status, cache_hit, since } = filter;
  const parts = [sql`r.site_id = ${siteId}`, within(sql`r.created_utc`, { ...days, from: days.refusalsFrom })];
  if (since !== undefined) parts.push(sql`r.created_utc >= ${since}::timestamptz`);
  if (feature !== undefined) parts.push(sql`r.feature = ${feature}`);
  if (model !== undefined) parts.push(sql`r.model = ${model}`);
  if (token_id !== undefined) parts.push(sql`r.token_id = ${token_id}`);
  if (ticket_id !== undefined) parts.push(sql`r.ticket_id = ${ticket_id}`);
  if (customer_identity_id !== undefined) parts.push(sql`t.customer_identity_id = ${customer_identity_id}`);
  const isOfCalls =
    session_id !== undefined ||
    hasCallFilter(filter) ||
    cache_hit === true ||
    (status !== undefined && status !== 'refused');
  if (isOfCalls) parts.push(sql`false`);
  return joinSql(parts, ' and ');
}

/** Which rows `d` of the sums by day count. */
export function selectDays(siteId: bigint, { from, to }: Days, filter: CallFilter): Statement {
  const { feature, model, token_id } = filter;
  return sql`d.site_id = ${siteId} and d.day >= ${from}::date and d.day < ${to}::date
    ${feature === undefined ? EMPTY : sql`and d.feature = ${feature}`}
    ${model === undefined ? EMPTY : sql`and d.model = ${model}`}
    ${token_id === undefined ? EMPTY : sql`and d.token_id = ${token_id}`}`;
}

/**
 * Whether the sums by day know what such calls add up to, and how many there are: of all, of what failed or did not, and of
 * what was cached. They have no sessions, tickets and customers; what was refused is counted in them and not added up.
 */
export function isInSums(filter: CallFilter): boolean {
  return isCountedInSums(filter) && filter.status !== 'refused';
}

/** Whether they know how many calls there are. */
export function isCountedInSums(filter: CallFilter): boolean {
  const { session_id, ticket_id, customer_identity_id, status, cache_hit, since } = filter;
  return (
    since === undefined &&
    !hasCallFilter(filter) &&
    session_id === undefined &&
    ticket_id === undefined &&
    customer_identity_id === undefined &&
    (status === undefined || cache_hit === undefined)
  );
}

/** What the sums by day do not know, and calls that were refused do not have. */
function hasCallFilter({ unpriced, error_code, min_input_tokens }: CallFilter): boolean {
  return [unpriced, error_code, min_input_tokens].some((value) => value !== undefined);
}

function within(instant: Statement, { from, to }: Pick<Days, 'from' | 'to'>): Statement {
  return sql`${instant} >= ${`${from}T00:00:00Z`}::timestamptz and ${instant} < ${`${to}T00:00:00Z`}::timestamptz`;
}
