import type { AiUsageRow } from '#contract/ai-reports.ts';
import { divideRounded, fromPico, toPico } from '#contract/usd.ts';

/** The figures can be read by each of these. */
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
  /** A name of the API, or the id of a token; empty for calls without one, and for all. */
  readonly key: string;
  readonly usage: AiUsageRow;
  /** USD of as many days right before; null while unknown. */
  readonly beforeUsd: number | null;
}

/** The group of a row of the report `usage`, as text. */
export function keyOfRow(by: Breakdown, { feature = '', model = '', token_id: token }: AiUsageRow): string {
  return by === 'token' ? (token ?? '').toString() : by === 'model' ? model : feature;
}

/** USD of one call; null without calls. */
export function perCall({ calls, cost_usd: usd }: Pick<AiUsageRow, 'calls' | 'cost_usd'>): number | null {
  return calls === 0 ? null : usd / calls;
}

/** USD of the same tokens at another price, exact to 1e-12. */
export function costAt(
  { input_tokens: input, output_tokens: output }: Pick<AiUsageRow, 'input_tokens' | 'output_tokens'>,
  price: TokenPrice,
): number {
  const usd = input * toPico(price.input_usd) + output * toPico(price.output_usd);
  return fromPico(divideRounded(usd, 1_000_000n));
}

/** A model that is priced for its input alone makes no text, such as one for embeddings: it cannot take another's calls. */
export function writesText({ input_usd, output_usd }: TokenPrice): boolean {
  return output_usd > 0 || input_usd === 0;
}
