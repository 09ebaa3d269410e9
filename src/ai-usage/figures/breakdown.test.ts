import { describe, expect, test } from 'vitest';
import type { AiUsageRow } from '#contract/ai-reports.ts';
import { costAt, keyOfRow, linesOfFeatures, linesOfRows, perCall, writesText } from './breakdown.ts';
import { featuresOfRows, sumOfRows } from './usage-sums.ts';

const row = (fields: Partial<AiUsageRow>): AiUsageRow => ({
  ...{ calls: 2, cache_hits: 0, errors: 0, refused: 0, unpriced_calls: 0 },
  ...{ input_tokens: 1_000_000n, output_tokens: 500_000n, cost_usd: 3, mean_latency_ms: 10, p50_ms: 8, p95_ms: 20 },
  ...fields,
});

test('a row is named by its feature, its model or its token, whose id loses no digit', () => {
  const one = row({ feature: 'bot', model: 'm', token_id: 9_007_199_254_740_993n });
  expect(keyOfRow('feature', one)).toBe('bot');
  expect(keyOfRow('model', one)).toBe('m');
  expect(keyOfRow('token', one)).toBe('9007199254740993');
  expect(keyOfRow('token', row({ token_id: null }))).toBe('');
});

describe('the days before', () => {
  const before = new Map([['m-large', 2]]);
  const rows = [row({ model: 'm-large' }), row({ model: 'm-small', cost_usd: 1 })];

  test('are 0 for what had no calls, and not known until they are there', () => {
    expect(linesOfRows('model', rows, before, false).map(({ beforeUsd }) => beforeUsd)).toEqual([2, 0]);
    expect(linesOfRows('model', rows, null, false).map(({ beforeUsd }) => beforeUsd)).toEqual([null, null]);
  });

  test('stand beside features as well, with the latency of their calls', () => {
    const features = featuresOfRows([row({ feature: 'bot' })]);
    const latency = { p50Ms: 8, p95Ms: 20, isEstimate: false };
    const lines = linesOfFeatures(features, { byFeature: new Map([['bot', latency]]), total: latency }, new Map());
    expect(lines.find(({ key }) => key === 'bot')).toMatchObject({ beforeUsd: 0, sum: { costUsd: 3, latency } });
  });
});

test('a call costs the sum by the number of calls, and nothing is said without any', () => {
  expect(perCall({ calls: 4, costUsd: 1 })).toBe(0.25);
  expect(perCall({ calls: 0, costUsd: 0 })).toBeNull();
});

test('tokens at another price are exact, and unknown where input and output are not told apart', () => {
  const price = { model: 'm', input_usd: 0.15, output_usd: 0.6 };
  expect(costAt(sumOfRows([row({})]), price)).toBe(0.45);
  expect(costAt(sumOfRows([row({ input_tokens: 1n, output_tokens: 0n })]), price)).toBe(0.00000015);
  expect(costAt({ details: null }, price)).toBeNull();
});

test('a price for input alone is that of a model that writes no text', () => {
  expect(writesText({ model: 'embed', input_usd: 0.02, output_usd: 0 })).toBe(false);
  expect(writesText({ model: 'free', input_usd: 0, output_usd: 0 })).toBe(true);
});
