import type { AiUsageRow } from '#contract/ai-reports.ts';
import type { getAiUsage } from '#contract/ai.ts';
import type { Reply } from '#contract/operation.ts';
import { sumUsd } from '#contract/usd.ts';
import { daysOf, type DayWindow } from '#src/panels/day-window.ts';

/** Sums over some calls. */
export interface CallSum {
  readonly calls: number;
  readonly tokens: bigint;
  readonly costUsd: number;
  readonly unpricedCalls: number;
}

/** One UTC day. */
export interface DaySum extends CallSum {
  readonly date: string;
  /** Empty on a service with the API document alone, which does not say it. */
  readonly byFeature: ReadonlyMap<string, CallSum>;
}

/** The days of the trend of `ai_usage`, which has every day that it covers. */
export function daysOfTrend(trend: NonNullable<Reply<typeof getAiUsage>['trend']>): readonly DaySum[] {
  return trend.map(({ date, calls, tokens, cost_usd: costUsd }) => {
    return { date, calls, tokens, costUsd, unpricedCalls: 0, byFeature: new Map() };
  });
}

/** The days of a window from report rows by day and feature. A day without rows had no calls; days after today are left out. */
export function daysOfRows(rows: readonly AiUsageRow[], window: DayWindow, today: string): readonly DaySum[] {
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return daysOf(window)
    .filter((date) => date <= today)
    .map((date) => {
      const groups = Map.groupBy(byDay.get(date) ?? [], ({ feature }) => feature ?? '');
      const byFeature = new Map(
        [...groups].map(([feature, ofFeature]) => [feature, addCalls(ofFeature.map(sumOfRow))]),
      );
      return { date, ...addCalls([...byFeature.values()]), byFeature };
    });
}

function sumOfRow({ calls, input_tokens, output_tokens, cost_usd, unpriced_calls }: AiUsageRow): CallSum {
  return { calls, tokens: input_tokens + output_tokens, costUsd: cost_usd, unpricedCalls: unpriced_calls };
}

/** Adds sums that share no call. */
export function addCalls(parts: readonly CallSum[]): CallSum {
  return {
    calls: parts.reduce((sum, { calls }) => sum + calls, 0),
    tokens: parts.reduce((sum, { tokens }) => sum + tokens, 0n),
    costUsd: sumUsd(parts.map(({ costUsd }) => costUsd)),
    unpricedCalls: parts.reduce((sum, { unpricedCalls }) => sum + unpricedCalls, 0),
  };
}

/** The features of some days with their sums, the costliest first. */
export function featuresOfDays(days: readonly DaySum[]): ReadonlyMap<string, CallSum> {
  const parts = Map.groupBy(
    days.flatMap(({ byFeature }) => [...byFeature]),
    ([feature]) => feature,
  );
  const sums = [...parts].map(([feature, ofFeature]) => [feature, addCalls(ofFeature.map(([, sum]) => sum))] as const);
  return new Map(sums.toSorted(([, a], [, b]) => b.costUsd - a.costUsd || b.calls - a.calls));
}
