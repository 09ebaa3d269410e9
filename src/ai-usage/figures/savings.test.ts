import { expect, test } from 'vitest';
import { savedByCache } from './savings.ts';

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
