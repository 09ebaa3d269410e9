import type { CsatDefinition } from '#contract/csat-reports.ts';

/** The number of answers with each score from 0 to 5. */
export type ScoreCounts = readonly [number, number, number, number, number, number];

/** How a score is calculated from answers. */
export interface CsatMeasure {
  readonly definition: CsatDefinition;
  /** The lowest score that counts as good. */
  readonly goodFrom: number;
}

const HIGHEST = 5;

/** Adds up rows that each count answers of one score. */
export function countScores(rows: readonly { readonly score: number; readonly total: number }[]): ScoreCounts {
  const counts: [number, number, number, number, number, number] = [0, 0, 0, 0, 0, 0];
  for (const { score, total } of rows) counts[score] = (counts[score] ?? 0) + total;
  return counts;
}

/** The score by its definition: 0 to 5 for the mean, 0 to 1 for a share; null without an answer. See docs/figures.md, "CSAT". */
export function measureCsat(counts: ScoreCounts, { definition, goodFrom }: CsatMeasure): number | null {
  const total = totalOf(counts);
  if (total === 0) return null;
  if (definition === 'mean') return counts.reduce((sum, n, score) => sum + n * score, 0) / total;
  const from = definition === 'share_top' ? HIGHEST : goodFrom;
  return counts.reduce((sum, n, score) => (score >= from ? sum + n : sum), 0) / total;
}

export function distributionOf([none, one, two, three, four, five]: ScoreCounts) {
  return { '0': none, '1': one, '2': two, '3': three, '4': four, '5': five };
}

export function totalOf(counts: ScoreCounts): number {
  return counts.reduce((sum, n) => sum + n, 0);
}
