import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import {
  daysLeft,
  forecastCurves,
  forecastMonth,
  monthCurve,
  type DayCost,
  type Forecast,
  type MonthCurve,
} from '#contract/ai-forecast.ts';
import { listAiUsage, type AiUsageRow } from '#contract/ai-reports.ts';
import type { getAiUsage } from '#contract/ai.ts';
import type { Reply } from '#contract/operation.ts';
import { USUAL_WEEKS } from '#src/ai-usage/figures/anomalies.ts';
import { daysOfRows, daysOfTrend, type DaySum } from '#src/ai-usage/figures/days.ts';
import { POLL_MS, useHasReports, usageOptions, wholeReportOptions } from '#src/ai-usage/queries.ts';
import type { AiSearch } from '#src/ai-usage/search.ts';
import { addDays, daysBetween, utcToday } from '#src/format/days.ts';
import { useNow } from '#src/format/use-now.ts';
import { daysOf, type DayWindow, windowOf } from '#src/panels/day-window.ts';

type Usage = Reply<typeof getAiUsage>;
type Trend = NonNullable<Usage['trend']>;
const NO_DAYS: Trend = [];

/** The month so far and its forecast, calculated once for the verdict and the chart. */
export interface MonthFigures {
  /** Up to today. */
  readonly trend: Trend;
  readonly costUsd: number;
  readonly curve: MonthCurve;
  readonly forecast: Forecast | null;
  /** Null on the last day too, which has no day left to draw. */
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

export type ShownWindow = DayWindow & { readonly today: string };

/** The days that the page shows. Free dates need reports. */
export function useShownWindow({ days, from, to }: AiSearch): ShownWindow {
  const hasReports = useHasReports();
  const today = utcToday(useNow());
  return useMemo(
    () => ({ ...windowOf(hasReports ? { days, from, to } : { days }, today), today }),
    [hasReports, days, from, to, today],
  );
}

/** The shown days, by feature where the service has reports. */
export function useDays(window: ShownWindow): UseQueryResult<readonly DaySum[]> {
  const hasReports = useHasReports();
  const reports = useQuery({
    ...wholeReportOptions(listAiUsage, { from: window.from, to: window.to, group_by: ['day', 'feature'] }),
    select: useCallback((rows: readonly AiUsageRow[]) => daysOfRows(rows, window, window.today), [window]),
    enabled: hasReports,
    refetchInterval: POLL_MS,
  });
  const usage = useQuery({ ...usageOptions(window.days), select: daysOfUsage, enabled: !hasReports });
  return hasReports ? reports : usage;
}

function daysOfUsage({ trend = [] }: Usage): readonly DaySum[] {
  return daysOfTrend(trend);
}

/** The cost of each day before the shown ones, ascending and without gaps: unusual days are judged by them. */
export function useDaysBefore({ from }: ShownWindow, enabled: boolean): UseQueryResult<readonly DayCost[]> {
  const hasReports = useHasReports();
  const first = addDays(from, -7 * USUAL_WEEKS);
  const fromRows = useCallback(
    (rows: readonly AiUsageRow[]): readonly DayCost[] => {
      const costs = new Map(rows.map(({ day = from, cost_usd }) => [day, cost_usd]));
      const [firstCall = from] = [...costs.keys()].toSorted();
      return daysOf({ from: first, days: daysBetween(first, from) })
        .map((date) => ({ date, cost_usd: costs.get(date) ?? 0 }))
        .filter(({ date }) => date >= firstCall);
    },
    [first, from],
  );
  const fromUsage = useCallback(
    ({ trend = [] }: Usage): readonly DayCost[] => {
      const start = trend.findIndex(({ calls }) => calls > 0);
      return start < 0 ? [] : trend.slice(start).filter(({ date }) => date < from);
    },
    [from],
  );
  const reports = useQuery({
    ...wholeReportOptions(listAiUsage, { from: first, to: from, group_by: ['day'] }),
    select: fromRows,
    enabled: hasReports && enabled,
  });
  const usage = useQuery({ ...usageOptions(), select: fromUsage, enabled: !hasReports && enabled });
  return hasReports ? reports : usage;
}
