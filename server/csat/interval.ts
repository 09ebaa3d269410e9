import type { CsatDefinition } from '#contract/csat-reports.ts';

/** How many answers there are of each score from 0 to 5. */
export type ScoreCounts = readonly [number, number, number, number, number, number];

/** How a score is reckoned from answers. */
export interface CsatMeasure {
  readonly definition: CsatDefinition;
  /** The lowest score that counts as good. */
  readonly goodFrom: number;
}

/** By the definition: 0 to 5 for the mean, 0 to 1 for a share. */
export interface CsatValue {
  /** Null without an answer. */
  readonly value: number | null;
  /** Ends of the 95 % interval; null under five answers. */
  readonly low: number | null;
  readonly high: number | null;
}

export interface CsatChange {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Under so many answers an interval would say nothing. */
export const LEAST_ANSWERS = 5;
const HIGHEST = 5;
const NORMAL = 1.96;
/** Two-sided 95 % quantiles of Student's t for 1 to 28 degrees of freedom, which are those of up to 29 answers. */
const STUDENT = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
  2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048,
] as const;

/** The score of some answers with its interval. See docs/figures.md, "CSAT". */
export function measureCsat(counts: ScoreCounts, measure: CsatMeasure): CsatValue {
  const n = totalOf(counts);
  if (n === 0) return { value: null, low: null, high: null };
  if (measure.definition === 'mean') {
    const { mean, variance } = momentsOf(counts);
    if (n < LEAST_ANSWERS) return { value: mean, low: null, high: null };
    const half = quantile(n - 1) * Math.sqrt(variance / n);
    return { value: mean, low: Math.max(0, mean - half), high: Math.min(HIGHEST, mean + half) };
  }
  const good = goodOf(counts, measure);
  if (n < LEAST_ANSWERS) return { value: good / n, low: null, high: null };
  return { value: good / n, ...wilson(good, n) };
}

/**
 * How much the score differs from that of other answers, with its interval: one that includes 0 is noise. Null where
 * either side has under five answers. See docs/figures.md, "CSAT".
 */
export function changeOfCsat(now: ScoreCounts, before: ScoreCounts, measure: CsatMeasure): CsatChange | null {
  if (totalOf(now) < LEAST_ANSWERS || totalOf(before) < LEAST_ANSWERS) return null;
  return measure.definition === 'mean' ? welch(now, before) : newcombe(now, before, measure);
}

export function totalOf(counts: ScoreCounts): number {
  return counts.reduce((sum, n) => sum + n, 0);
}

function goodOf(counts: ScoreCounts, { definition, goodFrom }: CsatMeasure): number {
  const from = definition === 'share_top' ? HIGHEST : goodFrom;
  return counts.reduce((sum, n, score) => (score >= from ? sum + n : sum), 0);
}

function momentsOf(counts: ScoreCounts): { readonly mean: number; readonly variance: number } {
  const n = totalOf(counts);
  const mean = counts.reduce((sum, of, score) => sum + of * score, 0) / n;
  const squares = counts.reduce((sum, of, score) => sum + of * (score - mean) ** 2, 0);
  return { mean, variance: n === 1 ? 0 : squares / (n - 1) };
}

/** Student's t up to 28 degrees of freedom, beyond them the normal one; a fraction of a degree is left out. */
function quantile(degrees: number): number {
  return STUDENT[Math.floor(degrees) - 1] ?? NORMAL;
}

/** Wilson's interval of a share. */
function wilson(good: number, n: number): { readonly low: number; readonly high: number } {
  const share = good / n;
  const square = NORMAL ** 2;
  const center = (share + square / (2 * n)) / (1 + square / n);
  const half = (NORMAL / (1 + square / n)) * Math.sqrt((share * (1 - share)) / n + square / (4 * n * n));
  // Rounding would leave an end a hair beside 0 or 1.
  return {
    low: good === 0 ? 0 : Math.max(0, center - half),
    high: good === n ? 1 : Math.min(1, center + half),
  };
}

/** Welch's interval of the difference of two means, with the degrees of freedom of Welch and Satterthwaite. */
function welch(now: ScoreCounts, before: ScoreCounts): CsatChange {
  const [a, b] = [momentsOf(now), momentsOf(before)];
  const [nA, nB] = [totalOf(now), totalOf(before)];
  const [partA, partB] = [a.variance / nA, b.variance / nB];
  const value = a.mean - b.mean;
  // All answers of both sides are alike.
  if (partA + partB === 0) return { value, low: value, high: value };
  const degrees = (partA + partB) ** 2 / (partA ** 2 / (nA - 1) + partB ** 2 / (nB - 1));
  const half = quantile(degrees) * Math.sqrt(partA + partB);
  return { value, low: value - half, high: value + half };
}

/** Newcombe's interval of the difference of two shares, made of Wilson's of each. */
function newcombe(now: ScoreCounts, before: ScoreCounts, measure: CsatMeasure): CsatChange {
  const [nA, nB] = [totalOf(now), totalOf(before)];
  const [goodA, goodB] = [goodOf(now, measure), goodOf(before, measure)];
  const [shareA, shareB] = [goodA / nA, goodB / nB];
  const [a, b] = [wilson(goodA, nA), wilson(goodB, nB)];
  const value = shareA - shareB;
  return {
    value,
    low: value - Math.hypot(shareA - a.low, b.high - shareB),
    high: value + Math.hypot(a.high - shareA, shareB - b.low),
  };
}
