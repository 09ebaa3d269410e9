import { EXACT_CALLS, LATENCY_BOUNDS_MS, latencyPercentile, type LatencyBucket } from '#contract/ai-latency.ts';
import type { AiUsageRow, listAiUsage as ListAiUsage } from '#contract/ai-reports.ts';
import { sql, type Db } from '#server/db/db.ts';
import type { Call } from '#server/operation/call.ts';
import { isInDailyTotals } from './call-filter.sql.ts';
import { countCallsByDay } from './calls.sql.ts';
import { groupKey, NO_PERCENTILES, readPercentiles, type Percentiles } from './percentiles.ts';
import { readDays, type Page, type UsageQuery } from './report-parameters.ts';
import {
  CALL_GROUPS,
  findUsageInCalls,
  findUsageByDay,
  usageReader,
  type UsageGroup,
  type UsagePage,
  type UsageSelection,
  type UsageTotals,
} from './usage.sql.ts';

/** The key of the last, unbounded histogram bucket in the database. */
const LAST_BUCKET = 2_147_483_647;

/** The totals of no calls. */
export const NO_USAGE: AiUsageRow = {
  calls: 0,
  cache_hits: 0,
  errors: 0,
  refused: 0,
  unpriced_calls: 0,
  input_tokens: 0n,
  output_tokens: 0n,
  cost_usd: 0,
  mean_latency_ms: 0,
  p50_ms: null,
  p95_ms: null,
};

interface Usage extends UsagePage {
  /** By `groupKey`; null to calculate them from the histograms. */
  readonly percentiles: ReadonlyMap<string, Percentiles> | null;
}

/** Usage by group; without a group one row of totals, even if there are no calls. */
export async function listUsage(
  { db, site, now }: Pick<Call<typeof ListAiUsage>, 'db' | 'site' | 'now'>,
  query: UsageQuery,
): Promise<{ readonly items: AiUsageRow[]; readonly total_count: number }> {
  const groups = query.group_by ?? [];
  const selection = { days: readDays(query, now), filter: query, groups, order: query.order_by ?? 'created' };
  const isByDay = isInDailyTotals(query) && !groups.some(needsCalls);
  const { rows, total, percentiles } = isByDay
    ? await readByDay(db, site.id, selection, query)
    : await readCalls(db, site.id, selection, query);
  if (groups.length === 0 && total === 0) return { items: query.skip === 0 ? [NO_USAGE] : [], total_count: 1 };
  const items = rows.map((row) => {
    const buckets = bucketsOf(row.latencies ?? {});
    const exact = percentiles === null ? percentilesOf(buckets) : (percentiles.get(groupKey(row)) ?? NO_PERCENTILES);
    return { ...keysOf(row, groups), ...figuresOf(row), ...exact };
  });
  return { items: groups.includes('session') ? await withNames(db, site.id, items) : items, total_count: total };
}

async function readByDay(db: Db, siteId: bigint, selection: UsageSelection, page: Page): Promise<Usage> {
  const found = await findUsageByDay(db, siteId, selection, page);
  // Percentiles read all calls of the days, whatever the filter.
  const hasTooManyCalls = async () => (await countCallsByDay(db, siteId, selection.days, {})) > EXACT_CALLS;
  const reader = usageReader(db, siteId, selection);
  return { ...found, percentiles: await readPercentiles({ rows: found.rows, reader, only: null, hasTooManyCalls }) };
}

async function readCalls(db: Db, siteId: bigint, selection: UsageSelection, page: Page): Promise<Usage> {
  const reader = usageReader(db, siteId, selection);
  const { only, ...found } = await findUsageInCalls(reader, selection, page);
  return { ...found, percentiles: await readPercentiles({ rows: found.rows, reader, only }) };
}

/** Adds first message and customer to rows by session. */
async function withNames(db: Db, siteId: bigint, items: readonly AiUsageRow[]): Promise<AiUsageRow[]> {
  const ids = items.flatMap(({ session_id: id }) => id ?? []);
  const found = await findConversationNames(db, siteId, ids);
  const names = new Map(found.map(({ session_id: id, ...name }) => [id, name]));
  const none = { first_message: null, customer_identity_id: null, customer_name: null };
  return items.map((row) => ({ ...row, ...(names.get(row.session_id ?? '') ?? none) }));
}

function needsCalls(group: UsageGroup): boolean {
  return CALL_GROUPS.some((name) => name === group);
}

/** The keys of the requested groups. */
function keysOf(row: UsageTotals, groups: readonly UsageGroup[]): Partial<AiUsageRow> {
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

function figuresOf(row: UsageTotals) {
  return {
    calls: row.calls,
    cache_hits: row.cache_hits,
    errors: row.errors,
    refused: row.refused,
    unpriced_calls: row.unpriced,
    input_tokens: row.input_tokens,
    output_tokens: row.output_tokens,
    cost_usd: Number(row.cost_usd),
    mean_latency_ms: row.calls === 0 ? 0 : row.latency_ms / row.calls,
  };
}

/** The non-empty buckets, ascending. */
function bucketsOf(latencies: Readonly<Record<string, number>>): LatencyBucket[] {
  const bounds = LATENCY_BOUNDS_MS.map((bound) => ({ le_ms: bound, count: latencies[bound] ?? 0 }));
  return [...bounds, { le_ms: null, count: latencies[LAST_BUCKET] ?? 0 }].filter(({ count }) => count > 0);
}

function percentilesOf(buckets: readonly LatencyBucket[]): Percentiles {
  return { p50_ms: latencyPercentile(buckets, 0.5), p95_ms: latencyPercentile(buckets, 0.95) };
}

interface ConversationName {
  readonly session_id: string;
  /** The beginning of the first visitor message; null if there is none. */
  readonly first_message: string | null;
  readonly customer_identity_id: bigint | null;
  readonly customer_name: string | null;
}

const MAX_LENGTH = 200;

/**
 * First message and customer of each conversation. The customer is that of the conversation, otherwise of its ticket.
 */
function findConversationNames(db: Db, siteId: bigint, sessionIds: readonly string[]): Promise<ConversationName[]> {
  return db.query<ConversationName>(sql`
    select s.session_id, m.text as first_message, i.id as customer_identity_id,
      coalesce(i.display_name, i.email, i.phone) as customer_name
    from chat_session s
    left join lateral (
      select left(m.text, ${MAX_LENGTH}) as text from chat_message m
      where m.site_id = ${siteId} and m.session_id = s.session_id and m.role = 'visitor'
      order by m.created_utc, m.id limit 1
    ) m on true
    left join ticket t on t.site_id = ${siteId} and t.id = s.ticket_id
    left join customer_identity i
      on i.site_id = ${siteId} and i.id = coalesce(s.customer_identity_id, t.customer_identity_id)
    where s.site_id = ${siteId} and s.session_id = any(${sessionIds}::text[])`);
}
