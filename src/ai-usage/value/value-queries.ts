import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { listAiUsage } from '#contract/ai-reports.ts';
import { getCsat } from '#contract/csat.ts';
import { listTickets } from '#contract/tickets.ts';
import { sessionCountsOptions } from '#src/ai-usage/calls/session-queries.ts';
import { sumPico, type PicoUsd } from '#contract/usd.ts';
import { csatDays, resolvedFilter, sumScores } from '#src/ai-usage/figures/value-figures.ts';
import { usageOptions, useHasReports, wholeReportOptions } from '#src/ai-usage/queries.ts';
import { read } from '#src/api/read.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import type { DayWindow } from '#src/panels/day-window.ts';

/** The reason that a part of the sheet has no figure. */
type Missing = 'zero' | 'needsFilters' | 'needsSessions' | 'needsTrend' | 'tooLong' | 'needsReports' | 'failed';

/** A figure on its way: `known`, not known yet, or not to be known and why. */
export type Part<Value> =
  | { readonly state: 'known'; readonly value: Value }
  | { readonly state: 'loading' }
  | { readonly state: 'missing'; readonly why: Missing; readonly retry: (() => void) | null };

interface FeatureCost {
  readonly feature: string;
  readonly calls: number;
  readonly cost_usd: number;
}
export interface Cost {
  readonly total: PicoUsd;
  readonly features: readonly FeatureCost[];
  /** Calls that are in no cost, as their model has no price; 0 where the service does not say. */
  readonly unpricedCalls: number;
}

const LOADING = { state: 'loading' } as const;

function missing(why: Missing): Part<never> {
  return { state: 'missing', why, retry: null };
}

function partOf<Data, Value>(query: UseQueryResult<Data>, valueOf: (data: Data) => Part<Value>): Part<Value> {
  if (query.data !== undefined) return valueOf(query.data);
  return query.isError ? { state: 'missing', why: 'failed', retry: () => void query.refetch() } : LOADING;
}

const known = <Value>(value: Value): Part<Value> => ({ state: 'known', value });

/** The cost of every feature in the window; without the extension only of days that end today. */
export function useCost(window: DayWindow): Part<Cost> {
  const hasReports = useHasReports();
  const { from, to, days, endsToday } = window;
  const reports = useQuery({
    ...wholeReportOptions(listAiUsage, { from, to, group_by: ['feature'] }),
    enabled: hasReports,
  });
  const basic = useQuery({ ...usageOptions(days), enabled: !hasReports && endsToday });
  if (hasReports) {
    return partOf(reports, (rows) =>
      known({
        ...costOf(rows.map(({ feature = '', calls, cost_usd }) => ({ feature, calls, cost_usd }))),
        unpricedCalls: rows.reduce((sum, { unpriced_calls }) => sum + unpriced_calls, 0),
      }),
    );
  }
  return endsToday ? partOf(basic, ({ by_feature: rows }) => known(costOf(rows))) : missing('needsReports');
}

function costOf(rows: readonly FeatureCost[]): Cost {
  const features = rows.filter(({ calls }) => calls > 0).toSorted((a, b) => b.cost_usd - a.cost_usd);
  return { total: sumPico(features.map(({ cost_usd }) => cost_usd)), features, unpricedCalls: 0 };
}

/** Counts the tickets that were resolved in the window. */
export function useResolved(window: DayWindow): Part<number> {
  const isThere = hasExtension(useWhoami(), 'ticket_filters');
  const query = useQuery({
    ...read(listTickets, { status: ['resolved', 'closed'], filter: resolvedFilter(window), limit: 1 }),
    enabled: isThere,
  });
  return isThere ? partOf(query, ({ total_count }) => known(total_count)) : missing('needsFilters');
}

/** Counts the conversations that began in the window, and those of them that were not handed off. */
export function useSessions(window: DayWindow): Part<{ readonly total: number; readonly without: number }> {
  const isThere = hasExtension(useWhoami(), 'ai_sessions');
  const query = useQuery({ ...sessionCountsOptions(window), enabled: isThere });
  return isThere
    ? partOf(query, ({ total, handedOff }) => known({ total, without: total - handedOff }))
    : missing('needsSessions');
}

/** The sum of the scores of the window. */
export function usePoints(window: DayWindow, today: string): Part<ReturnType<typeof sumScores>> {
  const days = csatDays(window, today);
  const query = useQuery({
    ...read(getCsat, { days: days ?? 1, include: ['trend'], limit: 1 }),
    enabled: days !== null,
  });
  if (days === null) return missing('tooLong');
  return partOf(query, ({ summary, trend }) => {
    if (trend !== undefined) return known(sumScores(trend, window));
    // A service need not give the days: then the summary is of the right ones only where they end today.
    if (!window.endsToday) return missing('needsTrend');
    const { responses, average } = summary;
    return known({ responses, points: Math.round(responses * (average ?? 0)) });
  });
}
