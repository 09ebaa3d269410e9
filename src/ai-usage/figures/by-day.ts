import type { AiUsageRow } from '#contract/ai-reports.ts';
import { daysOf, type UsageWindow } from '#src/ai-usage/usage-window.ts';
import { addSums, sumOfRows, type UsageSum } from './by-feature.ts';

/** One UTC day. */
export interface DaySum {
  readonly date: string;
  readonly calls: number;
  readonly tokens: bigint;
  readonly costUsd: number;
  /** What only `ai_reports` knows; null without it. */
  readonly byFeature: ReadonlyMap<string, UsageSum> | null;
}

interface TrendDay {
  readonly date: string;
  readonly calls: number;
  readonly tokens: bigint;
  readonly cost_usd: number;
}

/** The days of the trend of `ai_usage`, which has every day that it covers. */
export function daysOfTrend(trend: readonly TrendDay[]): readonly DaySum[] {
  return trend.map(({ date, calls, tokens, cost_usd: costUsd }) => ({ date, calls, tokens, costUsd, byFeature: null }));
}

/**
 * The days of a window out of rows of the report `usage` by day and feature: a day without rows had no calls, and days
 * after today are left out.
 */
export function daysOfRows(rows: readonly AiUsageRow[], window: UsageWindow, today: string): readonly DaySum[] {
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return daysOf(window)
    .filter((date) => date <= today)
    .map((date) => {
      const groups = Map.groupBy(byDay.get(date) ?? [], ({ feature }) => feature ?? '');
      const byFeature = new Map([...groups].map(([feature, ofFeature]) => [feature, sumOfRows(ofFeature)]));
      const { calls, tokens, costUsd } = addSums([...byFeature.values()]);
      return { date, calls, tokens, costUsd, byFeature };
    });
}
