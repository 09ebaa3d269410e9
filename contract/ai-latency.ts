/**
 * Upper bounds of the latency histogram in milliseconds, ascending; one more bucket holds what is longer than the last.
 */
export const LATENCY_BOUNDS_MS = [
  50, 100, 150, 200, 300, 400, 500, 750, 1000, 1500, 2000, 2500, 3000, 4000, 5000, 7500, 10_000, 15_000, 20_000, 30_000,
  60_000,
] as const;

/** Up to so many calls percentiles are read from the calls themselves. */
export const EXACT_CALLS = 10_000;

/** How many calls took at most `le_ms` and longer than the bound before; null has no bound. */
export interface LatencyBucket {
  readonly le_ms: number | null;
  readonly count: number;
}

/** The bound that a bucket begins at. */
export function lowerBoundMs(le_ms: number | null): number {
  return LATENCY_BOUNDS_MS.findLast((bound) => le_ms === null || bound < le_ms) ?? 0;
}

/**
 * The latency that a share of the calls does not exceed, as if the calls of its bucket were spread evenly. Null without
 * calls, and beyond the last bound.
 * @param buckets ascending; those without calls may be left out
 * @param share above 0, at most 1
 */
export function latencyPercentile(buckets: readonly LatencyBucket[], share: number): number | null {
  const calls = buckets.reduce((sum, { count }) => sum + count, 0);
  const rank = Math.ceil(calls * share);
  let before = 0;
  for (const { le_ms, count } of buckets) {
    if (count > 0 && before + count >= rank) {
      const fromMs = lowerBoundMs(le_ms);
      return le_ms === null ? null : Math.round(fromMs + ((le_ms - fromMs) * (rank - before)) / count);
    }
    before += count;
  }
  return null;
}
