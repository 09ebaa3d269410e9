import { EXACT_CALLS } from '#contract/ai-latency.ts';
import { AI_FEATURES } from '#contract/ai-names.ts';
import type { AiUsageRow } from '#contract/ai-reports.ts';
import type { getAiUsage } from '#contract/ai.ts';
import type { Reply } from '#contract/operation.ts';
import { daysOf, type DayWindow } from '#src/panels/day-window.ts';
import { sumUsd } from '#contract/usd.ts';

/** The sum of the calls of one feature, one day or one window. */
export interface UsageSum {
  readonly calls: number;
  readonly cacheHits: number;
  readonly errors: number;
  readonly tokens: bigint;
  readonly costUsd: number;
  /** 0 without calls. */
  readonly meanLatencyMs: number;
  /** Known by `ai_reports` alone; null without it. */
  readonly details: UsageDetails | null;
  /** Comes after the rest, and only with `ai_reports`. */
  readonly latency?: Latency | undefined;
}

interface UsageDetails {
  readonly refused: number;
  readonly unpricedCalls: number;
  readonly inputTokens: bigint;
  readonly outputTokens: bigint;
}

export interface FeatureSum extends UsageSum {
  readonly feature: string;
}

/** One UTC day. */
export interface DaySum {
  readonly date: string;
  readonly calls: number;
  readonly tokens: bigint;
  readonly costUsd: number;
  /** Known by `ai_reports` alone; null without it. */
  readonly byFeature: ReadonlyMap<string, UsageSum> | null;
}

type Usage = Reply<typeof getAiUsage>;

/** The features of an answer of `ai_usage`. */
export function featuresOfUsage(byFeature: Usage['by_feature']): readonly FeatureSum[] {
  return byFeature.map((row) => ({ feature: row.feature, ...countsOf(row), tokens: row.tokens, details: null }));
}

/** The days of the trend of `ai_usage`, which has every day that it covers. */
export function daysOfTrend(trend: NonNullable<Usage['trend']>): readonly DaySum[] {
  return trend.map(({ date, calls, tokens, cost_usd: costUsd }) => ({ date, calls, tokens, costUsd, byFeature: null }));
}

/**
 * The features of rows of the report `usage`, however else those are grouped. The six names of the API document are
 * always there, as in `ai_usage`; every other name that has calls comes after them.
 */
export function featuresOfRows(rows: readonly AiUsageRow[]): readonly FeatureSum[] {
  const groups = Map.groupBy(rows, ({ feature }) => feature ?? '');
  const names = new Set<string>([...AI_FEATURES, ...[...groups.keys()].toSorted()]);
  return [...names].map((feature) => ({ feature, ...sumOfRows(groups.get(feature) ?? []) }));
}

/**
 * The days of a window out of rows of the report `usage` by day and feature: a day without rows had no calls, and days
 * after today are left out.
 */
export function daysOfRows(rows: readonly AiUsageRow[], window: DayWindow, today: string): readonly DaySum[] {
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return daysOf(window)
    .filter((date) => date <= today)
    .map((date) => {
      const groups = Map.groupBy(byDay.get(date) ?? [], ({ feature }) => feature ?? '');
      const byFeature = new Map([...groups].map(([feature, ofFeature]) => [feature, sumOfRows(ofFeature)]));
      const { calls, tokens, costUsd } = addSums([...byFeature.values()]);
      return { date, calls, tokens, costUsd, byFeature };
    });
}

export function sumOfRows(rows: readonly AiUsageRow[]): UsageSum {
  return addSums(
    rows.map((row) => ({
      ...countsOf(row),
      tokens: row.input_tokens + row.output_tokens,
      details: {
        refused: row.refused,
        unpricedCalls: row.unpriced_calls,
        inputTokens: row.input_tokens,
        outputTokens: row.output_tokens,
      },
    })),
  );
}

function countsOf(row: Pick<AiUsageRow, 'calls' | 'cache_hits' | 'errors' | 'cost_usd' | 'mean_latency_ms'>) {
  return {
    calls: row.calls,
    cacheHits: row.cache_hits,
    errors: row.errors,
    costUsd: row.cost_usd,
    meanLatencyMs: row.mean_latency_ms,
  };
}

/** The total of parts that share no call. */
export function addSums(parts: readonly UsageSum[]): UsageSum {
  const calls = count(parts, (part) => part.calls);
  const details = parts.flatMap((part) => part.details ?? []);
  return {
    calls,
    cacheHits: count(parts, (part) => part.cacheHits),
    errors: count(parts, (part) => part.errors),
    tokens: tokens(parts, (part) => part.tokens),
    costUsd: sumUsd(parts.map(({ costUsd }) => costUsd)),
    meanLatencyMs: calls === 0 ? 0 : count(parts, (part) => part.meanLatencyMs * part.calls) / calls,
    details:
      details.length < parts.length
        ? null
        : {
            refused: count(details, ({ refused }) => refused),
            unpricedCalls: count(details, ({ unpricedCalls }) => unpricedCalls),
            inputTokens: tokens(details, ({ inputTokens }) => inputTokens),
            outputTokens: tokens(details, ({ outputTokens }) => outputTokens),
          },
  };
}

function count<Part>(parts: readonly Part[], of: (part: Part) => number): number {
  return parts.reduce((sum, part) => sum + of(part), 0);
}

function tokens<Part>(parts: readonly Part[], of: (part: Part) => bigint): bigint {
  return parts.reduce((sum, part) => sum + of(part), 0n);
}

/**
 * Estimated cost of the cached answers, in USD: of each feature the mean cost of a call that was not cached,
 * times its cached ones. An estimate. A feature with nothing but cached calls has no such mean and adds nothing.
 */
export function savedByCache(features: readonly Pick<UsageSum, 'calls' | 'cacheHits' | 'costUsd'>[]): number {
  return sumUsd(
    features.map(({ calls, cacheHits, costUsd }) =>
      calls > cacheHits ? (costUsd / (calls - cacheHits)) * cacheHits : 0,
    ),
  );
}

/** The latency of calls. A percentile is null without calls, and above the highest bound of the buckets. */
interface Latency {
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  /** The percentiles are right within a bucket of the histogram. */
  readonly isEstimate: boolean;
}

export interface Latencies {
  readonly byFeature: ReadonlyMap<string, Latency>;
  readonly total: Latency;
}

/**
 * From the report `usage` by feature, and without groups: percentiles of parts do not add up to that of all calls. See
 * docs/figures.md, "Percentiles".
 */
export function latenciesOf(rows: readonly AiUsageRow[], total: AiUsageRow): Latencies {
  const isEstimate = total.calls > EXACT_CALLS;
  const ofRow = ({ p50_ms, p95_ms }: AiUsageRow): Latency => ({ p50Ms: p50_ms, p95Ms: p95_ms, isEstimate });
  return {
    byFeature: new Map(rows.map((row) => [row.feature ?? '', ofRow(row)])),
    total: ofRow(total),
  };
}
