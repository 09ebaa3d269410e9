import { expect, test } from 'vitest';
import type { AiUsageRow } from '#contract/ai-reports.ts';
import { costAt, keyOfRow, perCall, writesText } from './breakdown.ts';

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

test('a call costs the sum by the number of calls, and nothing is said without any', () => {
  expect(perCall({ calls: 4, cost_usd: 1 })).toBe(0.25);
  expect(perCall({ calls: 0, cost_usd: 0 })).toBeNull();
});

test('AI-21: tokens at another price are exact', () => {
  const price = { model: 'm', input_usd: 0.15, output_usd: 0.6 };
  expect(costAt(row({}), price)).toBe(0.45);
  expect(costAt({ input_tokens: 1n, output_tokens: 0n }, price)).toBe(0.00000015);
});

test('a price for input alone is that of a model that writes no text', () => {
  expect(writesText({ model: 'embed', input_usd: 0.02, output_usd: 0 })).toBe(false);
  expect(writesText({ model: 'free', input_usd: 0, output_usd: 0 })).toBe(true);
});
