import { expect, test } from 'vitest';
import { priceFor, unpricedCost, writesText } from './unpriced.ts';

const LARGE = { name: 'large', input_usd: 2.5, output_usd: 10 };
const SMALL = { name: 'small', input_usd: 0.15, output_usd: 0.6 };
const EMBED = { name: 'embed', input_usd: 20, output_usd: 0 };
const row = (feature: string, calls: number, input_tokens: bigint, output_tokens: bigint) => ({
  ...{ feature, calls, input_tokens, output_tokens },
});

test('AI-25: calls without a price have a size at the price of another model', () => {
  const rows = [row('bot', 20, 4_000_000n, 100_000n), row('bot', 1, 0n, 10_000n), row('tone', 7, 1_000_000n, 0n)];
  // bot: 10 + 1 + 0.10, tone: 2.50.
  expect(unpricedCost(rows, LARGE)).toEqual({
    calls: 28,
    usd: 13.6,
    byFeature: new Map([
      ['bot', 11.1],
      ['tone', 2.5],
    ]),
  });
  expect(unpricedCost([], LARGE)).toEqual({ calls: 0, usd: 0, byFeature: new Map() });
});

test('AI-25: the price is that of a model that writes, the chosen one or the highest', () => {
  expect(priceFor([SMALL, EMBED, LARGE], undefined)).toBe(LARGE);
  expect(priceFor([SMALL, EMBED, LARGE], 'small')).toBe(SMALL);
  expect(priceFor([SMALL, EMBED, LARGE], 'embed')).toBe(LARGE);
  expect(priceFor([EMBED], undefined)).toBeNull();
  expect([LARGE, EMBED, { input_usd: 0, output_usd: 0 }].map(writesText)).toEqual([true, false, true]);
});
