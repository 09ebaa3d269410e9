import { EXACT_CALLS, latencyPercentile, type LatencyBucket } from '#contract/ai-latency.ts';
import type { AiUsageRow } from '#contract/ai-reports.ts';

/** The latency of calls. A percentile is null without calls and beyond the last bound of the histogram. */
export interface Latency {
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  /** The percentiles are right within a bucket of the histogram. */
  readonly isEstimate: boolean;
}

export interface Latencies {
  readonly byFeature: ReadonlyMap<string, Latency>;
  readonly total: Latency;
  /** Of all features, ascending, without those that have no calls. */
  readonly buckets: readonly LatencyBucket[];
}

/** From the report `usage` by feature with its histograms. See docs/figures.md, "Percentiles". */
export function latenciesOf(rows: readonly AiUsageRow[]): Latencies {
  const isEstimate = rows.reduce((sum, { calls }) => sum + calls, 0) > EXACT_CALLS;
  const buckets = addBuckets(rows.map(({ latency_buckets = [] }) => latency_buckets));
  const [p50Ms, p95Ms] = [latencyPercentile(buckets, 0.5), latencyPercentile(buckets, 0.95)];
  const ofRow = ({ p50_ms, p95_ms }: AiUsageRow): Latency => ({ p50Ms: p50_ms, p95Ms: p95_ms, isEstimate });
  return {
    byFeature: new Map(rows.map((row) => [row.feature ?? '', ofRow(row)])),
    total: { p50Ms, p95Ms, isEstimate: true },
    buckets,
  };
}

/** The histogram of several groups together. */
function addBuckets(groups: readonly (readonly LatencyBucket[])[]): readonly LatencyBucket[] {
  const counts = new Map<number | null, number>();
  for (const { le_ms, count } of groups.flat()) counts.set(le_ms, (counts.get(le_ms) ?? 0) + count);
  return [...counts]
    .map(([le_ms, count]) => ({ le_ms, count }))
    .toSorted((a, b) => (a.le_ms ?? Infinity) - (b.le_ms ?? Infinity));
}
