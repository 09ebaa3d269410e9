import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { getAiLimits } from '#contract/ai-limits.ts';
import { getAiUsage, getUsage } from '#contract/ai.ts';
import type { Operation, Reply } from '#contract/operation.ts';
import { call, type CallQuery } from '#src/api/call.ts';
import { read } from '#src/api/read.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { dayOfMonth, utcToday } from '#src/format/days.ts';
import { DEFAULT_WINDOW_LENGTH, type WindowSearch } from '#src/panels/day-window.ts';

/** The figures are read again after this time. */
export const POLL_MS = 60_000;
/** The forecast needs 14 complete days and today. */
const FORECAST_DAYS = 15;
/** The longest page of a list. */
const PAGE = 200;
const MAX_DAYS = 90;

/** The service has the extension `ai_reports`; without it the page lives from `ai_usage` and `ai_limits` alone. */
export function useHasReports(): boolean {
  return hasExtension(useWhoami(), 'ai_reports');
}

/** UTC days ending today, with each day. */
export function usageOptions(days: number) {
  return { ...read(getAiUsage, { days: Math.min(days, MAX_DAYS), include: 'trend' }), refetchInterval: POLL_MS };
}

/** The days that the first call asks for: the range, and at least this month for the curve and the days of the forecast. */
export function firstDays(search: WindowSearch, nowMs: number): number {
  return Math.min(MAX_DAYS, Math.max(search.days ?? DEFAULT_WINDOW_LENGTH, dayOfMonth(utcToday(nowMs)), FORECAST_DAYS));
}

export function limitsOptions() {
  return { ...read(getAiLimits), refetchInterval: POLL_MS };
}

/** The billing cycle, which need not be the calendar month. */
export function billingOptions() {
  return read(getUsage);
}

interface Report extends Operation {
  readonly reply: z.ZodMiniType<{ readonly items: object[]; readonly total_count: number }>;
}

/** One page of a report. Asked only where the service has `ai_reports`. */
export function reportOptions<Row extends Report>(row: Row, query: CallQuery<Row> = {}) {
  return { ...read(row, query), staleTime: 30_000 };
}

/** All records of a report, page by page: sums over them are whole. */
export function wholeReportOptions<Row extends Report>(row: Row, query: CallQuery<Row> = {}) {
  const readPage = (skip: number, signal: AbortSignal) => call(row, { query: { ...query, limit: PAGE, skip }, signal });
  return queryOptions({
    queryKey: [row.resource, row.name, query, 'whole'],
    queryFn: async ({ signal }): Promise<readonly Reply<Row>['items'][number][]> => {
      const first = await readPage(0, signal);
      const skips: number[] = [];
      for (let skip = PAGE; skip < first.total_count; skip += PAGE) skips.push(skip);
      const rest = await Promise.all(skips.map((skip) => readPage(skip, signal)));
      return [first, ...rest].flatMap(({ items }) => items);
    },
    staleTime: 30_000,
  });
}
