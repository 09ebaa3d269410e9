import { expect, test } from 'vitest';
import { LATENCY_BOUNDS_MS, latencyPercentile, lowerBoundMs } from './ai-latency.ts';

const buckets = [
  { le_ms: 100, count: 10 },
  { le_ms: 200, count: 0 },
  { le_ms: 400, count: 8 },
  { le_ms: null, count: 2 },
];

test('AI-16: the percentile of a histogram is in the bucket of its rank, evenly spread within', () => {
  // 20 calls: the 10th is the last of those between 50 and 100.
  expect(latencyPercentile(buckets, 0.5)).toBe(100);
  expect(latencyPercentile(buckets, 0.25)).toBe(75);
  // The 12th is the second of eight between 300 and 400.
  expect(latencyPercentile(buckets, 0.6)).toBe(325);
  // The 19th is longer than the last bound, and by an unknown amount.
  expect(latencyPercentile(buckets, 0.95)).toBeNull();
  expect(latencyPercentile([{ le_ms: 50, count: 0 }], 0.5)).toBeNull();
  expect(latencyPercentile([], 0.5)).toBeNull();
});

test('a bucket begins where the one before ends, also where that is left out', () => {
  expect([50, 100, 60_000, null].map(lowerBoundMs)).toEqual([0, 50, 30_000, 60_000]);
});

test('AI-16: the exact percentile of any calls is in the bucket that is named', () => {
  // A fixed sequence without order.
  const latencies = Array.from({ length: 997 }, (_, index) => (index * 7_919) % 1_201);
  const histogram = LATENCY_BOUNDS_MS.map((le_ms) => ({
    le_ms,
    count: latencies.filter((ms) => ms > (lowerBoundMs(le_ms) || -1) && ms <= le_ms).length,
  }));
  const sorted = latencies.toSorted((a, b) => a - b);
  for (const share of [0.01, 0.25, 0.5, 0.9, 0.95, 0.99, 1]) {
    const exact = sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
    const le_ms = LATENCY_BOUNDS_MS.find((bound) => exact <= bound) ?? null;
    const found = latencyPercentile(histogram, share) ?? Number.NaN;
    expect(found, `${share}`).toBeGreaterThanOrEqual(lowerBoundMs(le_ms));
    expect(found, `${share}`).toBeLessThanOrEqual(le_ms ?? Infinity);
  }
});
