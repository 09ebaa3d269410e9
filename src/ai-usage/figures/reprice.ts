import type { DayCost } from '#contract/ai-forecast.ts';
import type { AiUsageRow } from '#contract/ai-reports.ts';
import { divideRounded, shareOf, toPico, type PicoUsd, fromPico, sumUsd } from '#contract/usd.ts';
import type { DayWindow } from '#src/panels/day-window.ts';

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
interface PricedTraffic {
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

/** Calls without a price, and what they would have cost at that of another model. */
export interface UnpricedCost {
  readonly calls: number;
  readonly usd: number;
  readonly byFeature: ReadonlyMap<string, number>;
  readonly byDay: ReadonlyMap<string, number>;
}

type UnpricedRow = Pick<AiUsageRow, 'day' | 'feature' | 'calls' | 'input_tokens' | 'output_tokens'>;

/**
 * The one estimate that every figure "with calls without a price" is made from.
 * @param rows of calls without a price alone, by day and feature
 * @param window only its days count
 */
export function unpricedCost(
  rows: readonly UnpricedRow[],
  price: TokenPrice,
  { from, to }: Pick<DayWindow, 'from' | 'to'>,
): UnpricedCost {
  const costs = rows
    .filter(({ day = '' }) => from <= day && day < to)
    .map(({ day = '', feature = '', calls, input_tokens, output_tokens }) => ({
      ...{ day, feature, calls },
      cost: costAt(price, input_tokens, output_tokens),
    }));
  const sum = (parts: readonly { readonly cost: PicoUsd }[]) =>
    fromPico(parts.reduce((all, { cost }) => all + cost, 0n));
  const sumsBy = (key: 'day' | 'feature') =>
    new Map([...Map.groupBy(costs, (one) => one[key])].map(([name, parts]) => [name, sum(parts)]));
  return {
    calls: costs.reduce((all, { calls }) => all + calls, 0),
    usd: sum(costs),
    byFeature: sumsBy('feature'),
    byDay: sumsBy('day'),
  };
}

/** The days with what their calls without a price would have cost. */
export function withUnpriced<Day extends DayCost>(days: readonly Day[], { byDay }: UnpricedCost): readonly Day[] {
  return days.map((day) => ({ ...day, cost_usd: sumUsd([day.cost_usd, byDay.get(day.date) ?? 0]) }));
}

/** A model that is priced for its input alone makes no text, such as one for embeddings: nothing can be answered with it. */
export function writesText({ input_usd, output_usd }: Pick<TokenPrice, 'input_usd' | 'output_usd'>): boolean {
  return output_usd > 0 || input_usd === 0;
}

/** The price that calls without one are reckoned at: the chosen one, else the highest of a model that writes. */
export function priceFor(prices: readonly TokenPrice[], chosen: string | undefined): TokenPrice | null {
  const writing = prices.filter(writesText);
  const byPrice = writing.toSorted((a, b) => b.output_usd - a.output_usd || (a.name < b.name ? -1 : 1));
  return writing.find(({ name }) => name === chosen) ?? byPrice[0] ?? null;
}
