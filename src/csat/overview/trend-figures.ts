import type { CsatDay } from '#contract/csat-reports.ts';
import { addDays } from '#src/format/days.ts';

/** Longer windows are drawn by week: of a year of days nobody sees a trend. */
export const MAX_DAYS_DRAWN = 120;

/** A day or a week of the trend. */
export interface TrendStep extends CsatDay {
  /** The day behind its last one. */
  readonly to: string;
}

/** The days as they are drawn: one by one, or by week. @param to the day behind the last one */
export function trendSteps(days: readonly CsatDay[], to: string): readonly TrendStep[] {
  if (days.length <= MAX_DAYS_DRAWN) return days.map((day) => ({ ...day, to: addDays(day.date, 1) }));
  const weeks = Map.groupBy(days, ({ date }) => mondayOf(date));
  return [...weeks].map(([monday, ofWeek]) => {
    const responses = ofWeek.reduce((sum, day) => sum + day.responses, 0);
    // A mean and a share are sums over answers, so the value of a week is that of its days by their answers.
    const total = ofWeek.reduce((sum, { value, responses: n }) => sum + (value ?? 0) * n, 0);
    const end = addDays(monday, 7);
    return {
      date: ofWeek[0]?.date ?? monday,
      to: end < to ? end : to,
      responses,
      value: responses === 0 ? null : total / responses,
      low: null,
      high: null,
    };
  });
}

/** The Monday of a date's week. */
function mondayOf(date: string): string {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return addDays(date, -((weekday + 6) % 7));
}

/** The part of the trend in which a day stands; its first day, or null where it stands in none. */
export function stepOf(steps: readonly TrendStep[], day: string): string | null {
  return steps.find(({ date, to }) => day >= date && day < to)?.date ?? null;
}
