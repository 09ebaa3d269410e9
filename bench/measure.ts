/** The middle one of the values. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** @param part 0.95 for the value that 95 of 100 do not exceed. */
export function percentile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;
}

/** How many milliseconds the work took. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}
