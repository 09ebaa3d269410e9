import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

/** The words about calls without a price, wherever there are costs. */
export const messages = defineMessages({
  fact: (n: number, calls: string) =>
    plural(n, {
      one: `${calls} call isn’t in these costs (no price).`,
      other: `${calls} calls aren’t in these costs (no price).`,
    }),
  about: (usd: string) => `About ${usd} at`,
  aboutAt: (usd: string, model: string) => `About ${usd} at ${model} prices.`,
  model: 'Model to price them by',
  prices: 'prices.',
  with: (spent: string) => `With them: ${spent} so far`,
  more: (usd: string) => `+ ≈ ${usd}`,
  moreText: (usd: string, model: string) => `Calls without a price: about ${usd} at ${model} prices`,
  together: (usd: string) => `≈ ${usd} with calls without a price`,
  togetherFrom: (usd: string, from: string) => `≈ ${usd} with calls without a price, from ≈ ${from}`,
});
