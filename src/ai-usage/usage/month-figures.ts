import { useMemo } from 'react';
import {
  daysLeft,
  FORECAST_DAYS,
  forecastCurves,
  forecastMonth,
  monthCurve,
  type Forecast,
  type MonthCurve,
} from '#contract/ai-forecast.ts';
import type { getAiUsage } from '#contract/ai.ts';
import type { Reply } from '#contract/operation.ts';
import { sumUsd } from '#contract/usd.ts';
import { withUnpriced } from '#src/ai-usage/figures/reprice.ts';
import { useUnpriced, type Unpriced } from '#src/ai-usage/unpriced.tsx';
import { addDays, monthStart } from '#src/format/days.ts';

type Usage = Reply<typeof getAiUsage>;
export type Trend = NonNullable<Usage['trend']>;
const NO_DAYS: Trend = [];

interface Course {
  readonly costUsd: number;
  readonly curve: MonthCurve;
  readonly forecast: Forecast | null;
  /** Null on the last day too: no day is left to draw. */
  readonly curves: ReturnType<typeof forecastCurves> | null;
}

/** The month so far and where it goes, reckoned once for all that shows it. */
export interface MonthFigures {
  /** Up to today. */
  readonly trend: Trend;
  readonly own: Course;
  /** Calls of this month without a price; null where there are none, or while they are not reckoned. */
  readonly unpriced: Unpriced | null;
  /** The same with them. */
  readonly together: Course | null;
}

export function useMonthFigures(usage: Usage | undefined, price: string | undefined): MonthFigures {
  const { trend = NO_DAYS, summary } = usage ?? {};
  const { cost_month_usd: costUsd = 0, unpriced_calls_month: calls = 0 } = summary ?? {};
  const today = trend.at(-1)?.date;
  const tomorrow = addDays(today ?? '2000-01-01', 1);
  const isAsked = today !== undefined && calls > 0;
  const unpriced = useUnpriced({ from: monthStart(today ?? tomorrow), to: tomorrow }, price, isAsked);
  const history = useUnpriced({ from: addDays(tomorrow, -FORECAST_DAYS), to: tomorrow }, price, isAsked);
  const own = useMemo(() => courseOf(trend, costUsd), [trend, costUsd]);
  const together = useMemo(() => {
    if (unpriced === null || history === null) return null;
    return courseOf(withUnpriced(trend, history.cost), sumUsd([costUsd, unpriced.cost.usd]));
  }, [unpriced, history, trend, costUsd]);
  return { trend, own, unpriced: together === null ? null : unpriced, together };
}

function courseOf(trend: readonly Trend[number][], costUsd: number): Course {
  const curve = monthCurve(trend, costUsd);
  const forecast = forecastMonth(trend, costUsd);
  const hasDaysLeft = forecast !== null && daysLeft(forecast.today) > 0;
  return { costUsd, curve, forecast, curves: hasDaysLeft ? forecastCurves(forecast, curve) : null };
}
