import type { AiUsageRow } from '#contract/ai-reports.ts';
import type { getAiUsage } from '#contract/ai.ts';
import type { Reply } from '#contract/operation.ts';
import { divideRounded, fromPico, sumUsd, toPico } from '#contract/usd.ts';

/** The figures can be read by each of these; without `ai_reports` by feature alone. */
export const BREAKDOWNS = ['feature', 'model', 'token'] as const;
export type Breakdown = (typeof BREAKDOWNS)[number];

/** The price of a model, in USD per million tokens. */
export interface TokenPrice {
  readonly model: string;
  readonly input_usd: number;
  readonly output_usd: number;
}

/** One feature, model or API token, or all of them. */
export interface BreakdownLine {
  /** A name of the API, or the id of a token; empty for calls without one. */
  readonly key: string;
  /** The label of a token. */
  readonly label: string | null;
  readonly calls: number;
  readonly errors: number;
  readonly cacheHits: number;
  readonly tokens: bigint;
  readonly costUsd: number;
  /** USD of as many days right before; null while unknown. */
  readonly beforeUsd: number | null;
  /** Known by `ai_reports` alone. A percentile is null without calls, and above the last bound of the histogram. */
  readonly report: {
    readonly refused: number;
    readonly inputTokens: bigint;
    readonly outputTokens: bigint;
    readonly p50Ms: number | null;
    readonly p95Ms: number | null;
  } | null;
}

/** The group of a row of the report `usage`, as text. */
export function keyOfRow(by: Breakdown, { feature = '', model = '', token_id: token }: AiUsageRow): string {
  return by === 'token' ? (token ?? '').toString() : by === 'model' ? model : feature;
}

/** @param beforeUsd the cost of as many days right before */
export function lineOfRow(key: string, row: AiUsageRow, beforeUsd: number | null): BreakdownLine {
  return {
    key,
    label: row.token_label ?? null,
    calls: row.calls,
    errors: row.errors,
    cacheHits: row.cache_hits,
    tokens: row.input_tokens + row.output_tokens,
    costUsd: row.cost_usd,
    beforeUsd,
    report: {
      refused: row.refused,
      inputTokens: row.input_tokens,
      outputTokens: row.output_tokens,
      p50Ms: row.p50_ms,
      p95Ms: row.p95_ms,
    },
  };
}

/** The features of an answer of `ai_usage`. */
export function linesOfUsage(byFeature: Reply<typeof getAiUsage>['by_feature']): readonly BreakdownLine[] {
  return byFeature.map((row) => ({
    key: row.feature,
    label: null,
    calls: row.calls,
    errors: row.errors,
    cacheHits: row.cache_hits,
    tokens: row.tokens,
    costUsd: row.cost_usd,
    beforeUsd: null,
    report: null,
  }));
}

/** The sum of lines without `ai_reports`, whose service sums up nothing itself. */
export function addLines(lines: readonly BreakdownLine[]): BreakdownLine {
  const sum = (of: (line: BreakdownLine) => number) => lines.reduce((total, line) => total + of(line), 0);
  return {
    key: '',
    label: null,
    calls: sum(({ calls }) => calls),
    errors: sum(({ errors }) => errors),
    cacheHits: sum(({ cacheHits }) => cacheHits),
    tokens: lines.reduce((total, { tokens }) => total + tokens, 0n),
    costUsd: sumUsd(lines.map(({ costUsd }) => costUsd)),
    beforeUsd: null,
    report: null,
  };
}

/** USD of one call; null without calls. */
export function perCall({ calls, costUsd }: Pick<BreakdownLine, 'calls' | 'costUsd'>): number | null {
  return calls === 0 ? null : costUsd / calls;
}

/** USD of the same tokens at another price, exact to 1e-12; null where the service does not tell input from output. */
export function costAt({ report }: Pick<BreakdownLine, 'report'>, price: TokenPrice): number | null {
  if (report === null) return null;
  const usd = report.inputTokens * toPico(price.input_usd) + report.outputTokens * toPico(price.output_usd);
  return fromPico(divideRounded(usd, 1_000_000n));
}

/** A model that is priced for its input alone makes no text, such as one for embeddings: it cannot take another's calls. */
export function writesText({ input_usd, output_usd }: TokenPrice): boolean {
  return output_usd > 0 || input_usd === 0;
}
