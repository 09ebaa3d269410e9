import type { AiUsageRow } from '#contract/ai-reports.ts';
import { divideRounded, shareOf, toPico, type PicoUsd } from '#contract/usd.ts';

/** The price of a model, in USD per million tokens. */
export interface TokenPrice {
  readonly name: string;
  readonly input_usd: number;
  readonly output_usd: number;
}

/** The calls of one feature and model. */
export type StoredTraffic = Pick<
  AiUsageRow,
  'feature' | 'model' | 'input_tokens' | 'output_tokens' | 'cost_usd' | 'unpriced_calls'
>;

/** One line of the comparison: what all of it costs, and each feature of it. */
export interface PricedTraffic {
  readonly total: PicoUsd;
  readonly byFeature: ReadonlyMap<string, PicoUsd>;
}

export interface RepricedTraffic extends PricedTraffic {
  readonly price: TokenPrice;
  /** Below 0 where it would have cost less. */
  readonly difference: PicoUsd;
  /** The difference as a share of what was paid; null where nothing was paid. */
  readonly differenceShare: number | null;
}

export interface Repricing {
  /** Ordered by what was paid, the dearest first. */
  readonly features: readonly string[];
  readonly paid: PricedTraffic;
  /** In the order of the prices. */
  readonly others: readonly RepricedTraffic[];
  /** Calls that were paid with 0 since their model had no price. */
  readonly unpriced: readonly { readonly model: string; readonly calls: number }[];
}

const MILLION = 1_000_000n;

/** The cost of tokens at a price, exact to 1e-12 USD. */
export function costAt(price: TokenPrice, inputTokens: bigint, outputTokens: bigint): PicoUsd {
  return divideRounded(inputTokens * toPico(price.input_usd) + outputTokens * toPico(price.output_usd), MILLION);
}

/**
 * The same tokens at each of the prices, beside what was paid for them. Cache hits have no tokens and so cost nothing
 * either way; another model may count the same text as more or fewer tokens, which is not known here.
 */
export function reprice(rows: readonly StoredTraffic[], prices: readonly TokenPrice[]): Repricing {
  const paid = total(rows, ({ cost_usd }) => toPico(cost_usd));
  return {
    features: [...paid.byFeature].toSorted(([a, x], [b, y]) => compare(y, x) || compare(a, b)).map(([name]) => name),
    paid,
    others: prices.map((price) => {
      const priced = total(rows, ({ input_tokens, output_tokens }) => costAt(price, input_tokens, output_tokens));
      const difference = priced.total - paid.total;
      return { price, ...priced, difference, differenceShare: shareOf(difference, paid.total) };
    }),
    unpriced: unpricedModels(rows),
  };
}

function total(rows: readonly StoredTraffic[], costOf: (row: StoredTraffic) => PicoUsd): PricedTraffic {
  const byFeature = new Map<string, PicoUsd>();
  for (const row of rows) {
    const feature = row.feature ?? '';
    byFeature.set(feature, (byFeature.get(feature) ?? 0n) + costOf(row));
  }
  return { total: [...byFeature.values()].reduce((sum, cost) => sum + cost, 0n), byFeature };
}

function unpricedModels(rows: readonly StoredTraffic[]) {
  const calls = new Map<string, number>();
  for (const { model = '', unpriced_calls: count } of rows) {
    if (count > 0) calls.set(model, (calls.get(model) ?? 0) + count);
  }
  return [...calls].map(([model, count]) => ({ model, calls: count })).toSorted((a, b) => compare(a.model, b.model));
}

function compare<Value extends bigint | string>(a: Value, b: Value): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
