import type { Reply } from '#contract/operation.ts';
import type { getAiUsage } from '#contract/ai.ts';
import { AI_FEATURES } from '#contract/ai-names.ts';
import type { AiUsageRow } from '#contract/ai-reports.ts';
import type { Latency } from './latency.ts';
import { sumUsd } from './sum-usd.ts';

/** What the calls of one feature, one day or one window add up to. */
export interface UsageSum {
  readonly calls: number;
  readonly cacheHits: number;
  readonly errors: number;
  readonly tokens: bigint;
  readonly costUsd: number;
  /** 0 without calls. */
  readonly meanLatencyMs: number;
  /** What only `ai_reports` knows; null without it. */
  readonly details: UsageDetails | null;
  /** Comes after the rest, and only with `ai_reports`. */
  readonly latency?: Latency | undefined;
}

export interface UsageDetails {
  readonly refused: number;
  readonly unpricedCalls: number;
  readonly inputTokens: bigint;
  readonly outputTokens: bigint;
}

export interface FeatureSum extends UsageSum {
  readonly feature: string;
}

/** A share from 0 to 1; null where there is nothing to have a share of. */
export function shareOf(part: number | bigint, whole: number | bigint): number | null {
  return Number(whole) === 0 ? null : Number(part) / Number(whole);
}

/** The features of an answer of `ai_usage`. */
export function featuresOfUsage(byFeature: Reply<typeof getAiUsage>['by_feature']): readonly FeatureSum[] {
  return byFeature.map((row) => ({
    feature: row.feature,
    calls: row.calls,
    cacheHits: row.cache_hits,
    errors: row.errors,
    tokens: row.tokens,
    costUsd: row.cost_usd,
    meanLatencyMs: row.mean_latency_ms,
    details: null,
  }));
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

export function sumOfRows(rows: readonly AiUsageRow[]): UsageSum {
  return addSums(rows.map(sumOfRow));
}

/** The total of parts that share no call. */
export function addSums(parts: readonly UsageSum[]): UsageSum {
  const calls = count(parts, (part) => part.calls);
  const details = parts.flatMap((part) => part.details ?? []);
  return {
    calls,
    cacheHits: count(parts, (part) => part.cacheHits),
    errors: count(parts, (part) => part.errors),
    tokens: parts.reduce((sum, { tokens }) => sum + tokens, 0n),
    costUsd: sumUsd(parts.map(({ costUsd }) => costUsd)),
    meanLatencyMs: calls === 0 ? 0 : count(parts, (part) => part.meanLatencyMs * part.calls) / calls,
    details: details.length < parts.length ? null : addDetails(details),
  };
}

function addDetails(parts: readonly UsageDetails[]): UsageDetails {
  return {
    refused: count(parts, ({ refused }) => refused),
    unpricedCalls: count(parts, ({ unpricedCalls }) => unpricedCalls),
    inputTokens: parts.reduce((sum, { inputTokens }) => sum + inputTokens, 0n),
    outputTokens: parts.reduce((sum, { outputTokens }) => sum + outputTokens, 0n),
  };
}

function sumOfRow(row: AiUsageRow): UsageSum {
  return {
    calls: row.calls,
    cacheHits: row.cache_hits,
    errors: row.errors,
    tokens: row.input_tokens + row.output_tokens,
    costUsd: row.cost_usd,
    meanLatencyMs: row.mean_latency_ms,
    details: {
      refused: row.refused,
      unpricedCalls: row.unpriced_calls,
      inputTokens: row.input_tokens,
      outputTokens: row.output_tokens,
    },
  };
}

function count<Part>(parts: readonly Part[], of: (part: Part) => number): number {
  return parts.reduce((sum, part) => sum + of(part), 0);
}
