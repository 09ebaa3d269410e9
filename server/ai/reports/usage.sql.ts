import type { AI_GROUPS } from '#contract/ai-reports.ts';
import { EMPTY, sql, type Db, type Statement } from '#server/db/db.ts';
import {
  CALLS_FROM,
  CUSTOMER_OF_CALL,
  nearCustomers,
  nearTickets,
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

/** Keys of groups that were not asked for hold a constant, and 0 or '' stands for none. */
export interface GroupKeys {
  readonly day: string;
  readonly feature: string;
  readonly model: string;
  readonly token_id: bigint;
  readonly session_id: string;
  readonly ticket_id: bigint;
  readonly customer_id: bigint;
}

export interface UsageSums extends GroupKeys {
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
  /** Calls by upper bound; bounds without any are left out. */
  readonly latencies: Readonly<Record<string, number>> | null;
}

/** All that tells one group from another. */
export const KEYS = sql`day, feature, model, token_id, session_id, ticket_id, customer_id`;

/** Names by the collation "C", which every server has alike. */
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

const IN_NO_SUMS = { session: sql`''::text`, ticket: sql`0::bigint`, customer: sql`0::bigint` };
const DAY_COLUMNS: Columns = {
  day: sql`d.day`,
  feature: sql`d.feature`,
  model: sql`d.model`,
  token: sql`d.token_id`,
  ...IN_NO_SUMS,
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
  readonly rows: readonly UsageSums[];
  readonly total: number;
}

/** Groups from the sums by day alone: a site with a million calls has some hundreds or thousands of them. */
export function findUsageInSums(db: Db, siteId: bigint, selection: UsageSelection, page: Page): Promise<UsagePage> {
  const { days, filter, groups } = selection;
  const keys = keysOf(groups, DAY_COLUMNS);
  const selected = selectDays(siteId, days, filter);
  const { usage, latencies } = sumsOf(filter);
  const parts = sql`
    select ${keys}, null::integer as le_ms, 0 as timed, sum(d.calls) as calls, sum(d.cache_hits) as cache_hits,
      sum(d.errors) as errors, sum(d.refused) as refused, sum(d.unpriced) as unpriced, sum(d.input_tokens) as input_tokens,
      sum(d.output_tokens) as output_tokens, sum(d.cost_usd) as cost_usd, sum(d.latency_ms) as latency_ms
    from ${usage} d where ${selected} group by 1, 2, 3, 4, 5, 6, 7
    union all
    select ${keys}, d.le_ms, sum(d.calls), 0, 0, 0, 0, 0, 0, 0, 0, 0
    from ${latencies} d where ${selected} group by 1, 2, 3, 4, 5, 6, 7, 8`;
  return findPage(db, siteId, parts, selection.order, page);
}

/** Which sums by day, and latencies by day, have the calls of a filter that `isInSums`. */
function sumsOf({ status, cache_hit }: CallFilter): { readonly usage: Statement; readonly latencies: Statement } {
  const part = cache_hit === true ? 'cached' : status === 'error' ? 'error' : null;
  if (part !== null) {
    return {
      usage: sql`(select *, 0::bigint as refused from ai_part_day where part = ${part})`,
      latencies: sql`(select * from ai_part_latency_day where part = ${part})`,
    };
  }
  if (status === undefined) return { usage: sql`ai_usage_day`, latencies: sql`ai_latency_day` };
  // Calls that have not failed are all calls minus the failed ones.
  return {
    usage: sql`(
      select site_id, day, feature, model, token_id, calls, cache_hits, errors, 0::bigint as refused, unpriced, input_tokens,
        output_tokens, cost_usd, latency_ms from ai_usage_day
      union all
      select site_id, day, feature, model, token_id, -calls, -cache_hits, -errors, 0, -unpriced, -input_tokens,
        -output_tokens, -cost_usd, -latency_ms from ai_part_day where part = 'error')`,
    latencies: sql`(
      select site_id, day, feature, model, token_id, le_ms, calls from ai_latency_day
      union all
      select site_id, day, feature, model, token_id, le_ms, -calls from ai_part_latency_day where part = 'error')`,
  };
}

/** Groups of which there are as many as conversations. */
export const CALL_GROUPS = ['session', 'ticket', 'customer'] as const satisfies readonly UsageGroup[];
export type CallGroup = (typeof CALL_GROUPS)[number];

/** Groups of very many that stand on a page. */
export interface GroupsOfPage {
  readonly group: CallGroup;
  readonly keys: readonly string[];
  /** How many calls they have, where that is known. */
  readonly calls?: number;
}

/** A part of the calls `c`, or of the refused ones `r`, as a condition; all of them without. */
export type PartOf = (row: Statement) => Statement;
const WHOLE: PartOf = () => EMPTY;

/** Queries of a report that read the calls themselves, each in one statement. */
export interface UsageReader {
  findKeys(group: CallGroup, page: Page): Promise<GroupsOfPage & { readonly total: number }>;
  findSums(only: GroupsOfPage | null, page: Page): Promise<UsagePage>;
  findPercentiles(only: GroupsOfPage | null): Promise<readonly GroupPercentiles[]>;
}

export type GroupPercentiles = GroupKeys & { readonly p50_ms: number; readonly p95_ms: number };

/** Each in one statement. */
export function readUsageAtOnce(db: Db, siteId: bigint, selection: UsageSelection): UsageReader {
  return {
    findKeys: (group, page) => findKeys(db, siteId, selection, group, page),
    findSums(only, page) {
      const calls = partsOfCalls(siteId, selection, only);
      const parts = sql`${calls} union all ${partsOfRefusals(siteId, selection, only)}`;
      return findPage(db, siteId, parts, selection.order, page);
    },
    findPercentiles: (only) => findPercentilesOf(db, latenciesOfCalls(siteId, selection, only)),
  };
}

/**
 * Groups that the sums by day do not have, from the calls themselves. Of very many groups those of the page are found by
 * their cost alone: everything else is then added up for them and not for all.
 */
export async function findUsageInCalls(
  reader: UsageReader,
  { groups }: UsageSelection,
  page: Page,
): Promise<UsagePage & { readonly only: GroupsOfPage | null }> {
  const group = CALL_GROUPS.find((name) => groups.includes(name));
  if (group === undefined) return { ...(await reader.findSums(null, page)), only: null };
  const { total, ...only } = await reader.findKeys(group, page);
  const { rows } = await reader.findSums(only, { limit: only.keys.length, skip: 0 });
  return { rows, total, only };
}

/** Key, cost and number of calls of each group, some groups more than once. */
export function keysOfCalls(
  siteId: bigint,
  { days, filter }: UsageSelection,
  group: CallGroup,
  part = WHOLE,
): Statement {
  return sql`
    select ${CALL_COLUMNS[group]} as key, c.cost_usd, c.calls from (
      select c.site_id, c.session_id, ${group === 'session' ? sql`null::bigint` : sql`c.ticket_id`} as ticket_id,
        sum(c.cost_usd) as cost_usd, count(*) as calls
      from ${CALLS_FROM} where ${selectCalls(siteId, days, filter)} ${part(sql`c`)} group by 1, 2, 3
    ) c ${WITH_ORIGIN}`;
}

/** The same of refused calls, which cost nothing. */
export function keysOfRefusals(
  siteId: bigint,
  { days, filter }: UsageSelection,
  group: CallGroup,
  part = WHOLE,
): Statement {
  return sql`
    select distinct ${REFUSAL_COLUMNS[group]} as key, 0 as cost_usd, 0 as calls
    from ${REFUSALS_FROM} where ${selectRefusals(siteId, days, filter)} ${part(sql`r`)}`;
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

/** How long each call took, with its group. */
export function latenciesOfCalls(
  siteId: bigint,
  { days, filter, groups }: UsageSelection,
  only: GroupsOfPage | null,
  part = WHOLE,
): Statement {
  return sql`
    select ${keysOf(groups, CALL_COLUMNS)}, c.latency_ms
    from ${CALLS_FROM} where ${selectCalls(siteId, days, filter)} ${ofPage(siteId, only)} ${part(sql`c`)}`;
}

/** Maximum, median and 95th percentile of the latency of each group. */
export function findPercentilesOf(db: Db, latencies: Statement): Promise<GroupPercentiles[]> {
  return db.query<GroupPercentiles>(sql`
    select ${KEYS}, percentile_disc(0.5) within group (order by latency_ms) as p50_ms,
      percentile_disc(0.95) within group (order by latency_ms) as p95_ms
    from (${latencies}) latencies group by ${KEYS}`);
}

/** Sums of calls by group and bucket of the histogram: the columns of `findPage`. */
export function partsOfCalls(
  siteId: bigint,
  { days, filter, groups }: UsageSelection,
  only: GroupsOfPage | null,
  part = WHOLE,
): Statement {
  return sql`
    select ${keysOf(groups, CALL_COLUMNS)}, ai_latency_bound(c.latency_ms) as le_ms, count(*) as timed, count(*) as calls,
      count(*) filter (where c.cache_hit) as cache_hits, count(*) filter (where c.status = 'error') as errors,
      0::bigint as refused, count(*) filter (where not c.is_priced) as unpriced, sum(c.input_tokens) as input_tokens,
      sum(c.output_tokens) as output_tokens, sum(c.cost_usd) as cost_usd, sum(c.latency_ms) as latency_ms
    from ${CALLS_FROM} where ${selectCalls(siteId, days, filter)} ${ofPage(siteId, only)} ${part(sql`c`)}
    group by 1, 2, 3, 4, 5, 6, 7, 8`;
}

/** The same of refused calls, which are counted and no more. */
export function partsOfRefusals(
  siteId: bigint,
  { days, filter, groups }: UsageSelection,
  only: GroupsOfPage | null,
  part = WHOLE,
): Statement {
  const chosen = only === null ? EMPTY : sql`and (${REFUSAL_COLUMNS[only.group]})::text = any(${only.keys}::text[])`;
  return sql`
    select ${keysOf(groups, REFUSAL_COLUMNS)}, null::integer as le_ms, 0 as timed, 0 as calls, 0 as cache_hits, 0 as errors,
      count(*) as refused, 0 as unpriced, 0 as input_tokens, 0 as output_tokens, 0 as cost_usd, 0 as latency_ms
    from ${REFUSALS_FROM} where ${selectRefusals(siteId, days, filter)} ${chosen} ${part(sql`r`)}
    group by 1, 2, 3, 4, 5, 6, 7`;
}

function ofPage(siteId: bigint, only: GroupsOfPage | null): Statement {
  if (only === null) return EMPTY;
  const { group, keys } = only;
  return sql`${nearKeys(siteId, group, keys)} and (${CALL_COLUMNS[group]})::text = any(${keys}::text[])`;
}

/** Whether calls of no conversation, ticket or customer are among them: these are found by no index. */
export function areOfNone(keys: readonly string[]): boolean {
  return keys.some((key) => key === '' || key === '0');
}

/** The same as the key of a call being one of these, in a way that indexes know. */
function nearKeys(siteId: bigint, group: CallGroup, keys: readonly string[]): Statement {
  if (areOfNone(keys)) return EMPTY;
  if (group === 'session') return sql`and c.session_id = any(${keys}::text[])`;
  const ids = keys.map(BigInt);
  return sql`and ${group === 'ticket' ? nearTickets(siteId, ids) : nearCustomers(siteId, ids)}`;
}

/**
 * Adds up parts of groups, of which each has the calls of one bound of the histogram or of none, and takes a page of
 * them. Nothing is joined by the keys: the planner cannot know how many there are.
 */
export async function findPage(
  db: Db,
  siteId: bigint,
  parts: Statement,
  order: UsageSelection['order'],
  { limit, skip }: Page,
): Promise<UsagePage> {
  const sorted = order === 'cost' ? sql`p.cost_usd desc, ${ORDER}` : ORDER;
  const rows = await db.query<UsageSums & { total: number; is_page: boolean | null }>(sql`
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
