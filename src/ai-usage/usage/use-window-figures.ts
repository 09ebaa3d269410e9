import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { getAiUsage } from '#contract/ai.ts';
import { listAiUsage, type AiUsageRow } from '#contract/ai-reports.ts';
import type { Reply } from '#contract/operation.ts';
import { daysOfRows, daysOfTrend, type DaySum } from '#src/ai-usage/figures/usage-sums.ts';
import {
  addSums,
  featuresOfRows,
  featuresOfUsage,
  type FeatureSum,
  type UsageSum,
} from '#src/ai-usage/figures/usage-sums.ts';
import { POLL_MS, usageOptions, wholeReportOptions } from '#src/ai-usage/queries.ts';
import type { AiSearch } from '#src/ai-usage/search.ts';
import { utcToday, windowOf, type UsageWindow } from '#src/ai-usage/usage-window.ts';
import { useNow } from '#src/format/use-now.ts';

/** One window from one answer, so that its days, its features and its total agree. */
export interface WindowFigures {
  readonly days: readonly DaySum[];
  readonly features: readonly FeatureSum[];
  readonly total: UsageSum;
}

/** The days that the page shows; without reports free dates cannot be had. */
export function useShownWindow(search: AiSearch, hasReports: boolean): UsageWindow & { readonly today: string } {
  const today = utcToday(useNow());
  return { ...windowOf(hasReports ? search : { days: search.days }, today), today };
}

/** The figures of the shown days: from reports where the service has them, else from `ai_usage`. */
export function useWindowFigures(search: AiSearch, hasReports: boolean): UseQueryResult<WindowFigures> {
  const { from, to, days, endsToday, today } = useShownWindow(search, hasReports);
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

function figuresOfUsage({ trend = [], by_feature }: Reply<typeof getAiUsage>): WindowFigures {
  const features = featuresOfUsage(by_feature);
  return { days: daysOfTrend(trend), features, total: addSums(features) };
}
