import { expect, test } from 'vitest';
import type { AiUsageRow } from '#contract/ai-reports.ts';
import { featureColours, featureSeries } from './feature-series.ts';
import { addSums, daysOfRows, featuresOfRows, savedByCache } from './usage-sums.ts';
import { shareOf } from '#contract/usd.ts';

function row(day: string, feature: string, more: Partial<AiUsageRow>): AiUsageRow {
  return {
    day,
    feature,
    calls: 0,
    cache_hits: 0,
    errors: 0,
    refused: 0,
    unpriced_calls: 0,
    input_tokens: 0n,
    output_tokens: 0n,
    cost_usd: 0,
    mean_latency_ms: 0,
    p50_ms: null,
    p95_ms: null,
    ...more,
  };
}

const rows = [
  row('2026-11-01', 'bot', { calls: 3, cache_hits: 1, cost_usd: 0.1, input_tokens: 9n, mean_latency_ms: 100 }),
  row('2026-11-03', 'bot', { calls: 1, errors: 1, cost_usd: 0.2, output_tokens: 2n, mean_latency_ms: 500, refused: 4 }),
  row('2026-11-03', 'tea_leaves', { calls: 2, cost_usd: 0.7, input_tokens: 9_007_199_254_740_993n }),
];
const november = { from: '2026-11-01', to: '2026-11-04', days: 3, endsToday: false };

test('AI-12: the sum of the days, the sum of the features and the total are one', () => {
  const days = daysOfRows(rows, november, '2026-11-20');
  const features = featuresOfRows(rows);
  const total = addSums(features);
  expect(days.map(({ calls, costUsd }) => [calls, costUsd])).toEqual([
    [3, 0.1],
    [0, 0],
    [3, 0.9],
  ]);
  expect(total.costUsd).toBe(1);
  expect(total.calls).toBe(6);
  expect(total.tokens).toBe(9_007_199_254_741_004n);
  expect(days.reduce((sum, { tokens }) => sum + tokens, 0n)).toBe(total.tokens);
  expect(total.details?.refused).toBe(4);
});

test('AI-03: the mean of several days is that of all calls, and a name that nobody knows is kept', () => {
  const features = featuresOfRows(rows);
  // (3 * 100 + 1 * 500) / 4.
  expect(features[0]).toMatchObject({ feature: 'bot', calls: 4, meanLatencyMs: 200 });
  expect(features.map(({ feature }) => feature)).toEqual([
    'bot',
    'copilot',
    'summary',
    'intent',
    'tone',
    'kb_search',
    'tea_leaves',
  ]);
  expect(shareOf(0, 0)).toBeNull();
  expect(shareOf(1, 4)).toBe(0.25);
});

test('AI-02: days without calls are days, and days to come are not', () => {
  expect(daysOfRows(rows, november, '2026-11-02').map(({ date }) => date)).toEqual(['2026-11-01', '2026-11-02']);
});

const costing = (...dearestFirst: readonly string[]) =>
  featureColours(dearestFirst.map((feature, at) => ({ feature, costUsd: 100 - at, calls: 1 })));

test('AI-04: at most six series, the five dearest in a colour of their own, the rest together', () => {
  const names = ['bot', 'copilot', 'summary', 'kb_search', 'intent', 'tone', 'tea_leaves'];
  const all = featureSeries(names.toReversed(), costing(...names));
  expect(all.map(({ key, colour }) => [key, colour])).toEqual([
    ['bot', 1],
    ['copilot', 2],
    ['summary', 3],
    ['kb_search', 4],
    ['intent', 5],
    ['other', 6],
  ]);
  expect(all.at(-1)?.features).toEqual(['tea_leaves', 'tone']);
  // The third-dearest is not grey, whatever its name: it takes the colour of one that is cheaper.
  const colourOf = costing('bot', 'copilot', 'copilot_summary', 'kb_search', 'intent', 'summary');
  expect(['bot', 'copilot_summary', 'summary'].map(colourOf)).toEqual([1, 3, 6]);
  expect(featureSeries(['tone'], costing('tone')).map(({ key }) => key)).toEqual(['tone']);
});

test('AI-17: each cached call is worth the mean of those that were not', () => {
  // 60 of 100 were paid with $30: 50 cents each, 40 times saved. The second has no hits, the third nothing but hits.
  const features = [
    { calls: 100, cacheHits: 40, costUsd: 30 },
    { calls: 5, cacheHits: 0, costUsd: 9 },
    { calls: 7, cacheHits: 7, costUsd: 0 },
    { calls: 0, cacheHits: 0, costUsd: 0 },
  ];
  expect(savedByCache(features)).toBe(20);
});
