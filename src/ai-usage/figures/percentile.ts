/**
 * The value below which a share of the values lies, between two of them by their distance: of 1, 2, 3, 4 the quarter is
 * 1.75. NaN without values.
 * @param share from 0 to 1
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? low;
  return low + (high - low) * (at - Math.floor(at));
}

/** How many calls took longer than the bound before and at most `le_ms`; null has no bound. */
export interface LatencyBucket {
  readonly le_ms: number | null;
  readonly count: number;
}

/** The bucket that a percentile falls into, and where in it the value would stand if its calls were spread evenly. */
export interface LatencyPercentile {
  readonly fromMs: number;
  /** Null: longer than the last bound, and not known how long. */
  readonly toMs: number | null;
  /** Between the two; `fromMs` where there is no upper bound. */
  readonly estimateMs: number;
}

/**
 * The latency that a share of the calls does not exceed, from the stored histogram. The call of that rank lies in the
 * bucket for sure; the place within it is an estimate. Null without calls.
 * @param share above 0, at most 1
 */
export function latencyPercentile(buckets: readonly LatencyBucket[], share: number): LatencyPercentile | null {
  const calls = buckets.reduce((sum, { count }) => sum + count, 0);
  if (calls === 0) return null;
  const rank = Math.ceil(calls * share);
  let before = 0;
  let fromMs = 0;
  for (const { le_ms: toMs, count } of buckets) {
    if (before + count >= rank) {
      const part = (rank - before) / count;
      return { fromMs, toMs, estimateMs: toMs === null ? fromMs : fromMs + (toMs - fromMs) * part };
    }
    before += count;
    fromMs = toMs ?? fromMs;
  }
  return null;
}

/** The histogram of several groups together. */
export function addBuckets(groups: readonly (readonly LatencyBucket[])[]): readonly LatencyBucket[] {
  const counts = new Map<number | null, number>();
  for (const { le_ms, count } of groups.flat()) counts.set(le_ms, (counts.get(le_ms) ?? 0) + count);
  return [...counts]
    .map(([le_ms, count]) => ({ le_ms, count }))
    .toSorted((a, b) => (a.le_ms ?? Infinity) - (b.le_ms ?? Infinity));
}
