import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { FORECAST_DAYS } from '#contract/ai-forecast.ts';
import { getAiLimits } from '#contract/ai-limits.ts';
import { getAiUsage, getUsage } from '#contract/ai.ts';
import type { Operation, Reply } from '#contract/operation.ts';
import { call, type CallQuery } from '#src/api/call.ts';
import { read } from '#src/api/read.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';

/** The figures are read again after this time. */
export const POLL_MS = 60_000;
/** The longest page of a list. */
const PAGE = 200;

/** The service has the extension `ai_reports`; without it the page lives from `ai_usage` and `ai_limits` alone. */
export function useHasReports(): boolean {
  return isWholeService(useWhoami());
}

/** UTC days ending today, with each day: without their number all that the service gives, which the forecast is made from. */
export function usageOptions(days = FORECAST_DAYS) {
  return {
    ...read(getAiUsage, { days: Math.min(days, FORECAST_DAYS), include: 'trend' }),
    refetchInterval: POLL_MS,
  };
}

export function limitsOptions() {
  return { ...read(getAiLimits), refetchInterval: POLL_MS };
}

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
