import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { AiUsageRow } from '#contract/ai-reports.ts';
import { fillDays, type DayUse } from '#src/ai-usage/figures/back-test.ts';
import { usageOptions, wholeReportOptions } from '#src/ai-usage/queries.ts';
import type { AiSearch } from '#src/ai-usage/search.ts';
import { addDays, monthStart, utcToday, windowOf, type UsageWindow } from '#src/ai-usage/usage-window.ts';

/** As many days as `ai_usage` answers: a month that begins before the window is then known from its first day on. */
export const KNOWN_DAYS = 90;

export interface TestedDays {
  readonly window: UsageWindow;
  /** The UTC day that is not over. */
  readonly today: string;
  /** Known days up to the end of the window, ascending, without gaps; null while they are loading or failed. */
  readonly days: readonly DayUse[] | null;
  /** What they come from. */
  readonly resource: 'ai_usage' | 'ai_reports';
  readonly query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;
}

/** The days that a cap is tried on: of `ai_usage`, or for free dates of the report `usage`. */
export function useTestedDays(search: AiSearch, hasReports: boolean, nowMs: number): TestedDays {
  const isFree = search.from !== undefined && hasReports;
  const usage = useQuery(usageOptions(KNOWN_DAYS));
  const today = usage.data?.trend?.at(-1)?.date ?? utcToday(nowMs);
  const window = windowOf(isFree ? search : { days: search.days }, today);
  const known = monthStart(window.from);
  const rows = useQuery({
    ...wholeReportOptions('usage', { group_by: ['day'], from: known, to: window.to }),
    enabled: isFree,
  });
  const end = window.endsToday || window.to <= today ? window.to : addDays(today, 1);
  const free = rows.data === undefined ? null : fillDays(rows.data.flatMap(dayUseOf), known, end);
  const trend = usage.data?.trend?.filter(({ date }) => date < window.to) ?? null;
  return {
    window,
    today,
    days: isFree ? free : trend,
    resource: isFree ? 'ai_reports' : 'ai_usage',
    query: isFree ? rows : usage,
  };
}

function dayUseOf({ day, calls, input_tokens, output_tokens, cost_usd }: AiUsageRow): readonly DayUse[] {
  return day === undefined ? [] : [{ date: day, calls, tokens: input_tokens + output_tokens, cost_usd }];
}
