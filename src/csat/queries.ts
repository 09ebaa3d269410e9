import {
  getCsatSummary,
  listCsatAnswers,
  listCsatDays,
  listCsatSplits,
  type CsatDefinition,
  type CsatSummary,
} from '#contract/csat-reports.ts';
import { getCsat } from '#contract/csat.ts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Whoami } from '#contract/site.ts';
import type { CallQuery } from '#src/api/call.ts';
import { read } from '#src/api/read.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { utcToday } from '#src/format/days.ts';
import { useNow } from '#src/format/use-now.ts';
import { dayAndTimeOf } from '#src/format/zone-time.ts';
import { DEFAULT_WINDOW_LENGTH, windowOf, type DayWindow } from '#src/panels/day-window.ts';
import type { AnswersSearch, CsatSearch, OverviewSearch } from './search.ts';

/** The figures are read again after this time. */
const POLL_MS = 60_000;

/** Whether the service has `csat_reports`; without it the page uses `csat` alone. */
export function useHasReports(): boolean {
  return isWholeService(useWhoami());
}

/** The zone whose days are counted: the site's, and UTC where the API document counts them. */
export function zoneOf(whoami: Whoami): string {
  return isWholeService(whoami) ? (whoami.time_zone ?? 'UTC') : 'UTC';
}

export function todayOf(whoami: Whoami, nowMs: number): string {
  return dayAndTimeOf(new Date(nowMs).toISOString(), zoneOf(whoami))?.day ?? utcToday(nowMs);
}

export type ShownWindow = DayWindow & { readonly today: string; readonly zone: string };

/** The days that the page shows. */
export function useShownWindow(search: CsatSearch): ShownWindow {
  const whoami = useWhoami();
  const today = todayOf(whoami, useNow());
  // `csat` has no custom dates.
  const asked = isWholeService(whoami) ? search : { days: search.days };
  return { ...windowOf(asked, today), today, zone: zoneOf(whoami) };
}

type Filters = Omit<CallQuery<typeof getCsatSummary>, 'definition'>;

/** The filters and the window as the API names them. */
export function filterQuery(search: CsatSearch, { from, to }: Pick<DayWindow, 'from' | 'to'>): Filters {
  const { priority, channel, agent, first_reply, within_hours, ai } = search;
  return {
    from,
    to,
    ...(priority === undefined ? {} : { priority }),
    ...(channel === undefined ? {} : { channel }),
    ...(agent === undefined ? {} : { agent }),
    ...(first_reply === undefined ? {} : { first_reply }),
    ...(within_hours === undefined ? {} : { within_hours }),
    ...(ai === undefined ? {} : { ai }),
  };
}

/** The figures of the page's head: asked first, and by the loader. */
export function summaryOptions(search: CsatSearch, window: Pick<DayWindow, 'from' | 'to'>) {
  return { ...read(getCsatSummary, figureQuery(search, window, search.definition)), refetchInterval: POLL_MS };
}

function figureQuery(
  search: CsatSearch,
  window: Pick<DayWindow, 'from' | 'to'>,
  definition: CsatDefinition | undefined,
): CallQuery<typeof getCsatSummary> {
  return { ...filterQuery(search, window), ...(definition === undefined ? {} : { definition }) };
}

/** The figures of the head, and the definition for the other panels: the address's, or the site's. */
export interface Summary {
  readonly query: UseQueryResult<CsatSummary>;
  /** Undefined while loading. */
  readonly definition: CsatDefinition | undefined;
  /** The definition that the other calls send; undefined for the site's. */
  readonly asked: CsatDefinition | undefined;
  readonly goodFrom: number;
}

const USUAL_GOOD_FROM = 4;

export function useSummary(search: CsatSearch, window: DayWindow): Summary {
  const query = useQuery(summaryOptions(search, window));
  // If the site's choice is unknown, the other panels ask for the mean and say so.
  const asked = search.definition ?? (query.data === undefined && query.isError ? 'mean' : undefined);
  return {
    query,
    definition: search.definition ?? query.data?.definition ?? asked,
    asked,
    goodFrom: query.data?.good_from ?? USUAL_GOOD_FROM,
  };
}

export function daysOptions(search: CsatSearch, window: DayWindow, definition = search.definition) {
  return { ...read(listCsatDays, figureQuery(search, window, definition)), refetchInterval: POLL_MS };
}

export function splitsOptions(search: CsatSearch, window: DayWindow, definition = search.definition) {
  return { ...read(listCsatSplits, figureQuery(search, window, definition)), refetchInterval: POLL_MS };
}

/** The query of a list of answers. */
export function answersQuery(search: AnswersSearch, window: DayWindow): CallQuery<typeof listCsatAnswers> {
  const { score, q } = search;
  return {
    ...filterQuery(search, window),
    ...(score === undefined ? {} : { score: [...score] }),
    ...(q === undefined ? {} : { q }),
  };
}

/** A page of the list. Rows change only after a refresh or an own change. */
export function answersOptions(query: CallQuery<typeof listCsatAnswers>, skip: number, limit: number) {
  return {
    ...read(listCsatAnswers, { ...query, limit, skip }),
    staleTime: 30_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  };
}

/** GET `csat` of the API document. `score` filters the newest answers only. */
export function documentOptions({ days: length, score }: OverviewSearch, isNarrowed: boolean) {
  const days: number = length ?? DEFAULT_WINDOW_LENGTH;
  const scores = isNarrowed && score !== undefined ? score.map(Number) : [];
  return {
    ...read(getCsat, {
      days,
      include: ['trend'],
      limit: 20,
      ...(scores.length === 0 ? {} : { score_min: Math.min(...scores), score_max: Math.max(...scores) }),
    }),
    refetchInterval: POLL_MS,
  };
}
