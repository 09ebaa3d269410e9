import { addDays, dayOfMonth, daysInMonth, monthStart } from '#src/ai-usage/usage-window.ts';
import { sumUsd } from './sum-usd.ts';

/** What one UTC day cost. */
export interface DayCost {
  readonly date: string;
  readonly cost_usd: number;
}

/** The running total of a month, by day. */
export interface MonthCurve {
  /** Every day of the month. */
  readonly days: readonly string[];
  /** USD at the end of each day, today so far; null from tomorrow on, and for days that are not in the trend. */
  readonly actual: readonly (number | null)[];
}

/**
 * The curve of today's month. It ends at `costMonth` exactly: what the days of the trend do not hold was spent before
 * them.
 * @param trend days ascending, the last one today
 * @param costMonth USD of this month so far
 */
export function monthCurve(trend: readonly DayCost[], costMonth: number): MonthCurve {
  const today = trend.at(-1)?.date;
  if (today === undefined) return { days: [], actual: [] };
  const start = monthStart(today);
  const costs = new Map(trend.filter(({ date }) => date >= start).map(({ date, cost_usd }) => [date, cost_usd]));
  const days = Array.from({ length: daysInMonth(today) }, (_, index) => addDays(start, index));
  const spent: number[] = [Math.max(0, costMonth - sumUsd([...costs.values()]))];
  const actual = days.map((day) => {
    const cost = costs.get(day);
    if (cost === undefined) return null;
    spent.push(cost);
    return day === today ? costMonth : sumUsd(spent);
  });
  return { days, actual };
}

/** The first day on which the running total had reached a limit; null while it has not. */
export function reachedOn({ days, actual }: MonthCurve, limit: number): string | null {
  return days.find((_, index) => (actual[index] ?? 0) > 0 && (actual[index] ?? 0) >= limit) ?? null;
}

/** The days of the month that are still to come after today. */
export function daysLeft(today: string): number {
  return daysInMonth(today) - dayOfMonth(today);
}
