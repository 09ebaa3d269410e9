import { expect, test } from 'vitest';
import type { AiUsageRow } from '#contract/ai-reports.ts';
import { addLines, costAt, keyOfRow, lineOfRow, linesOfUsage, perCall, writesText } from './breakdown.ts';

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

test('AI-03: without reports the total is the sum of the features', () => {
  const feature = { tokens: 9_007_199_254_740_993n, mean_latency_ms: 5, cache_hit_rate: 0, error_rate: 0 };
  const lines = linesOfUsage([
    { ...feature, feature: 'bot', calls: 3, cache_hits: 1, errors: 0, cost_usd: 0.1 },
    { ...feature, feature: 'tone', calls: 1, cache_hits: 0, errors: 1, cost_usd: 0.2 },
  ]);
  expect(addLines(lines)).toMatchObject({ calls: 4, cacheHits: 1, errors: 1, costUsd: 0.3, report: null });
  expect(addLines(lines).tokens).toBe(18_014_398_509_481_986n);
});

test('a call costs the sum by the number of calls, and nothing is said without any', () => {
  expect(perCall({ calls: 4, costUsd: 1 })).toBe(0.25);
  expect(perCall({ calls: 0, costUsd: 0 })).toBeNull();
});

test('AI-21: tokens at another price are exact, and unknown without reports', () => {
  const price = { model: 'm', input_usd: 0.15, output_usd: 0.6 };
  expect(costAt(lineOfRow('', row({}), null), price)).toBe(0.45);
  expect(costAt(lineOfRow('', row({ input_tokens: 1n, output_tokens: 0n }), null), price)).toBe(0.00000015);
  expect(costAt({ report: null }, price)).toBeNull();
});

test('a price for input alone is that of a model that writes no text', () => {
  expect(writesText({ model: 'embed', input_usd: 0.02, output_usd: 0 })).toBe(false);
  expect(writesText({ model: 'free', input_usd: 0, output_usd: 0 })).toBe(true);
});
