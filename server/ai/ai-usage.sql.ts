import type { AiFeature } from '#contract/ai-names.ts';
import { sql, type Db } from '#server/db/db.ts';

/** UTC dates; `today` is included. */
export interface UsageDates {
  readonly today: string;
  readonly yesterday: string;
  readonly monthStart: string;
  readonly from: string;
}

export interface UsageRow {
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
export interface FeatureTotals {
  readonly feature: AiFeature;
  readonly calls: number;
  readonly cache_hits: number;
  readonly errors: number;
  readonly tokens: number | bigint;
  readonly cost_usd: number;
  readonly latency_ms: number;
}

export interface DayTotals {
  readonly date: string;
  readonly calls: number;
  readonly tokens: number | bigint;
  readonly cost_usd: number;
}

/** Reads all figures from the daily totals alone: a few hundred rows even for a site with a million calls. */
export async function getUsageRow(db: Db, siteId: bigint, dates: UsageDates): Promise<UsageRow> {
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
export async function getBotUsage(
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
