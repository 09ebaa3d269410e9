import { queryOptions } from '@tanstack/react-query';
import { getAiUsage, getUsage } from '#contract/ai.ts';
import { getAiLimits } from '#contract/ai-limits.ts';
import {
  listAiReports,
  type AiAlertRow,
  type AiCallEntry,
  type AiCapChange,
  type AiPriceRow,
  type AiUsageRow,
} from '#contract/ai-reports.ts';
import { call, type CallQuery } from '#src/api/call.ts';
import { read } from '#src/api/read.ts';
import { DEFAULT_DAYS, type AiSearch } from './search.ts';
import { dayOfMonth, utcToday } from './usage-window.ts';

/** How often the figures are read again. */
export const POLL_MS = 60_000;
/** The forecast needs 14 complete days and today. */
const FORECAST_DAYS = 15;
/** The longest page of a list. */
const PAGE = 200;
const MAX_DAYS = 90;

/** UTC days ending today, with each day. */
export function usageOptions(days: number) {
  return { ...read(getAiUsage, { days: Math.min(days, MAX_DAYS), include: 'trend' }), refetchInterval: POLL_MS };
}

/** The days that the first call asks for: the range, and at least this month for the curve and the days of the forecast. */
export function firstDays(search: Pick<AiSearch, 'days'>, nowMs: number): number {
  return Math.min(MAX_DAYS, Math.max(search.days ?? DEFAULT_DAYS, dayOfMonth(utcToday(nowMs)), FORECAST_DAYS));
}

export function limitsOptions() {
  return { ...read(getAiLimits), refetchInterval: POLL_MS };
}

/** The billing cycle, which need not be the calendar month. */
export function billingOptions() {
  return read(getUsage);
}

/** The record of each report, by the parameter `report`. */
interface ReportRows {
  readonly usage: AiUsageRow;
  readonly calls: AiCallEntry;
  readonly prices: AiPriceRow;
  readonly alerts: AiAlertRow;
  readonly cap_history: AiCapChange;
}
type ReportName = keyof ReportRows;
type ReportQuery = Omit<CallQuery<typeof listAiReports>, 'report'>;

/** A field that only the records of this report have. */
const MARKS: Readonly<Record<ReportName, string>> = {
  usage: 'mean_latency_ms',
  calls: 'created_utc',
  prices: 'input_usd',
  alerts: 'threshold_percent',
  cap_history: 'actor',
};

export interface ReportPage<Row> {
  readonly items: readonly Row[];
  readonly total_count: number;
}

/** One page of a report. Asked only where the service has `ai_reports`. */
export function reportOptions<Name extends ReportName>(report: Name, query: ReportQuery = {}) {
  return queryOptions({
    queryKey: [listAiReports.resource, listAiReports.name, report, query],
    queryFn: ({ signal }) => reportPage(report, query, signal),
    staleTime: 30_000,
  });
}

/** All records of a report, page by page: sums over them are whole. */
export function wholeReportOptions<Name extends ReportName>(report: Name, query: ReportQuery = {}) {
  return queryOptions({
    queryKey: [listAiReports.resource, listAiReports.name, report, query, 'whole'],
    queryFn: async ({ signal }): Promise<readonly ReportRows[Name][]> => {
      const first = await reportPage(report, { ...query, limit: PAGE }, signal);
      const skips: number[] = [];
      for (let skip = PAGE; skip < first.total_count; skip += PAGE) skips.push(skip);
      const rest = await Promise.all(skips.map((skip) => reportPage(report, { ...query, limit: PAGE, skip }, signal)));
      return [...first.items, ...rest.flatMap(({ items }) => items)];
    },
    staleTime: 30_000,
  });
}

async function reportPage<Name extends ReportName>(
  report: Name,
  query: ReportQuery,
  signal: AbortSignal,
): Promise<ReportPage<ReportRows[Name]>> {
  const { items, total_count } = await call(listAiReports, { query: { ...query, report }, signal });
  return { items: items.filter((row) => isRowOf(report, row)), total_count };
}

function isRowOf<Name extends ReportName>(report: Name, row: object): row is ReportRows[Name] {
  return MARKS[report] in row;
}
