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
