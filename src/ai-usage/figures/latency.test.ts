import { expect, test } from 'vitest';
import type { AiUsageRow } from '#contract/ai-reports.ts';
import { latenciesOf } from './usage-sums.ts';

const row = (feature: string, more: Partial<AiUsageRow>): AiUsageRow => ({
  feature,
  calls: 0,
  cache_hits: 0,
  errors: 0,
  refused: 0,
  unpriced_calls: 0,
  over_cap_calls: 0,
  over_cap_usd: 0,
  input_tokens: 0n,
  output_tokens: 0n,
  cost_usd: 0,
  mean_latency_ms: 0,
  p50_ms: null,
  p95_ms: null,
  ...more,
});

test('AI-16: features and the total have the percentiles that the service read from their calls', () => {
  const bot = row('bot', { calls: 3, p50_ms: 70, p95_ms: 90, latency_buckets: [{ le_ms: 100, count: 3 }] });
  const tone = row('tone', {
    calls: 2,
    p50_ms: 80,
    p95_ms: 70_000,
    latency_buckets: [
      { le_ms: 100, count: 1 },
      { le_ms: null, count: 1 },
    ],
  });
  const { byFeature, total, buckets } = latenciesOf([bot, tone], row('', { calls: 5, p50_ms: 72, p95_ms: 70_000 }));
  expect(byFeature.get('tone')).toEqual({ p50Ms: 80, p95Ms: 70_000, isEstimate: false });
  expect(buckets).toEqual([
    { le_ms: 100, count: 4 },
    { le_ms: null, count: 1 },
  ]);
  // Not the 88 ms and nothing that the histogram would say.
  expect(total).toEqual({ p50Ms: 72, p95Ms: 70_000, isEstimate: false });
  expect(latenciesOf([bot], row('', { calls: 10_001 })).byFeature.get('bot')?.isEstimate).toBe(true);
});
