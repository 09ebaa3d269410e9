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
  type UsageSum,
} from '#src/ai-usage/figures/usage-sums.ts';
import { POLL_MS, reportOptions, useHasReports, usageOptions, wholeReportOptions } from '#src/ai-usage/queries.ts';
import type { UsageSearch } from '#src/ai-usage/search.ts';
import { addDays, daysBetween, utcToday } from '#src/format/days.ts';
import { useNow } from '#src/format/use-now.ts';
import { daysOf, type DayWindow, windowOf } from '#src/panels/day-window.ts';

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
    ...wholeReportOptions(listAiUsage, { from, to, group_by: ['feature'] }),
    ...asked,
  });
  const total = useQuery({ ...reportOptions(listAiUsage, { from, to }), ...asked });
  const [rows, all] = [features.data, total.data?.items[0]];
  return useMemo(() => (rows === undefined || all === undefined ? undefined : latenciesOf(rows, all)), [rows, all]);
}

/** The features with what is known of their latency. */
export function withLatencies(
  features: readonly FeatureSum[],
  latencies: Latencies | undefined,
): readonly FeatureSum[] {
  return features.map((sum) => ({ ...sum, latency: latencies?.byFeature.get(sum.feature) }));
}

/**
 * The cost of each day before the shown ones, ascending, without gaps: what unusual days are judged by. Asked once the shown
 * figures are there (`enabled`).
 */
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
