import { sumUsd } from '#contract/usd.ts';
import { addDays } from '#src/format/days.ts';

/** The use of one UTC day, as the trend of `ai_usage` has it. */
interface DayUse {
  readonly date: string;
  readonly tokens: bigint;
  readonly cost_usd: number;
}

/** So many complete UTC days are looked at. */
export const PAST_DAYS = 30;

/** The complete days among the last 30 that used at least so many tokens. See docs/figures.md, "A cap on past days". */
export function daysOverTokens(trend: readonly DayUse[], cap: bigint): readonly string[] {
  return completeDays(trend)
    .filter(({ tokens }) => tokens >= cap)
    .map(({ date }) => date);
}

/**
 * The days among the last 30 complete ones on which the running total of their UTC month reached a budget: one a month at
 * most. Days before the trend are unknown. See docs/figures.md, "A cap on past days".
 */
export function daysBudgetReached(trend: readonly DayUse[], capUsd: number): readonly string[] {
  const shown = new Set(completeDays(trend).map(({ date }) => date));
  const reached: string[] = [];
  let spent = 0;
  let month = '';
  for (const { date, cost_usd: cost } of trend) {
    const isNewMonth = !date.startsWith(month) || month === '';
    const before = isNewMonth ? 0 : spent;
    month = date.slice(0, 7);
    spent = sumUsd([before, cost]);
    // A cap of 0 is reached with the month's first day.
    if (spent >= capUsd && (isNewMonth || before < capUsd) && shown.has(date)) reached.push(date);
  }
  return reached;
}

/** Without the day that is not over, which comes last. */
function completeDays(trend: readonly DayUse[]): readonly DayUse[] {
  const today = trend.at(-1)?.date;
  if (today === undefined) return [];
  const first = addDays(today, -PAST_DAYS);
  return trend.filter(({ date }) => date >= first && date < today);
}
