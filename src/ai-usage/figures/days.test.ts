import { expect, test } from 'vitest';
import type { AiUsageRow } from '#contract/ai-reports.ts';
import { addCalls, daysOfRows, featuresOfDays } from './days.ts';
import { featureSeries, OTHER } from '#src/ai-usage/usage/days-panel.tsx';

function row(day: string, feature: string, more: Partial<AiUsageRow>): AiUsageRow {
  return {
    ...{ day, feature, calls: 0, cache_hits: 0, errors: 0, refused: 0, unpriced_calls: 0 },
    ...{ input_tokens: 0n, output_tokens: 0n, cost_usd: 0, mean_latency_ms: 0, p50_ms: null, p95_ms: null },
    ...more,
  };
}

const rows = [
  row('2026-11-01', 'bot', { calls: 3, cost_usd: 0.1, input_tokens: 9n }),
  row('2026-11-03', 'bot', { calls: 1, cost_usd: 0.2, output_tokens: 2n, unpriced_calls: 1 }),
  row('2026-11-03', 'tea_leaves', { calls: 2, cost_usd: 0.7, input_tokens: 9_007_199_254_740_993n }),
];
const november = { from: '2026-11-01', to: '2026-11-04', days: 3, endsToday: false };

test('AI-12: days and features add up to the same total, without rounding', () => {
  const days = daysOfRows(rows, november, '2026-11-20');
  expect(days.map(({ calls, costUsd }) => [calls, costUsd])).toEqual([
    [3, 0.1],
    [0, 0],
    [3, 0.9],
  ]);
  const total = { calls: 6, tokens: 9_007_199_254_741_004n, costUsd: 1, unpricedCalls: 1 };
  expect(addCalls(days)).toEqual(total);
  const features = featuresOfDays(days);
  expect(addCalls([...features.values()])).toEqual(total);
  expect([...features.keys()], 'the costliest first').toEqual(['tea_leaves', 'bot']);
});

test('AI-02: days without calls are days, and days ahead are not', () => {
  expect(daysOfRows(rows, november, '2026-11-02').map(({ date }) => date)).toEqual(['2026-11-01', '2026-11-02']);
});

test('AI-04: at most six series: five features in a colour of their own, the others together', () => {
  const names = ['bot', 'copilot', 'summary', 'kb_search', 'intent', 'tone', 'tea_leaves'];
  const series = featureSeries(names);
  expect(series.map(({ key, colour }) => [key, colour])).toEqual([
    ['bot', 1],
    ['copilot', 2],
    ['summary', 3],
    ['kb_search', 4],
    ['intent', 5],
    [OTHER, 6],
  ]);
  expect(series.at(-1)?.features).toEqual(['tone', 'tea_leaves']);
  expect(featureSeries(names.slice(0, 6)).at(-1)).toEqual({ key: 'tone', features: ['tone'], colour: 6 });
});
