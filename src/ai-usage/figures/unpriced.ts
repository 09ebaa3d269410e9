import type { AiUsageRow } from '#contract/ai-reports.ts';
import { fromPico } from '#contract/usd.ts';
import { costAt, type TokenPrice } from './reprice.ts';

/** Calls without a price, and what they would have cost at that of another model. */
export interface UnpricedCost {
  readonly calls: number;
  readonly usd: number;
  readonly byFeature: ReadonlyMap<string, number>;
}

/** @param rows of calls without a price alone */
export function unpricedCost(
  rows: readonly Pick<AiUsageRow, 'feature' | 'calls' | 'input_tokens' | 'output_tokens'>[],
  price: TokenPrice,
): UnpricedCost {
  const costs = rows.map(({ feature = '', calls, input_tokens, output_tokens }) => ({
    feature,
    calls,
    cost: costAt(price, input_tokens, output_tokens),
  }));
  const sum = (parts: typeof costs) => fromPico(parts.reduce((all, { cost }) => all + cost, 0n));
  return {
    calls: costs.reduce((all, { calls }) => all + calls, 0),
    usd: sum(costs),
    byFeature: new Map([...Map.groupBy(costs, ({ feature }) => feature)].map(([name, parts]) => [name, sum(parts)])),
  };
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
