import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { Whoami } from '#contract/site.ts';
import { listTickets, type Ticket } from '#contract/tickets.ts';
import { call } from '#src/api/call.ts';
import { queryClient } from '#src/api/query-client.ts';
import { read } from '#src/api/read.ts';
import type { ListQuery } from '#src/inbox/filters/filter-table.ts';
import { profileOf } from '#src/inbox/profile.ts';
import type { InboxSearch } from '#src/inbox/search.ts';
import { changeOf, holdRow, keepHeldRows } from '#src/ticket-edit/update/change-store.ts';
import { BLOCK, joinPages, pageOf, usePagedRows, type JoinedRows, type RowPage } from '#src/ui/rows/use-paged-rows.ts';
import { planList, type ListPlan } from './list-plan.ts';

export const POLL_MS = 30_000;
/** Rows of the first page. */
const FIRST_ROWS = 50;

export interface ListPage {
  readonly items: readonly Ticket[];
  readonly total_count: number;
  /** The number of the order that the rows were fetched in. */
  readonly order: number;
  /** Tickets that waited for a first reply when they got their place; groups follow this, so an update moves nothing. */
  readonly waiting: ReadonlySet<bigint>;
  /** Tickets that the service no longer lists, kept for the cursor or an unfinished change. */
  readonly held: ReadonlySet<bigint>;
}

let order = 0;

/** Lets the next pages take the order of the service: after a refresh, or for another list. */
function startNewOrder(): void {
  order += 1;
}

/**
 * Arranges a refetched page like the rows on screen. Rows that no longer match leave, and new ones follow the row that
 * precedes them on the service. The row of the cursor and rows with an unfinished change keep their places. If the
 * order has changed since `before`, the page is taken as it came.
 */
export function arrangePage(
  before: ListPage | undefined,
  answer: Pick<ListPage, 'items' | 'total_count'>,
  fetchedIn: number,
): ListPage {
  const { items, total_count } = keepHeldRows(before, answer);
  const found = new Set(answer.items.map(({ id }) => id));
  const held = new Set(items.map(({ id }) => id).filter((id) => !found.has(id)));
  if (before === undefined || before.order !== fetchedIn)
    return { items, total_count, order: fetchedIn, waiting: waitingIn(items), held };
  const now = new Map(items.map((ticket) => [ticket.id, ticket]));
  const kept = before.items.flatMap((row) => now.get(row.id) ?? []);
  const keptIds = new Set(kept.map(({ id }) => id));
  const added = new Map<bigint | null, Ticket[]>();
  let last: bigint | null = null;
  for (const ticket of items) {
    if (keptIds.has(ticket.id)) last = ticket.id;
    else added.set(last, [...(added.get(last) ?? []), ticket]);
  }
  const waitingBefore = kept.map(({ id }) => id).filter((id) => before.waiting.has(id));
  return {
    items: [...(added.get(null) ?? []), ...kept.flatMap((ticket) => [ticket, ...(added.get(ticket.id) ?? [])])],
    total_count,
    order: fetchedIn,
    held,
    waiting: new Set([...waitingBefore, ...waitingIn(items.filter(({ id }) => !keptIds.has(id)))]),
  };
}

function waitingIn(items: readonly Ticket[]): ReadonlySet<bigint> {
  return new Set(items.filter((ticket) => ticket.first_response_utc === null).map(({ id }) => id));
}

/** Removes a row that was held for the cursor. */
export function withoutHeld(page: ListPage, id: bigint): ListPage {
  if (!page.held.has(id) || changeOf(id)?.holdsRow === true) return page;
  const items = page.items.filter((ticket) => ticket.id !== id);
  const held = new Set([...page.held].filter((other) => other !== id));
  const isWhole = page.items.length === page.total_count;
  return { ...page, items, held, total_count: isWhole ? items.length : page.total_count };
}

let heldId: bigint | null = null;

/** Holds the row of the cursor. The row that the cursor leaves goes if it no longer matches. */
export function moveHold(id: bigint | null): void {
  const left = heldId;
  heldId = id;
  holdRow(id);
  if (left === null || left === id) return;
  // Rows move after the key has been drawn.
  setTimeout(() => {
    for (const [key, data] of queryClient.getQueriesData<unknown>({ queryKey: [listTickets.resource] }))
      if (isPage(data) && data.held.has(left) && heldId !== left)
        queryClient.setQueryData(key, withoutHeld(data, left));
  });
}

function isPage(data: unknown): data is ListPage {
  return typeof data === 'object' && data !== null && 'held' in data;
}

/** A page of the list. Only a refresh or a write of this tab refetches it; `inSightOptions` keeps the visible rows current. */
function pageOptions(query: ListQuery, limit: number, skip: number) {
  const { queryKey } = read(listTickets, { ...query, limit, skip });
  return queryOptions<ListPage, Error, ListPage, readonly unknown[]>({
    queryKey,
    queryFn: async ({ signal }) => {
      const fetchedIn = order;
      const before = queryClient.getQueryData<ListPage>(queryKey);
      const answer = await call(listTickets, { query: { ...query, limit, skip }, signal });
      return arrangePage(before, answer, fetchedIn);
    },
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** The rows in sight, polled; their values replace those on screen without moving a row. */
function inSightOptions(query: ListQuery, firstInSight: () => number) {
  return queryOptions({
    queryKey: [listTickets.resource, 'inSight', query],
    queryFn: ({ signal }) => call(listTickets, { query: { ...query, limit: BLOCK, skip: firstInSight() }, signal }),
    refetchInterval: POLL_MS,
    refetchOnMount: false,
    refetchOnWindowFocus: true,
    staleTime: POLL_MS,
    gcTime: 0,
    retry: false,
  });
}

/** How many tickets match. */
export function countOptions(query: ListQuery) {
  return countOnly(query, {});
}

/** Counts by field, of the tickets that the other filters match. */
export function facetOptions(query: ListQuery) {
  return countOnly(query, { facets: true });
}

function countOnly(query: ListQuery, more: { readonly facets?: true }) {
  const { order_by: _order, dir: _dir, ...filters } = query;
  // Without a placeholder: the count of another list would be wrong.
  const { placeholderData: _none, ...options } = read(listTickets, { ...filters, ...more, limit: 1 });
  return { ...options, staleTime: POLL_MS };
}

interface Loader {
  readonly queryClient: QueryClient;
  readonly whoami: Whoami;
}

/** Prefetches the first page of the list with the query options of the view. */
export async function prefetchInbox(search: InboxSearch, { queryClient: client, whoami }: Loader): Promise<void> {
  const { query } = planList(search, profileOf(whoami));
  const { placeholderData: _none, ...options } = pageOptions(query, FIRST_ROWS, pageOf(search.skip ?? 0, FIRST_ROWS));
  await client.prefetchQuery(options);
}

interface TicketPage extends RowPage<Ticket> {
  readonly waiting: ReadonlySet<bigint>;
}

export type TicketRows = JoinedRows<TicketPage>;

export const ROW_GROUPS = ['waiting', 'replied'] as const;
type RowGroup = (typeof ROW_GROUPS)[number];
export type GroupCounts = Readonly<Record<RowGroup, number | undefined>>;

/** The group of a row; null if it isn't loaded. */
export function groupOfRow(rows: TicketRows, index: number): RowGroup | null {
  const ticket = rows.at(index);
  if (ticket === undefined) return null;
  return rows.pageAt(index)?.waiting.has(ticket.id) === true ? 'waiting' : 'replied';
}

export type TicketList = ReturnType<typeof useTicketList>;

/** The tickets of a plan by position. The rows in sight are polled and change without moving. */
export function useTicketList({ query, key }: ListPlan, search: InboxSearch) {
  const list = usePagedRows({
    key,
    limit: FIRST_ROWS,
    startAt: search.skip ?? 0,
    keepsRows: false,
    pageOptions: (skip, limit) => pageOptions(query, limit, skip),
  });
  const { pages, total, query: first, startFrom, refresh: refetch, show: load } = list;
  const headSkip = pages[0]?.skip ?? 0;
  // On return or with other filters, the list takes the order of the service.
  useLayoutEffect(() => startNewOrder, [key]);
  // If others closed some tickets or the address was typed, show the last page.
  useEffect(() => {
    if (total !== null && total > 0 && headSkip >= total) startFrom(total - 1);
  });

  const firstInSight = useRef(0);
  const inSight = useQuery({
    ...inSightOptions(query, () => firstInSight.current),
    enabled: first.data !== undefined,
    initialData: { items: [], total_count: 0 },
    initialDataUpdatedAt: () => first.dataUpdatedAt || Date.now(),
  });
  const isNewer = inSight.dataUpdatedAt > first.dataUpdatedAt;
  const rows = useMemo(
    () => joinPages(pages, new Map(isNewer ? inSight.data.items.map((ticket) => [ticket.id, ticket]) : [])),
    [pages, isNewer, inSight.data],
  );
  return {
    rows,
    /** How many tickets match; null until the first answer. */
    total,
    /** When the order of the first page was read, in ms since 1970. */
    readAt: first.dataUpdatedAt,
    updatedAt: Math.max(first.dataUpdatedAt, isNewer ? inSight.dataUpdatedAt : 0),
    isFetching: list.isFirstFetching || inSight.isFetching,
    /** The first page failed and no rows are shown. */
    error: first.data === undefined ? first.error : null,
    /** The last refetch failed, so the rows may be old. */
    refreshError: first.data === undefined ? null : (inSight.error ?? first.error),
    blockError: list.blockError,
    refresh: useCallback(() => {
      startNewOrder();
      return refetch();
    }, [refetch]),
    /** Reports the rows in sight, which fetches them. */
    show: useCallback(
      (from: number, to: number) => {
        firstInSight.current = from;
        load(from, to);
      },
      [load],
    ),
  };
}
