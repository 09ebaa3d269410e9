import { expect, test } from 'vitest';
import { priceFor, unpricedCost, withUnpriced, writesText } from './reprice.ts';

const LARGE = { name: 'large', input_usd: 2.5, output_usd: 10 };
const SMALL = { name: 'small', input_usd: 0.15, output_usd: 0.6 };
const EMBED = { name: 'embed', input_usd: 20, output_usd: 0 };
const DAYS = { from: '2026-11-01', to: '2026-12-01' };
const row = (day: string, feature: string, calls: number, input_tokens: bigint, output_tokens: bigint) => ({
  ...{ day, feature, calls, input_tokens, output_tokens },
});

test('AI-25: calls without a price have a size at the price of another model, by feature and by day', () => {
  const rows = [
    row('2026-11-01', 'bot', 20, 4_000_000n, 100_000n),
    row('2026-11-02', 'bot', 1, 0n, 10_000n),
    row('2026-11-02', 'tone', 7, 1_000_000n, 0n),
    // Outside of the days on either side.
    row('2026-10-31', 'bot', 3, 1_000_000n, 0n),
    row('2026-12-01', 'bot', 3, 1_000_000n, 0n),
  ];
  // bot: 10 + 1 + 0.10, tone: 2.50.
  const cost = unpricedCost(rows, LARGE, DAYS);
  expect(cost).toEqual({
    calls: 28,
    usd: 13.6,
    byFeature: new Map([
      ['bot', 11.1],
      ['tone', 2.5],
    ]),
    byDay: new Map([
      ['2026-11-01', 11],
      ['2026-11-02', 2.6],
    ]),
  });
  expect(unpricedCost([], LARGE, DAYS)).toEqual({ calls: 0, usd: 0, byFeature: new Map(), byDay: new Map() });
  const days = [
    { date: '2026-11-01', cost_usd: 0.1, calls: 30 },
    { date: '2026-11-03', cost_usd: 0.2, calls: 1 },
  ];
  expect(withUnpriced(days, cost)).toEqual([
    { date: '2026-11-01', cost_usd: 11.1, calls: 30 },
    { date: '2026-11-03', cost_usd: 0.2, calls: 1 },
  ]);
});

test('AI-25: the price is that of a model that writes, the chosen one or the highest', () => {
  expect(priceFor([SMALL, EMBED, LARGE], undefined)).toBe(LARGE);
  expect(priceFor([SMALL, EMBED, LARGE], 'small')).toBe(SMALL);
  expect(priceFor([SMALL, EMBED, LARGE], 'embed')).toBe(LARGE);
  expect(priceFor([EMBED], undefined)).toBeNull();
  expect([LARGE, EMBED, { input_usd: 0, output_usd: 0 }].map(writesText)).toEqual([true, false, true]);
});
