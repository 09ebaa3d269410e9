import { latencyPercentile, LATENCY_BOUNDS_MS, type LatencyBucket } from '#contract/ai-latency.ts';
import type { AiUsageRow } from '#contract/ai-reports.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { isInSums } from './call-filter.sql.ts';
import { readDays, type UsageQuery } from './report-parameters.ts';
import { groupKey, NO_PERCENTILES, readPercentiles, type Percentiles } from './percentiles.ts';
import { CALL_GROUPS, findUsageInCalls, findUsageInSums, type UsageGroup, type UsageSums } from './usage.sql.ts';

/** Under which the database counts what took longer than the last bound. */
const LONGER = 2_147_483_647;

/** What no calls add up to. */
export const NO_USAGE: AiUsageRow = {
  calls: 0,
  cache_hits: 0,
  errors: 0,
  refused: 0,
  unpriced_calls: 0,
  over_cap_calls: 0,
  over_cap_usd: 0,
  input_tokens: 0n,
  output_tokens: 0n,
  cost_usd: 0,
  mean_latency_ms: 0,
  p50_ms: null,
  p95_ms: null,
};

/** Groups of calls; without any group one row of totals, though there be none. */
export async function listUsage(
  db: Db,
  site: SiteRef,
  query: UsageQuery,
  now: Date,
): Promise<{ readonly items: AiUsageRow[]; readonly total_count: number }> {
  const days = readDays(query, now);
  const groups = query.group_by ?? [];
  const selection = { days, filter: query, groups, order: query.order_by ?? 'created' };
  const isSummed = isInSums(query) && !groups.some(isOfCalls);
  const { rows, total } = await (isSummed ? findUsageInSums : findUsageInCalls)(db, site.id, selection, query);
  if (groups.length === 0 && total === 0) return { items: query.skip === 0 ? [NO_USAGE] : [], total_count: 1 };
  const exact = await readPercentiles(db, site, { selection, rows, isSummed });
  const items = rows.map((row) => {
    const buckets = bucketsOf(row.latencies ?? {});
    const percentiles = exact === null ? percentilesOf(buckets) : (exact.get(groupKey(row)) ?? NO_PERCENTILES);
    const more = query.include === 'latency' ? { latency_buckets: buckets } : {};
    return { ...keysOf(row, groups), ...figuresOf(row), ...percentiles, ...more };
  });
  return { items, total_count: total };
}

function isOfCalls(group: UsageGroup): boolean {
  return CALL_GROUPS.some((name) => name === group);
}

/** The keys of the groups that were asked for. */
function keysOf(row: UsageSums, groups: readonly UsageGroup[]): Partial<AiUsageRow> {
  const { ticket_number, customer_name, token_label } = row;
  const keys: Readonly<Record<UsageGroup, Partial<AiUsageRow>>> = {
    day: { day: row.day },
    feature: { feature: row.feature },
    model: { model: row.model },
    token: { token_id: row.token_id || null, token_label },
    session: { session_id: row.session_id || null },
    ticket: { ticket_id: row.ticket_id || null, ticket_number },
    customer: { customer_identity_id: row.customer_id || null, customer_name },
  };
  return Object.assign({}, ...groups.map((group) => keys[group]));
}

function figuresOf(row: UsageSums) {
  return {
    calls: row.calls,
    cache_hits: row.cache_hits,
    errors: row.errors,
    refused: row.refused,
    unpriced_calls: row.unpriced,
    over_cap_calls: row.over_cap,
    over_cap_usd: Number(row.over_cap_usd),
    input_tokens: row.input_tokens,
    output_tokens: row.output_tokens,
    cost_usd: Number(row.cost_usd),
    mean_latency_ms: row.calls === 0 ? 0 : row.latency_ms / row.calls,
  };
}

/** The buckets that have calls, ascending. */
function bucketsOf(latencies: Readonly<Record<string, number>>): LatencyBucket[] {
  const bounds = LATENCY_BOUNDS_MS.map((bound) => ({ le_ms: bound, count: latencies[bound] ?? 0 }));
  return [...bounds, { le_ms: null, count: latencies[LONGER] ?? 0 }].filter(({ count }) => count > 0);
}

function percentilesOf(buckets: readonly LatencyBucket[]): Percentiles {
  return { p50_ms: latencyPercentile(buckets, 0.5), p95_ms: latencyPercentile(buckets, 0.95) };
}
