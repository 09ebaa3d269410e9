import { EMPTY, joinSql, sql, type Statement } from '#server/db/db.ts';
import type { CallFilter, Days } from './report-parameters.ts';

/**
 * The ticket of a call `c`, otherwise that of its session `s`. Not `coalesce`: under row-level security the planner
 * treats it as a leaky function and does not use the index.
 */
export const TICKET_OF_CALL = sql`case when c.ticket_id is null then s.ticket_id else c.ticket_id end`;
/** The customer of that ticket `t`, otherwise that of the session. */
export const CUSTOMER_OF_CALL = sql`coalesce(t.customer_identity_id, s.customer_identity_id)`;

/** Joins session and ticket of a call `c`. */
export const WITH_ORIGIN = sql`left join chat_session s on s.site_id = c.site_id and s.session_id = c.session_id
  left join ticket t on t.site_id = c.site_id and t.id = ${TICKET_OF_CALL}`;

/** Calls `c` with session and ticket; the planner removes joins that a query does not use. */
export const CALLS_FROM = sql`ai_call c ${WITH_ORIGIN}`;

/** Refused calls `r`; they have no session. */
export const REFUSALS_FROM = sql`ai_refusal r
  left join ticket t on t.site_id = r.site_id and t.id = r.ticket_id`;

/** The condition of a filter on `CALLS_FROM`. */
export function selectCalls(siteId: bigint, days: Days, filter: CallFilter): Statement {
  const { feature, model, token_id, session_id, ticket_id, customer_identity_id, status, since } = filter;
  const { unpriced, min_input_tokens } = filter;
  const parts = [sql`c.site_id = ${siteId}`, within(sql`c.created_utc`, days)];
  if (since !== undefined) parts.push(sql`c.created_utc >= ${since}::timestamptz`);
  if (feature !== undefined) parts.push(sql`c.feature = ${feature}`);
  if (model !== undefined) parts.push(sql`c.model = ${model}`);
  if (token_id !== undefined) parts.push(sql`c.token_id = ${token_id}`);
  if (session_id !== undefined) parts.push(sql`c.session_id = ${session_id}`);
  if (status === 'error') parts.push(sql`c.status = 'error'`);
  if (status === 'ok') parts.push(sql`c.status = 'ok'`);
  if (status === 'refused') parts.push(sql`false`);
  if (unpriced === true) parts.push(sql`not c.is_priced`);
  if (min_input_tokens !== undefined) parts.push(sql`c.input_tokens >= ${min_input_tokens}`);
  // The first half is implied by the second, in a form that can use an index.
  if (ticket_id !== undefined)
    parts.push(sql`${maybeOfTickets(siteId, [ticket_id])} and ${TICKET_OF_CALL} = ${ticket_id}`);
  if (customer_identity_id !== undefined)
    parts.push(
      sql`${maybeOfCustomers(siteId, [customer_identity_id])} and ${CUSTOMER_OF_CALL} = ${customer_identity_id}`,
    );
  return joinSql(parts, ' and ');
}

/** Selects all calls `c` of these tickets, and possibly some others. */
export function maybeOfTickets(siteId: bigint, ids: readonly bigint[]): Statement {
  return sql`(c.ticket_id = any(${ids}::bigint[]) or c.session_id = any(array(
    select x.session_id from chat_session x where x.site_id = ${siteId} and x.ticket_id = any(${ids}::bigint[]))))`;
}

/** Selects all calls `c` of these customers, and possibly some others. */
export function maybeOfCustomers(siteId: bigint, ids: readonly bigint[]): Statement {
  const tickets = sql`select y.id from ticket y where y.site_id = ${siteId} and y.customer_identity_id = any(${ids}::bigint[])`;
  return sql`(c.ticket_id = any(array(${tickets})) or c.session_id = any(array(
    select x.session_id from chat_session x where x.site_id = ${siteId}
      and (x.customer_identity_id = any(${ids}::bigint[]) or x.ticket_id = any(array(${tickets}))))))`;
}

/** The condition of a filter on `REFUSALS_FROM`. */
export function selectRefusals(siteId: bigint, days: Days, filter: CallFilter): Statement {
  const { feature, model, token_id, session_id, ticket_id, customer_identity_id, status, since } = filter;
  const parts = [sql`r.site_id = ${siteId}`, within(sql`r.created_utc`, { ...days, from: days.refusalsFrom })];
  if (since !== undefined) parts.push(sql`r.created_utc >= ${since}::timestamptz`);
  if (feature !== undefined) parts.push(sql`r.feature = ${feature}`);
  if (model !== undefined) parts.push(sql`r.model = ${model}`);
  if (token_id !== undefined) parts.push(sql`r.token_id = ${token_id}`);
  if (ticket_id !== undefined) parts.push(sql`r.ticket_id = ${ticket_id}`);
  if (customer_identity_id !== undefined) parts.push(sql`t.customer_identity_id = ${customer_identity_id}`);
  const excludesRefusals =
    session_id !== undefined || hasCallFilter(filter) || (status !== undefined && status !== 'refused');
  if (excludesRefusals) parts.push(sql`false`);
  return joinSql(parts, ' and ');
}

/** The condition of a filter on rows `d` of the daily totals. */
export function selectDays(siteId: bigint, { from, to }: Days, filter: CallFilter): Statement {
  const { feature, model, token_id } = filter;
  return sql`d.site_id = ${siteId} and d.day >= ${from}::date and d.day < ${to}::date
    ${feature === undefined ? EMPTY : sql`and d.feature = ${feature}`}
    ${model === undefined ? EMPTY : sql`and d.model = ${model}`}
    ${token_id === undefined ? EMPTY : sql`and d.token_id = ${token_id}`}`;
}

/**
 * Whether the figures of a filter come from the daily totals: those of all calls, and of successful ones as the rest
 * without the failed ones. They have no sessions, tickets or customers, and only a count of failed and refused calls.
 */
export function isInDailyTotals(filter: CallFilter): boolean {
  return isCountInDailyTotals(filter) && filter.status !== 'refused' && filter.status !== 'error';
}

/** Whether the daily totals contain the number of calls of a filter. */
export function isCountInDailyTotals(filter: CallFilter): boolean {
  const { session_id, ticket_id, customer_identity_id, since } = filter;
  return (
    since === undefined &&
    !hasCallFilter(filter) &&
    session_id === undefined &&
    ticket_id === undefined &&
    customer_identity_id === undefined
  );
}

/** Filters that neither the daily totals nor refused calls support. */
function hasCallFilter({ unpriced, min_input_tokens }: CallFilter): boolean {
  return unpriced !== undefined || min_input_tokens !== undefined;
}

export function within(instant: Statement, { from, to }: Pick<Days, 'from' | 'to'>): Statement {
  return sql`${instant} >= ${`${from}T00:00:00Z`}::timestamptz and ${instant} < ${`${to}T00:00:00Z`}::timestamptz`;
}
