import { addDays } from '#src/format/days.ts';
import { percentile } from '#contract/ai-forecast.ts';
import type { DayCost } from '#contract/ai-forecast.ts';

/** The usual cost of a day is taken from these weeks before it. */
export const USUAL_WEEKS = 8;
/** A median of fewer days is no habit. */
export const MIN_WEEKS = 3;
const TIMES_USUAL = 2;
/** USD above the usual: less is not worth a look, however many times it is. */
const MIN_EXCESS_USD = 1;

/** A day that cost far more than this weekday does. */
export interface UnusualDay {
  readonly date: string;
  readonly costUsd: number;
  /** The median of the same weekday in the weeks before, in USD. */
  readonly usualUsd: number;
  /** The number of those days. */
  readonly weeks: number;
}

/**
 * Complete days that cost more than twice the median of the same weekday in up to 8 weeks before them, and at least one
 * dollar more. A day with fewer than 3 such days before it is not judged. See docs/figures.md, "Unusual days".
 * @param history days ascending without gaps, from the first day with calls on
 * @param today is not over, and never judged
 */
export function unusualDays(history: readonly DayCost[], today: string): readonly UnusualDay[] {
  const costs = new Map(history.map(({ date, cost_usd }) => [date, cost_usd]));
  return history.flatMap(({ date, cost_usd: costUsd }) => {
    if (date >= today) return [];
    const before = Array.from({ length: USUAL_WEEKS }, (_, week) => costs.get(addDays(date, -7 * (week + 1))));
    const known = before.filter((cost) => cost !== undefined);
    if (known.length < MIN_WEEKS) return [];
    const usualUsd = percentile(known, 0.5);
    const isUnusual = costUsd > usualUsd * TIMES_USUAL && costUsd - usualUsd >= MIN_EXCESS_USD;
    return isUnusual ? [{ date, costUsd, usualUsd, weeks: known.length }] : [];
  });
}
