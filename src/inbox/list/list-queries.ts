import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Whoami } from '#contract/site.ts';
import { listTickets } from '#contract/tickets.ts';
import { call } from '#src/api/call.ts';
import { queryClient } from '#src/api/query-client.ts';
import { read } from '#src/api/read.ts';
import { capabilitiesOf } from '#src/inbox/capabilities.ts';
import type { ListQuery } from '#src/inbox/filters/filter-table.ts';
import { DEFAULT_LIMIT, type InboxSearch } from '#src/inbox/search.ts';
import { holdRow } from '#src/ticket-edit/update/change-store.ts';
import { arrangePage, currentOrder, withoutHeld, type ListPage } from './list-order.ts';
import { pageOf } from '#src/ui/rows/use-windowed-list.ts';
import { planList } from './list-plan.ts';

export const POLL_MS = 30_000;

/**
 * One page of the list. It is never fetched again by itself: `inSightOptions` keeps what is seen up to date, and a refresh
 * is asked for. After a change of one's own it is, and its rows keep their order.
 */
export function pageOptions(query: ListQuery, limit: number, skip: number) {
  const { queryKey } = read(listTickets, { ...query, limit, skip });
  const options = queryOptions<ListPage, Error, ListPage, readonly unknown[]>({
    queryKey,
    queryFn: async ({ signal }) => {
      const fetchedIn = currentOrder();
      const before = queryClient.getQueryData<ListPage>(queryKey);
      const answer = await call(listTickets, { query: { ...query, limit, skip }, signal });
      return arrangePage(before, answer, fetchedIn);
    },
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return options;
}

let heldId: bigint | null = null;

/** The cursor goes to another row: what matches the list no longer leaves when the cursor does, not before. */
export function moveHold(id: bigint | null): void {
  const left = heldId;
  heldId = id;
  holdRow(id);
  if (left === null || left === id) return;
  // Rows move when the key that left this one has been drawn.
  setTimeout(() => {
    for (const [key, data] of queryClient.getQueriesData<unknown>({ queryKey: [listTickets.resource] }))
      if (isPage(data) && data.held.has(left) && heldId !== left)
        queryClient.setQueryData(key, withoutHeld(data, left));
  });
}

function isPage(data: unknown): data is ListPage {
  return typeof data === 'object' && data !== null && 'held' in data;
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

export function countOptions(query: ListQuery) {
  return tallyOptions(query, {});
}

/** Counts by field, of the tickets that the other filters let through. */
export function facetOptions(query: ListQuery) {
  return tallyOptions(query, { facets: true });
}

/** The order says nothing about a count; the count of another list would be a wrong one, so none stands in. */
function tallyOptions(query: ListQuery, more: { readonly facets?: true }) {
  const { order_by: _order, dir: _dir, ...filters } = query;
  const { placeholderData: _none, ...options } = read(listTickets, { ...filters, ...more, limit: 1 });
  return { ...options, staleTime: POLL_MS };
}

/** One call that counts every folder of the sidebar: they are counted over open and pending tickets. */
export function folderFacetOptions() {
  return facetOptions({ status: ['open', 'pending'] });
}

interface Loader {
  readonly queryClient: QueryClient;
  readonly whoami: Whoami;
}

/** Prefetches the first page of the list with the query options of the view. */
export async function prefetchInbox(search: InboxSearch, { queryClient, whoami }: Loader): Promise<void> {
  const { query } = planList(search, capabilitiesOf(whoami));
  const limit = search.limit ?? DEFAULT_LIMIT;
  const skip = pageOf(search.skip ?? 0, limit);
  const { placeholderData: _none, ...options } = pageOptions(query, limit, skip);
  await queryClient.prefetchQuery(options);
}
