import { fromPico, divideRounded, toPico, type PicoUsd } from '#contract/usd.ts';
import type { AiUsageRow } from '#contract/ai-reports.ts';
import { type FeatureSum, type Latencies, sumOfRows, type UsageSum } from './usage-sums.ts';

/** The figures can be read by each of these; without `ai_reports` by feature alone. */
export const BREAKDOWNS = ['feature', 'model', 'token'] as const;
export type Breakdown = (typeof BREAKDOWNS)[number];

/** The price of a model, in USD per million tokens. */
export interface TokenPrice {
  readonly model: string;
  readonly input_usd: number;
  readonly output_usd: number;
}

/** One feature, model or API token. */
export interface BreakdownLine {
  /** A name of the API, or the id of a token; empty for the calls of none. */
  readonly key: string;
  /** The label of a token. */
  readonly label: string | null;
  readonly sum: UsageSum;
  /** USD of as many days right before; null while it is not known. */
  readonly beforeUsd: number | null;
}

/** What a row of the report `usage` is grouped by, as text. */
export function keyOfRow(by: Breakdown, { feature = '', model = '', token_id: token }: AiUsageRow): string {
  return by === 'token' ? (token ?? '').toString() : by === 'model' ? model : feature;
}

/** The lines out of rows by model or token, which have their percentiles with them. */
export function linesOfRows(
  by: Breakdown,
  rows: readonly AiUsageRow[],
  before: ReadonlyMap<string, number> | null,
  isEstimate: boolean,
): readonly BreakdownLine[] {
  return rows.map((row) => {
    const key = keyOfRow(by, row);
    const latency = { p50Ms: row.p50_ms, p95Ms: row.p95_ms, isEstimate };
    const sum = { ...sumOfRows([row]), latency };
    return { key, label: row.token_label ?? null, sum, beforeUsd: before === null ? null : (before.get(key) ?? 0) };
  });
}

/** The lines of the features, whose sums are those of the days above. */
export function linesOfFeatures(
  features: readonly FeatureSum[],
  latencies: Latencies | undefined,
  before: ReadonlyMap<string, number> | null,
): readonly BreakdownLine[] {
  return features.map(({ feature, ...sum }) => ({
    key: feature,
    label: null,
    sum: { ...sum, latency: latencies?.byFeature.get(feature) },
    beforeUsd: before === null ? null : (before.get(feature) ?? 0),
  }));
}

/** USD of one call; null without calls. */
export function perCall({ calls, costUsd }: Pick<UsageSum, 'calls' | 'costUsd'>): number | null {
  return calls === 0 ? null : costUsd / calls;
}

/** USD of the same tokens at another price, exact to 1e-12; null where the service does not tell input from output. */
export function costAt({ details }: Pick<UsageSum, 'details'>, price: TokenPrice): number | null {
  if (details === null) return null;
  const pico: PicoUsd = divideRounded(
    details.inputTokens * toPico(price.input_usd) + details.outputTokens * toPico(price.output_usd),
    1_000_000n,
  );
  return fromPico(pico);
}

/** A model that is priced for its input alone makes no text, such as one for embeddings: nothing can be answered with it. */
export function writesText({ input_usd, output_usd }: TokenPrice): boolean {
  return output_usd > 0 || input_usd === 0;
}
