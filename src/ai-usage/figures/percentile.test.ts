import { expect, test } from 'vitest';
import { addBuckets, latencyPercentile, percentile } from './percentile.ts';

test('a percentile between two values is taken by its distance', () => {
  expect(percentile([4, 1, 3, 2], 0.25)).toBe(1.75);
  expect(percentile([4, 1, 3, 2], 0.75)).toBe(3.25);
  expect(percentile([5, 1, 9], 0.5)).toBe(5);
  expect(percentile([7], 0.25)).toBe(7);
});

const buckets = [
  { le_ms: 100, count: 10 },
  { le_ms: 200, count: 0 },
  { le_ms: 400, count: 8 },
  { le_ms: null, count: 2 },
];

test('AI-16: the percentile of a histogram lies in the bucket of its rank, evenly spread within', () => {
  // 20 calls: the 10th is the last of the first bucket.
  expect(latencyPercentile(buckets, 0.5)).toEqual({ fromMs: 0, toMs: 100, estimateMs: 100 });
  // The 12th is the second of eight between 200 and 400.
  expect(latencyPercentile(buckets, 0.6)).toEqual({ fromMs: 200, toMs: 400, estimateMs: 250 });
  // The 19th is longer than the last bound, and nobody knows how long.
  expect(latencyPercentile(buckets, 0.95)).toEqual({ fromMs: 400, toMs: null, estimateMs: 400 });
  expect(latencyPercentile([{ le_ms: 50, count: 0 }], 0.5)).toBeNull();
});

test('AI-16: the exact percentile of any calls is in the bucket that is named', () => {
  const bounds = [50, 100, 150, 200, 300, 400, 500, 750, 1_000];
  // A fixed sequence without order.
  const latencies = Array.from({ length: 997 }, (_, index) => (index * 7_919) % 1_201);
  const histogram = [...bounds, null].map((le_ms, index) => ({
    le_ms,
    count: latencies.filter((ms) => ms > (bounds[index - 1] ?? -1) && ms <= (le_ms ?? Infinity)).length,
  }));
  const sorted = latencies.toSorted((a, b) => a - b);
  for (const share of [0.01, 0.25, 0.5, 0.9, 0.95, 0.99, 1]) {
    const exact = sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
    const found = latencyPercentile(histogram, share);
    expect(exact, `${share}`).toBeGreaterThanOrEqual(found?.fromMs ?? Infinity);
    expect(exact, `${share}`).toBeLessThanOrEqual(found?.toMs ?? Infinity);
  }
});

test('histograms are added bucket by bucket, the open one last', () => {
  expect(
    addBuckets([
      buckets,
      [
        { le_ms: null, count: 1 },
        { le_ms: 100, count: 5 },
      ],
    ]),
  ).toEqual([
    { le_ms: 100, count: 15 },
    { le_ms: 200, count: 0 },
    { le_ms: 400, count: 8 },
    { le_ms: null, count: 3 },
  ]);
});
