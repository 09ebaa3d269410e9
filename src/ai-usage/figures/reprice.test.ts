import { expect, test } from 'vitest';
import { costAt, reprice, type StoredTraffic } from './reprice.ts';
import { fromPico } from '#contract/usd.ts';

const LARGE = { name: 'large', input_usd: 2.5, output_usd: 10 };
const SMALL = { name: 'small', input_usd: 0.15, output_usd: 0.6 };

function row(feature: string, model: string, figures: Partial<StoredTraffic>): StoredTraffic {
  return { feature, model, input_tokens: 0n, output_tokens: 0n, cost_usd: 0, unpriced_calls: 0, ...figures };
}

test('tokens are priced per million, input and output apart, and beyond 2^53', () => {
  // 1,000,000 x 2.5 / 1e6 + 200,000 x 10 / 1e6
  expect(fromPico(costAt(LARGE, 1_000_000n, 200_000n))).toBe(4.5);
  // 3 x 0.15 / 1e6
  expect(fromPico(costAt(SMALL, 3n, 0n))).toBe(0.000_000_45);
  expect(costAt({ name: '', input_usd: 1, output_usd: 0 }, 9_007_199_254_740_993n, 0n)).toBe(
    9_007_199_254_740_993_000_000n,
  );
});

test('AI-21: each feature and the total at every price, beside what was paid', () => {
  const rows = [
    row('bot', 'large', { input_tokens: 1_000_000n, output_tokens: 200_000n, cost_usd: 4.5 }),
    row('bot', 'small', { input_tokens: 1_000_000n, output_tokens: 100_000n, cost_usd: 0.21 }),
    row('summary', 'large', { input_tokens: 400_000n, output_tokens: 20_000n, cost_usd: 1.2 }),
  ];
  const { paid, features, others } = reprice(rows, [SMALL, LARGE]);
  expect(features).toEqual(['bot', 'summary']);
  expect(fromPico(paid.total)).toBe(5.91);
  const [small, large] = others;
  // bot: 2,000,000 x 0.15 + 300,000 x 0.6 = 0.30 + 0.18; summary: 400,000 x 0.15 + 20,000 x 0.6 = 0.06 + 0.012
  expect([...(small?.byFeature ?? [])].map(([name, cost]) => [name, fromPico(cost)])).toEqual([
    ['bot', 0.48],
    ['summary', 0.072],
  ]);
  expect(fromPico(small?.total ?? 0n)).toBe(0.552);
  expect(small?.difference).toBe(-5_358_000_000_000n);
  expect(small?.differenceShare).toBeCloseTo(-0.9066, 4);
  // bot: 2,000,000 x 2.5 + 300,000 x 10 = 5 + 3; summary as paid
  expect(fromPico(large?.total ?? 0n)).toBe(9.2);
  expect(large?.difference).toBe(3_290_000_000_000n);
});

test('cache hits have no tokens and cost nothing at any price', () => {
  const { paid, others } = reprice([row('bot', 'large', {})], [LARGE]);
  expect(paid.total).toBe(0n);
  expect(others[0]?.total).toBe(0n);
  expect(others[0]?.differenceShare).toBeNull();
});

test('AI-21: models without a price are named with their calls', () => {
  const rows = [
    row('bot', 'unknown-b', { unpriced_calls: 2 }),
    row('bot', 'unknown-a', { unpriced_calls: 1 }),
    row('tone', 'unknown-b', { unpriced_calls: 3 }),
    row('tone', 'large', { cost_usd: 1 }),
  ];
  expect(reprice(rows, []).unpriced).toEqual([
    { model: 'unknown-a', calls: 1 },
    { model: 'unknown-b', calls: 5 },
  ]);
});

test('without any traffic there is nothing to compare', () => {
  expect(reprice([], [LARGE])).toMatchObject({ features: [], paid: { total: 0n }, unpriced: [] });
});
