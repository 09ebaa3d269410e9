import { sumUsd } from './sum-usd.ts';

interface Cached {
  readonly calls: number;
  readonly cacheHits: number;
  readonly costUsd: number;
}

/**
 * What the answers from the cache would have cost, in USD: of each feature the mean cost of a call that was not cached,
 * times its cached ones. An estimate. A feature with nothing but cached calls has no such mean and adds nothing.
 */
export function savedByCache(features: readonly Cached[]): number {
  return sumUsd(
    features.map(({ calls, cacheHits, costUsd }) =>
      calls > cacheHits ? (costUsd / (calls - cacheHits)) * cacheHits : 0,
    ),
  );
}
