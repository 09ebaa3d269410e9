import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { getAiUsage } from '#contract/ai.ts';
import { listAiUsage, type AiUsageRow } from '#contract/ai-reports.ts';
import type { Reply } from '#contract/operation.ts';
import { USUAL_WEEKS } from '#src/ai-usage/figures/anomalies.ts';
import { sumOfRows, type UsageSum } from '#src/ai-usage/figures/usage-sums.ts';
import type { DayCost } from '#src/ai-usage/figures/forecast.ts';
import { usageOptions, wholeReportOptions } from '#src/ai-usage/queries.ts';
import { addDays, daysBetween, daysOf, windowBefore, type UsageWindow } from '#src/ai-usage/usage-window.ts';

const ALL_DAYS = 90;

/** What lies before the shown days: what they are compared with. */
export interface DaysBefore {
  /** What each day cost, ascending, without gaps, up to the day before the window. */
  readonly costs: readonly DayCost[];
  /** As many days as are shown, right before them; null without reports. */
  readonly period: UsageSum | null;
}

/** Asked once the shown figures are there (`enabled`), for what needs them comes after what is looked at first. */
export function useDaysBefore(window: UsageWindow, hasReports: boolean, enabled: boolean): UseQueryResult<DaysBefore> {
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
    ({ trend = [] }: Reply<typeof getAiUsage>): DaysBefore => {
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
  const usage = useQuery({ ...usageOptions(ALL_DAYS), select: fromUsage, enabled: !hasReports && enabled });
  return hasReports ? reports : usage;
}
