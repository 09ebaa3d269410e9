import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import {
  daysLeft,
  forecastCurves,
  forecastMonth,
  monthCurve,
  type Forecast,
  type MonthCurve,
} from '#contract/ai-forecast.ts';
import { listAiUsage, type AiUsageRow } from '#contract/ai-reports.ts';
import type { getAiUsage } from '#contract/ai.ts';
import type { Reply } from '#contract/operation.ts';
import { type UnusualDay, unusualDays, USUAL_WEEKS } from '#src/ai-usage/figures/anomalies.ts';
import { daysOfRows, type DaySum } from '#src/ai-usage/figures/days.ts';
import { POLL_MS, useHasReports, wholeReportOptions } from '#src/ai-usage/queries.ts';
import type { AiSearch } from '#src/ai-usage/search.ts';
import { addDays, daysBetween, utcToday } from '#src/format/days.ts';
import { useNow } from '#src/format/use-now.ts';
import { daysOf, type DayWindow, windowOf } from '#src/panels/day-window.ts';

export type Usage = Reply<typeof getAiUsage>;
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

/** The shown days by feature. */
export function useDays(window: ShownWindow): UseQueryResult<readonly DaySum[]> {
  return useQuery({
    ...wholeReportOptions(listAiUsage, { from: window.from, to: window.to, group_by: ['day', 'feature'] }),
    select: useCallback((rows: readonly AiUsageRow[]) => daysOfRows(rows, window, window.today), [window]),
    refetchInterval: POLL_MS,
  });
}

/**
 * The unusual days among the shown ones, judged by the weeks before them, which are loaded after the shown days. Empty
 * until then.
 */
export function useUnusualDays(days: readonly DaySum[] | undefined, window: ShownWindow): readonly UnusualDay[] {
  const { from, today } = window;
  const first = addDays(from, -7 * USUAL_WEEKS);
  const { data: before } = useQuery({
    ...wholeReportOptions(listAiUsage, { from: first, to: from, group_by: ['day'] }),
    enabled: days !== undefined,
  });
  return useMemo(() => {
    if (days === undefined || before === undefined) return NO_UNUSUAL_DAYS;
    return unusualIn(days, new Map(before.map(({ day = from, cost_usd }) => [day, cost_usd])), { from, today });
  }, [days, before, from, today]);
}

const NO_UNUSUAL_DAYS: readonly UnusualDay[] = [];

/** @param before the cost of the days with calls before the shown ones. Days before the first call are no history. */
export function unusualIn(
  days: readonly DaySum[],
  before: ReadonlyMap<string, number>,
  { from, today }: Pick<ShownWindow, 'from' | 'today'>,
): readonly UnusualDay[] {
  const first = [...before.keys()].toSorted()[0] ?? days.find(({ calls }) => calls > 0)?.date ?? from;
  const history = daysOf({ from: first, days: Math.max(0, daysBetween(first, from)) }).map((date) => {
    return { date, cost_usd: before.get(date) ?? 0 };
  });
  const shown = days.filter(({ date }) => date >= first).map(({ date, costUsd }) => ({ date, cost_usd: costUsd }));
  return unusualDays([...history, ...shown], today).filter(({ date }) => date >= from);
}
