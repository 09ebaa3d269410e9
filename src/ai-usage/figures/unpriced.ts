import type { DayCost } from '#contract/ai-forecast.ts';
import type { AiUsageRow } from '#contract/ai-reports.ts';
import { fromPico, sumUsd, type PicoUsd } from '#contract/usd.ts';
import type { DayWindow } from '#src/panels/day-window.ts';
import { costAt, type TokenPrice } from './reprice.ts';

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
