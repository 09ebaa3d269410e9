import { queryOptions } from '@tanstack/react-query';
import { call } from '#src/api/call.ts';
import { queryClient } from '#src/api/query-client.ts';
import { read } from '#src/api/read.ts';
import { listTickets } from '#src/api/endpoints.ts';
import { DEFAULT_LIMIT, type InboxSearch } from './search.ts';
import type { ListQuery } from './list-plan.ts';

/** Rows fetched by one request while scrolling: so many are read without holding up a frame. */
export const BLOCK = 100;
/** How often the rows in sight are looked at again. */
export const POLL_MS = 30_000;

/** The first page: the page of `limit` rows in which the first row in sight stands. */
export function headOf(search: InboxSearch): { readonly limit: number; readonly skip: number } {
  const limit = search.limit ?? DEFAULT_LIMIT;
  return { limit, skip: Math.floor((search.skip ?? 0) / limit) * limit };
}

/**
 * One page of the list. It is never fetched again by itself, since rows would move: `inSightOptions` keeps what is
 * seen up to date, and a refresh is asked for.
 */
export function pageOptions(query: ListQuery, limit: number, skip: number) {
  return {
    ...read(listTickets, { ...query, limit, skip }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  };
}

/** The rows in sight, read again every half minute and merged by id into what is shown. */
export function inSightOptions(query: ListQuery, limit: number, firstInSight: () => number) {
  return queryOptions({
    queryKey: [listTickets.resource, 'inSight', query, limit],
    queryFn: ({ signal }) => call(listTickets, { query: { ...query, limit, skip: firstInSight() }, signal }),
    refetchInterval: POLL_MS,
    refetchOnMount: false,
    refetchOnWindowFocus: true,
    staleTime: POLL_MS,
    gcTime: 0,
    retry: false,
  });
}

/** Forgets every page of the list, so that the rows are fetched anew: rows may move, because somebody asked for it. */
export async function refreshTickets(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [listTickets.resource] });
}
