import { useMemo } from 'react';
import {
  daysLeft,
  forecastCurves,
  forecastMonth,
  monthCurve,
  type Forecast,
  type MonthCurve,
} from '#contract/ai-forecast.ts';
import type { getAiUsage } from '#contract/ai.ts';
import type { Reply } from '#contract/operation.ts';

type Usage = Reply<typeof getAiUsage>;
type Trend = NonNullable<Usage['trend']>;
const NO_DAYS: Trend = [];

/** The month so far and where it goes, calculated once for all that shows it. */
export interface MonthFigures {
  /** Up to today. */
  readonly trend: Trend;
  readonly costUsd: number;
  readonly curve: MonthCurve;
  readonly forecast: Forecast | null;
  /** Null on the last day too: no day is left to draw. */
  readonly curves: ReturnType<typeof forecastCurves> | null;
}

export function useMonthFigures(usage: Usage | undefined): MonthFigures {
  const { trend = NO_DAYS, summary } = usage ?? {};
  const costUsd = summary?.cost_month_usd ?? 0;
  return useMemo(() => {
    const curve = monthCurve(trend, costUsd);
    const forecast = forecastMonth(trend, costUsd);
    const hasDaysLeft = forecast !== null && daysLeft(forecast.today) > 0;
    return { trend, costUsd, curve, forecast, curves: hasDaysLeft ? forecastCurves(forecast, curve) : null };
  }, [trend, costUsd]);
}
