import type { AI_GROUPS } from '#contract/ai-reports.ts';
import { EMPTY, sql, type Db, type Statement } from '#server/db/db.ts';
import {
  CALLS_FROM,
  CUSTOMER_OF_CALL,
  maybeOfCustomers,
  maybeOfTickets,
  REFUSALS_FROM,
  selectCalls,
  selectDays,
  selectRefusals,
  TICKET_OF_CALL,
  WITH_ORIGIN,
} from './call-filter.sql.ts';
import type { CallFilter, Days, Page } from './report-parameters.ts';

export type UsageGroup = (typeof AI_GROUPS)[number];

export interface UsageSelection {
  readonly days: Days;
  readonly filter: CallFilter;
  readonly groups: readonly UsageGroup[];
  readonly order: 'created' | 'cost';
}

/** Keys of groups that were not requested are constant; 0 or '' means none. */
export interface GroupKeys {
  readonly day: string;
  readonly feature: string;
  readonly model: string;
  readonly token_id: bigint;
  readonly session_id: string;
  readonly ticket_id: bigint;
  readonly customer_id: bigint;
}

export interface UsageTotals extends GroupKeys {
  readonly token_label: string | null;
  readonly ticket_number: number | null;
  readonly customer_name: string | null;
  readonly calls: number;
  readonly cache_hits: number;
  readonly errors: number;
  readonly refused: number;
  readonly unpriced: number;
  readonly input_tokens: bigint;
  readonly output_tokens: bigint;
  readonly cost_usd: string;
  readonly latency_ms: number;
  /** Calls by upper bound of the bucket, without empty buckets. */
  readonly latencies: Readonly<Record<string, number>> | null;
}

/** The columns that identify a group. */
const KEYS = sql`day, feature, model, token_id, session_id, ticket_id, customer_id`;

/** Sorts names with collation "C", which is the same on every server. */
const ORDER = sql`p.day desc, p.feature collate "C", p.model collate "C", nullif(p.token_id, 0) nulls last,
  nullif(p.session_id, '') collate "C" nulls last, nullif(p.ticket_id, 0) nulls last,
  nullif(p.customer_id, 0) nulls last`;

type Columns = Readonly<Record<UsageGroup, Statement>>;

function keysOf(groups: readonly UsageGroup[], columns: Columns): Statement {
  const has = (group: UsageGroup, none: Statement) => (groups.includes(group) ? columns[group] : none);
  return sql`${has('day', sql`date '2000-01-01'`)} as day, ${has('feature', sql`''::text`)} as feature,
    ${has('model', sql`''::text`)} as model, ${has('token', sql`0::bigint`)} as token_id,
    ${has('session', sql`''::text`)} as session_id, ${has('ticket', sql`0::bigint`)} as ticket_id,
    ${has('customer', sql`0::bigint`)} as customer_id`;
}

const NOT_BY_DAY = { session: sql`''::text`, ticket: sql`0::bigint`, customer: sql`0::bigint` };
const DAY_COLUMNS: Columns = {
  day: sql`d.day`,
  feature: sql`d.feature`,
  model: sql`d.model`,
  token: sql`d.token_id`,
  ...NOT_BY_DAY,
};
const CALL_COLUMNS: Columns = {
  day: sql`(c.created_utc at time zone 'UTC')::date`,
  feature: sql`c.feature`,
  model: sql`c.model`,
  token: sql`coalesce(c.token_id, 0)`,
  session: sql`coalesce(c.session_id, '')`,
  ticket: sql`coalesce(${TICKET_OF_CALL}, 0)`,
  customer: sql`coalesce(${CUSTOMER_OF_CALL}, 0)`,
};
const REFUSAL_COLUMNS: Columns = {
  day: sql`(r.created_utc at time zone 'UTC')::date`,
  feature: sql`r.feature`,
  model: sql`r.model`,
  token: sql`coalesce(r.token_id, 0)`,
  session: sql`''::text`,
  ticket: sql`coalesce(r.ticket_id, 0)`,
  customer: sql`coalesce(t.customer_identity_id, 0)`,
};

export interface UsagePage {
  readonly rows: readonly UsageTotals[];
  readonly total: number;
}

/** Usage by group from the daily totals alone: a few hundred or thousand rows even for a site with a million calls. */
export function findUsageByDay(db: Db, siteId: bigint, selection: UsageSelection, page: Page): Promise<UsagePage> {
  const { days, filter, groups } = selection;
  const keys = keysOf(groups, DAY_COLUMNS);
  const selected = selectDays(siteId, days, filter);
  const all = sql`
    select ${keys}, null::integer as le_ms, 0 as timed, sum(d.calls) as calls, sum(d.cache_hits) as cache_hits,
      sum(d.errors) as errors, sum(d.refused) as refused, sum(d.unpriced) as unpriced, sum(d.input_tokens) as input_tokens,
      sum(d.output_tokens) as output_tokens, sum(d.cost_usd) as cost_usd, sum(d.latency_ms) as latency_ms
    from ai_usage_day d where ${selected} group by 1, 2, 3, 4, 5, 6, 7
    union all
    select ${keys}, d.le_ms, sum(d.calls), 0, 0, 0, 0, 0, 0, 0, 0, 0
    from ai_latency_day d where ${selected} group by 1, 2, 3, 4, 5, 6, 7, 8`;
  const parts = filter.status === 'ok' ? withoutFailed(siteId, selection, all) : all;
  return findPage(db, siteId, parts, selection.order, page);
}

/** The parts of successful calls: those of all calls minus those of the failed ones, which are few and have an index. */
function withoutFailed(siteId: bigint, selection: UsageSelection, all: Statement): Statement {
  const failed = partsOfCalls(siteId, { ...selection, filter: { ...selection.filter, status: 'error' } }, null);
  return sql`
    select ${KEYS}, le_ms, sum(timed) as timed, sum(calls) as calls, sum(cache_hits) as cache_hits, sum(errors) as errors,
      0 as refused, sum(unpriced) as unpriced, sum(input_tokens) as input_tokens, sum(output_tokens) as output_tokens,
      sum(cost_usd) as cost_usd, sum(latency_ms) as latency_ms
    from (
      select * from (${all}) a
      union all
      select ${KEYS}, le_ms, -timed, -calls, -cache_hits, -errors, 0, -unpriced, -input_tokens, -output_tokens, -cost_usd,
        -latency_ms
      from (${failed}) f
    ) s group by ${KEYS}, le_ms`;
}

/** Groups with as many keys as there are conversations. */
export const CALL_GROUPS = ['session', 'ticket', 'customer'] as const satisfies readonly UsageGroup[];
export type CallGroup = (typeof CALL_GROUPS)[number];

/** The groups of a page, for groups with many keys. */
export interface GroupsOfPage {
  readonly group: CallGroup;
  readonly keys: readonly string[];
  /** Their number of calls, if known. */
  readonly calls?: number;
}

/** The queries of a report that read single calls, each in one statement. */
export interface UsageReader {
  findKeys(group: CallGroup, page: Page): Promise<GroupsOfPage & { readonly total: number }>;
  findTotals(only: GroupsOfPage | null, page: Page): Promise<UsagePage>;
  findPercentiles(only: GroupsOfPage | null): Promise<readonly GroupPercentiles[]>;
}

export type GroupPercentiles = GroupKeys & { readonly p50_ms: number; readonly p95_ms: number };

export function usageReader(db: Db, siteId: bigint, selection: UsageSelection): UsageReader {
  return {
    findKeys: (group, page) => findKeys(db, siteId, selection, group, page),
    findTotals(only, page) {
      const calls = partsOfCalls(siteId, selection, only);
      const parts = sql`${calls} union all ${partsOfRefusals(siteId, selection, only)}`;
      return findPage(db, siteId, parts, selection.order, page);
    },
    findPercentiles: (only) => findPercentilesOf(db, latenciesOfCalls(siteId, selection, only)),
  };
}

/**
 * Usage by group from single calls, for groups that the daily totals do not have. For groups with many keys it finds
 * those of the page by cost first, then reads all totals for them only.
 */
export async function findUsageInCalls(
  reader: UsageReader,
  { groups }: UsageSelection,
  page: Page,
): Promise<UsagePage & { readonly only: GroupsOfPage | null }> {
  const group = CALL_GROUPS.find((name) => groups.includes(name));
  if (group === undefined) return { ...(await reader.findTotals(null, page)), only: null };
  const { total, ...only } = await reader.findKeys(group, page);
  const { rows } = await reader.findTotals(only, { limit: only.keys.length, skip: 0 });
  return { rows, total, only };
}

/** Key, cost and number of calls per group; a key may occur more than once. */
function keysOfCalls(siteId: bigint, { days, filter }: UsageSelection, group: CallGroup): Statement {
  return sql`
    select ${CALL_COLUMNS[group]} as key, c.cost_usd, c.calls from (
      select c.site_id, c.session_id, ${group === 'session' ? sql`null::bigint` : sql`c.ticket_id`} as ticket_id,
        sum(c.cost_usd) as cost_usd, count(*) as calls
      from ${CALLS_FROM} where ${selectCalls(siteId, days, filter)} group by 1, 2, 3
    ) c ${WITH_ORIGIN}`;
}

/** `keysOfCalls` for refused calls, which cost nothing. */
function keysOfRefusals(siteId: bigint, { days, filter }: UsageSelection, group: CallGroup): Statement {
  return sql`
    select distinct ${REFUSAL_COLUMNS[group]} as key, 0 as cost_usd, 0 as calls
    from ${REFUSALS_FROM} where ${selectRefusals(siteId, days, filter)}`;
}

async function findKeys(
  db: Db,
  siteId: bigint,
  selection: UsageSelection,
  group: CallGroup,
  { limit, skip }: Page,
): Promise<GroupsOfPage & { readonly total: number }> {
  const byKey = group === 'session' ? sql`nullif(g.key, '') collate "C" nulls last` : sql`nullif(g.key, 0) nulls last`;
  const rows = await db.query<{ key: string | null; total: number }>(sql`
    with groups as materialized (
      select key, sum(cost_usd) as cost_usd from (
        ${keysOfCalls(siteId, selection, group)} union all ${keysOfRefusals(siteId, selection, group)}
      ) parts group by key
    )
    select g.key::text as key, n.total from (select count(*)::integer as total from groups) n
    left join lateral (
      select * from groups g order by ${selection.order === 'cost' ? sql`g.cost_usd desc, ${byKey}` : byKey}
      limit ${limit} offset ${skip}
    ) g on true`);
  return { group, keys: rows.flatMap(({ key }) => key ?? []), total: rows[0]?.total ?? 0 };
}

/** The latency of each call with the keys of its group. */
function latenciesOfCalls(
  siteId: bigint,
  { days, filter, groups }: UsageSelection,
  only: GroupsOfPage | null,
): Statement {
  return sql`
    select ${keysOf(groups, CALL_COLUMNS)}, c.latency_ms
    from ${CALLS_FROM} where ${selectCalls(siteId, days, filter)} ${ofPage(siteId, only)}`;
}

/** Median and 95th percentile of the latency of each group. */
function findPercentilesOf(db: Db, latencies: Statement): Promise<GroupPercentiles[]> {
  return db.query<GroupPercentiles>(sql`
    select ${KEYS}, percentile_disc(0.5) within group (order by latency_ms) as p50_ms,
      percentile_disc(0.95) within group (order by latency_ms) as p95_ms
    from (${latencies}) latencies group by ${KEYS}`);
}

/** Totals of calls by group and histogram bucket: the columns that `findPage` expects. */
function partsOfCalls(siteId: bigint, { days, filter, groups }: UsageSelection, only: GroupsOfPage | null): Statement {
  return sql`
    select ${keysOf(groups, CALL_COLUMNS)}, ai_latency_bound(c.latency_ms) as le_ms, count(*) as timed, count(*) as calls,
      count(*) filter (where c.cache_hit) as cache_hits, count(*) filter (where c.status = 'error') as errors,
      0::bigint as refused, count(*) filter (where not c.is_priced) as unpriced, sum(c.input_tokens) as input_tokens,
      sum(c.output_tokens) as output_tokens, sum(c.cost_usd) as cost_usd, sum(c.latency_ms) as latency_ms
    from ${CALLS_FROM} where ${selectCalls(siteId, days, filter)} ${ofPage(siteId, only)}
    group by 1, 2, 3, 4, 5, 6, 7, 8`;
}

/** `partsOfCalls` for refused calls, which are only counted. */
function partsOfRefusals(
  siteId: bigint,
  { days, filter, groups }: UsageSelection,
  only: GroupsOfPage | null,
): Statement {
  const chosen = only === null ? EMPTY : sql`and (${REFUSAL_COLUMNS[only.group]})::text = any(${only.keys}::text[])`;
  return sql`
    select ${keysOf(groups, REFUSAL_COLUMNS)}, null::integer as le_ms, 0 as timed, 0 as calls, 0 as cache_hits, 0 as errors,
      count(*) as refused, 0 as unpriced, 0 as input_tokens, 0 as output_tokens, 0 as cost_usd, 0 as latency_ms
    from ${REFUSALS_FROM} where ${selectRefusals(siteId, days, filter)} ${chosen}
    group by 1, 2, 3, 4, 5, 6, 7`;
}

function ofPage(siteId: bigint, only: GroupsOfPage | null): Statement {
  if (only === null) return EMPTY;
  const { group, keys } = only;
  return sql`${maybeOfKeys(siteId, group, keys)} and (${CALL_COLUMNS[group]})::text = any(${keys}::text[])`;
}

/** Whether the keys include "none", which no index finds. */
function includesNone(keys: readonly string[]): boolean {
  return keys.some((key) => key === '' || key === '0');
}

/** Implied by the key being one of these, in a form that can use an index. */
function maybeOfKeys(siteId: bigint, group: CallGroup, keys: readonly string[]): Statement {
  if (includesNone(keys)) return EMPTY;
  if (group === 'session') return sql`and c.session_id = any(${keys}::text[])`;
  const ids = keys.map(BigInt);
  return sql`and ${group === 'ticket' ? maybeOfTickets(siteId, ids) : maybeOfCustomers(siteId, ids)}`;
}

/**
 * Adds up the parts of each group and returns a page of groups. Nothing is joined by key: the planner cannot estimate
 * the number of groups.
 */
async function findPage(
  db: Db,
  siteId: bigint,
  parts: Statement,
  order: UsageSelection['order'],
  { limit, skip }: Page,
): Promise<UsagePage> {
  const sorted = order === 'cost' ? sql`p.cost_usd desc, ${ORDER}` : ORDER;
  const rows = await db.query<UsageTotals & { total: number; is_page: boolean | null }>(sql`
    with sums as materialized (
      select ${KEYS}, sum(calls) as calls, sum(cache_hits) as cache_hits, sum(errors) as errors, sum(refused) as refused,
        sum(unpriced) as unpriced, sum(input_tokens) as input_tokens, sum(output_tokens) as output_tokens,
        sum(cost_usd) as cost_usd, sum(latency_ms) as latency_ms,
        array_agg(le_ms) filter (where timed <> 0) as bounds, array_agg(timed) filter (where timed <> 0) as timed
      from (${parts}) parts group by ${KEYS} having sum(calls) <> 0 or sum(refused) <> 0
    ), page as (
      select *, true as is_page from sums p order by ${sorted} limit ${limit} offset ${skip}
    )
    select n.total, p.is_page, p.day, p.feature, p.model, p.token_id, k.label as token_label, p.session_id, p.ticket_id,
      t.ticket_number, p.customer_id, coalesce(i.display_name, i.email, i.phone) as customer_name,
      p.calls::float8 as calls, p.cache_hits::float8 as cache_hits, p.errors::float8 as errors,
      p.refused::float8 as refused, p.unpriced::float8 as unpriced, p.input_tokens::bigint as input_tokens,
      p.output_tokens::bigint as output_tokens, p.cost_usd, p.latency_ms::float8 as latency_ms,
      (select json_object_agg(b.le_ms, b.calls::float8) from unnest(p.bounds, p.timed) b (le_ms, calls)) as latencies
    from (select count(*)::integer as total from sums) n
    left join page p on true
    left join api_token k on k.site_id = ${siteId} and k.id = p.token_id
    left join ticket t on t.site_id = ${siteId} and t.id = p.ticket_id
    left join customer_identity i on i.site_id = ${siteId} and i.id = p.customer_id
    order by ${sorted}`);
  return { rows: rows.filter(({ is_page }) => is_page === true), total: rows[0]?.total ?? 0 };
}
