import { AI_FEATURES, type AiFeature } from '#contract/ai-names.ts';
import type { getAiUsage as GetAiUsage, getUsage as GetUsage } from '#contract/ai.ts';
import type { MigrationStatus } from '#contract/migration.ts';
import type { Reply } from '#contract/operation.ts';
import { sql, type Db } from '#server/db/db.ts';
import type { Handler, Site, SiteRef } from '#server/operation/call.ts';
import { hasAiUsage } from './ai-limits.ts';
import { utcDate, utcMonth } from './utc-periods.ts';

type FeatureUsage = Reply<typeof GetAiUsage>['by_feature'][number];

/** GET ai_usage: whole UTC days, the last one today. See docs/api.md, "AI usage". */
export const getAiUsage: Handler<typeof GetAiUsage> = async ({ db, site, now, query: { days, include } }) => {
  const from = utcDate(now, 1 - days);
  const dates = { today: utcDate(now), yesterday: utcDate(now, -1), monthStart: monthStart(now), from };
  const row = hasAiUsage(site) ? await getUsageRow(db, site.id, dates) : noUsage(now, days);
  const daily = row.days.map((day) => ({ ...day, tokens: BigInt(day.tokens), cost_usd: Number(day.cost_usd) }));
  return {
    summary: {
      calls_today: row.calls_today,
      calls_yesterday: row.calls_yesterday,
      calls_month: row.calls_month,
      cache_hits_month: row.cache_hits_month,
      errors_month: row.errors_month,
      tokens_today: row.tokens_today,
      tokens_month: row.tokens_month,
      cost_month_usd: Number(row.cost_month_usd),
      unpriced_calls_month: row.unpriced_calls_month,
    },
    by_feature: listFeatures(row.by_feature),
    ...(include === 'trend' ? { trend: daily } : {}),
    ...(include === 'series' ? { series: daily } : {}),
    applied_filters: { days, include: include ?? '' },
  };
};

/** The cost of this UTC month and the figures of the last `days` UTC days, today included, as in GET ai_usage. */
export async function readTrend(
  db: Db,
  site: SiteRef,
  now: Date,
  days: number,
): Promise<{ readonly costMonth: number; readonly trend: readonly Pick<DayTotals, 'date' | 'calls' | 'cost_usd'>[] }> {
  const dates = {
    today: utcDate(now),
    yesterday: utcDate(now, -1),
    monthStart: monthStart(now),
    from: utcDate(now, 1 - days),
  };
  const row = await getUsageRow(db, site.id, dates);
  return {
    costMonth: Number(row.cost_month_usd),
    trend: row.days.map((day) => ({ ...day, cost_usd: Number(day.cost_usd) })),
  };
}

/** GET usage: replies and tokens of the bot in this UTC month. See docs/api.md, "AI usage". */
export const getUsage: Handler<typeof GetUsage> = async ({ db, site, now }) => {
  const { startUtc, endUtc } = utcMonth(now);
  const dates = { monthStart: monthStart(now), today: utcDate(now) };
  const bot = hasAiUsage(site) ? await getBotUsage(db, site.id, dates) : { replies: 0, tokens: 0n };
  return { cycle_start_utc: startUtc, cycle_end_utc: endUtc, ai_replies_served: bot.replies, bot_tokens: bot.tokens };
};

function monthStart(now: Date): string {
  return utcMonth(now).startUtc.slice(0, 10);
}

/** Always lists the six features of the API document, then copilot summaries if there are any. */
function listFeatures(sums: readonly FeatureTotals[]): FeatureUsage[] {
  const known = new Map(sums.map((sum) => [sum.feature, sum]));
  const summaries = known.get('copilot_summary');
  const listed = AI_FEATURES.map((feature) => featureUsage(feature, known.get(feature)));
  return summaries === undefined || summaries.calls === 0
    ? listed
    : [...listed, featureUsage('copilot_summary', summaries)];
}

function featureUsage(feature: AiFeature, sum: FeatureTotals | undefined): FeatureUsage {
  const { calls = 0, cache_hits = 0, errors = 0, tokens = 0, cost_usd = 0, latency_ms = 0 } = sum ?? {};
  const perCall = (total: number) => (calls === 0 ? 0 : total / calls);
  return {
    feature,
    calls,
    cache_hits,
    errors,
    tokens: BigInt(tokens),
    cost_usd: Number(cost_usd),
    mean_latency_ms: perCall(latency_ms),
    cache_hit_rate: perCall(cache_hits),
    error_rate: perCall(errors),
  };
}

/** The usage of a site without AI usage: zero on each day. */
function noUsage(now: Date, days: number): UsageRow {
  const daily = Array.from({ length: days }, (_, index): DayTotals => ({
    date: utcDate(now, index + 1 - days),
    calls: 0,
    tokens: 0,
    cost_usd: 0,
  }));
  return {
    calls_today: 0,
    calls_yesterday: 0,
    calls_month: 0,
    cache_hits_month: 0,
    errors_month: 0,
    tokens_today: 0n,
    tokens_month: 0n,
    cost_month_usd: '0',
    unpriced_calls_month: 0,
    by_feature: [],
    days: daily,
  };
}

const NO_CALLS = { calls_month: 0, tokens_month: 0n, cost_month_usd: 0, errors_month: 0, cache_hits_month: 0 };

/** Totals of the AI calls of this UTC month, as in GET ai_usage. */
export async function sumAiMonth(
  db: Db,
  site: Pick<Site, 'id' | 'undeployed'>,
  now: Date,
): Promise<MigrationStatus['ai_usage']> {
  if (!hasAiUsage(site)) return NO_CALLS;
  const today = utcDate(now);
  const row = await getUsageRow(db, site.id, {
    today,
    yesterday: utcDate(now, -1),
    monthStart: monthStart(now),
    from: today,
  });
  return {
    calls_month: row.calls_month,
    tokens_month: row.tokens_month,
    cost_month_usd: Number(row.cost_month_usd),
    errors_month: row.errors_month,
    cache_hits_month: row.cache_hits_month,
  };
}

/** UTC dates; `today` is included. */
interface UsageDates {
  readonly today: string;
  readonly yesterday: string;
  readonly monthStart: string;
  readonly from: string;
}

interface UsageRow {
  readonly calls_today: number;
  readonly calls_yesterday: number;
  readonly calls_month: number;
  readonly cache_hits_month: number;
  readonly errors_month: number;
  readonly tokens_today: bigint;
  readonly tokens_month: bigint;
  readonly cost_month_usd: string;
  readonly unpriced_calls_month: number;
  readonly by_feature: readonly FeatureTotals[];
  readonly days: readonly DayTotals[];
}

/** Parsed from JSON: integers beyond 2^53 arrive as bigint. */
interface FeatureTotals {
  readonly feature: AiFeature;
  readonly calls: number;
  readonly cache_hits: number;
  readonly errors: number;
  readonly tokens: number | bigint;
  readonly cost_usd: number;
  readonly latency_ms: number;
}

interface DayTotals {
  readonly date: string;
  readonly calls: number;
  readonly tokens: number | bigint;
  readonly cost_usd: number;
}

/** Reads all figures from the daily totals alone: a few hundred rows even for a site with a million calls. */
async function getUsageRow(db: Db, siteId: bigint, dates: UsageDates): Promise<UsageRow> {
  const { today, yesterday, monthStart, from } = dates;
  const [row] = await db.query<UsageRow>(sql`
    with d as materialized (
      select * from ai_usage_day
      where site_id = ${siteId} and day <= ${today}::date
        and day >= least(${from}::date, ${monthStart}::date, ${yesterday}::date)
    ), s as (
      select
        coalesce(sum(calls) filter (where day = ${today}::date), 0)::float8 as calls_today,
        coalesce(sum(calls) filter (where day = ${yesterday}::date), 0)::float8 as calls_yesterday,
        coalesce(sum(calls) filter (where day >= ${monthStart}::date), 0)::float8 as calls_month,
        coalesce(sum(cache_hits) filter (where day >= ${monthStart}::date), 0)::float8 as cache_hits_month,
        coalesce(sum(errors) filter (where day >= ${monthStart}::date), 0)::float8 as errors_month,
        coalesce(sum(tokens) filter (where day = ${today}::date), 0)::bigint as tokens_today,
        coalesce(sum(tokens) filter (where day >= ${monthStart}::date), 0)::bigint as tokens_month,
        coalesce(sum(cost_usd) filter (where day >= ${monthStart}::date), 0) as cost_month_usd,
        coalesce(sum(unpriced) filter (where day >= ${monthStart}::date), 0)::float8 as unpriced_calls_month
      from d
    ), f as (
      select feature, sum(calls) as calls, sum(cache_hits) as cache_hits, sum(errors) as errors, sum(tokens) as tokens,
        sum(cost_usd) as cost_usd, sum(latency_ms) as latency_ms
      from d where day >= ${from}::date group by feature
    ), t as (
      select n.date::date::text as date, coalesce(sum(d.calls), 0) as calls, coalesce(sum(d.tokens), 0) as tokens,
        coalesce(sum(d.cost_usd), 0) as cost_usd
      from generate_series(${from}::timestamp, ${today}::timestamp, interval '1 day') n (date)
      left join d on d.day = n.date::date
      group by n.date order by n.date
    )
    select s.*, (select coalesce(json_agg(f), '[]') from f) as by_feature, (select json_agg(t) from t) as days
    from s`);
  if (row === undefined) throw new Error('the database returned no usage');
  return row;
}

/** Successful replies of the bot and all its tokens, from the daily totals. */
async function getBotUsage(
  db: Db,
  siteId: bigint,
  { monthStart, today }: Pick<UsageDates, 'monthStart' | 'today'>,
): Promise<{ readonly replies: number; readonly tokens: bigint }> {
  const [row] = await db.query<{ replies: number; tokens: bigint }>(sql`
    select coalesce(sum(calls - errors), 0)::float8 as replies, coalesce(sum(tokens), 0)::bigint as tokens
    from ai_usage_day
    where site_id = ${siteId} and feature = 'bot' and day between ${monthStart}::date and ${today}::date`);
  return row ?? { replies: 0, tokens: 0n };
}
