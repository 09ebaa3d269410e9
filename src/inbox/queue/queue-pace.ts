/** So many of the last tickets say how fast somebody is. */
const MAX_SAMPLES = 40;
const MIN_SAMPLES = 3;
/** Whoever was away longer did something else. */
const MAX_MS = 20 * 60_000;

/** The time spent on the last tickets, in ms, oldest first. */
export type Pace = readonly number[];

/** Nothing below a moment counts: that was leafing, not reading. */
export function addSample(pace: Pace, spentMs: number): Pace {
  if (spentMs < 500) return pace;
  return [...pace, Math.min(Math.round(spentMs), MAX_MS)].slice(-MAX_SAMPLES);
}

/** How long `left` tickets take at this person's own pace (the median), in ms; null until enough is known. */
export function timeLeft(pace: Pace, left: number): number | null {
  if (pace.length < MIN_SAMPLES) return null;
  const sorted = pace.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const median = ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
  return median * left;
}
