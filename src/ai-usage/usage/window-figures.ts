import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { listAiUsage, type AiUsageRow } from '#contract/ai-reports.ts';
import type { getAiUsage } from '#contract/ai.ts';
import type { Reply } from '#contract/operation.ts';
import { USUAL_WEEKS } from '#src/ai-usage/figures/anomalies.ts';
import type { DayCost } from '#contract/ai-forecast.ts';
import {
  addSums,
  daysOfRows,
  daysOfTrend,
  type DaySum,
  featuresOfRows,
  featuresOfUsage,
  type FeatureSum,
  type Latencies,
  latenciesOf,
  sumOfRows,
  type UsageSum,
} from '#src/ai-usage/figures/usage-sums.ts';
import { POLL_MS, reportOptions, useHasReports, usageOptions, wholeReportOptions } from '#src/ai-usage/queries.ts';
import type { UsageSearch } from '#src/ai-usage/search.ts';
import { addDays, daysBetween, utcToday } from '#src/format/days.ts';
import { useNow } from '#src/format/use-now.ts';
import { daysOf, type DayWindow, windowBefore, windowOf } from '#src/panels/day-window.ts';

type Usage = Reply<typeof getAiUsage>;

export type ShownWindow = DayWindow & { readonly today: string };

/** The days that the page shows; without reports free dates cannot be had. */
export function useShownWindow(search: UsageSearch): ShownWindow {
  const hasReports = useHasReports();
  const today = utcToday(useNow());
  const { days, from, to } = search;
  return useMemo(
    () => ({ ...windowOf(hasReports ? { days, from, to } : { days }, today), today }),
    [hasReports, days, from, to, today],
  );
}

/** One window from one answer, so that its days, its features and its total agree. */
export interface WindowFigures {
  readonly days: readonly DaySum[];
  readonly features: readonly FeatureSum[];
  readonly total: UsageSum;
}

/** The figures of the shown days: from reports where the service has them, else from `ai_usage`. */
export function useWindowFigures({ from, to, days, endsToday, today }: ShownWindow): UseQueryResult<WindowFigures> {
  const hasReports = useHasReports();
  const fromRows = useCallback(
    (rows: readonly AiUsageRow[]): WindowFigures => {
      const features = featuresOfRows(rows);
      return { days: daysOfRows(rows, { from, to, days, endsToday }, today), features, total: addSums(features) };
    },
    [from, to, days, endsToday, today],
  );
  const reports = useQuery({
    ...wholeReportOptions(listAiUsage, { from, to, group_by: ['day', 'feature'] }),
    select: fromRows,
    enabled: hasReports,
    refetchInterval: POLL_MS,
  });
  const usage = useQuery({ ...usageOptions(days), select: figuresOfUsage, enabled: !hasReports });
  return hasReports ? reports : usage;
}

function figuresOfUsage({ trend = [], by_feature }: Usage): WindowFigures {
  const features = featuresOfUsage(by_feature);
  return { days: daysOfTrend(trend), features, total: addSums(features) };
}

/** The latency of the calls of each feature, once the figures are there; undefined until then and without reports. */
export function useLatencies({ from, to }: DayWindow, isAsked: boolean): Latencies | undefined {
  const hasReports = useHasReports();
  const asked = { enabled: hasReports && isAsked, refetchInterval: POLL_MS };
  const features = useQuery({
    ...wholeReportOptions(listAiUsage, { from, to, group_by: ['feature'], include: 'latency' }),
    ...asked,
  });
  const total = useQuery({ ...reportOptions(listAiUsage, { from, to }), ...asked });
  const [rows, all] = [features.data, total.data?.items[0]];
  return useMemo(() => (rows === undefined || all === undefined ? undefined : latenciesOf(rows, all)), [rows, all]);
}

/** The same figures with what is known of latency. */
export function withLatencies(figures: WindowFigures, latencies: Latencies | undefined): WindowFigures {
  if (latencies === undefined) return figures;
  const { byFeature, total } = latencies;
  return {
    ...figures,
    features: figures.features.map((sum) => ({ ...sum, latency: byFeature.get(sum.feature) })),
    total: { ...figures.total, latency: total },
  };
}

/** The days before the shown ones, which those are compared with. */
export interface DaysBefore {
  /** The cost of each day, ascending, without gaps, up to the day before the window. */
  readonly costs: readonly DayCost[];
  /** As many days as are shown, right before them; null without reports. */
  readonly period: UsageSum | null;
}

/** Asked once the shown figures are there (`enabled`), for what needs them comes after what is looked at first. */
export function useDaysBefore(window: DayWindow, enabled: boolean): UseQueryResult<DaysBefore> {
  const hasReports = useHasReports();
  const { from } = window;
  const before = windowBefore(window).from;
  const usualFrom = addDays(from, -7 * USUAL_WEEKS);
  const first = before < usualFrom ? before : usualFrom;
  const fromRows = useCallback(
    (rows: readonly AiUsageRow[]): DaysBefore => {
      const costs = new Map(rows.map(({ day = from, cost_usd }) => [day, cost_usd]));
      const [firstCall = from] = [...costs.keys()].toSorted();
      return {
        costs: daysOf({ from: first, days: daysBetween(first, from) })
          .map((date) => ({ date, cost_usd: costs.get(date) ?? 0 }))
          .filter(({ date }) => date >= firstCall),
        period: sumOfRows(rows.filter(({ day = '' }) => day >= before)),
      };
    },
    [first, before, from],
  );
  const fromUsage = useCallback(
    ({ trend = [] }: Usage): DaysBefore => {
      const start = trend.findIndex(({ calls }) => calls > 0);
      return { costs: start < 0 ? [] : trend.slice(start).filter(({ date }) => date < from), period: null };
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
