import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { Ticket } from '#contract/tickets.ts';
import { DEFAULT_LIMIT, type InboxSearch } from '#src/inbox/search.ts';
import { joinPages } from '#src/ui/rows/use-windowed-list.ts';
import { BLOCK, useWindowedList } from '#src/ui/rows/use-windowed-list.ts';
import { startNewOrder, groupByFirstReply } from './list-order.ts';
import type { ListPlan } from './list-plan.ts';
import { inSightOptions, pageOptions } from './list-queries.ts';

const NO_UPDATES: ReadonlyMap<bigint, Ticket> = new Map();

export type TicketList = ReturnType<typeof useTicketList>;

/** The tickets of a plan by position. The rows in sight are read again every half minute, and change without moving. */
export function useTicketList({ query, key, groups }: ListPlan, search: InboxSearch) {
  const limit = search.limit ?? DEFAULT_LIMIT;
  const list = useWindowedList({
    key,
    limit,
    startAt: search.skip ?? 0,
    keepsRows: false,
    pageOptions: (skip, size) => pageOptions(query, size, skip),
  });
  const { pages, total, query: first, startFrom, refresh: refetch, show: load } = list;
  const headSkip = pages[0]?.skip ?? 0;
  // Left and seen again, or with other filters, the list is in the order of the service.
  useLayoutEffect(() => startNewOrder, [key]);
  // Others resolved some, or the address was made by hand: the last page is the nearest there is.
  useEffect(() => {
    if (total !== null && total > 0 && headSkip >= total) startFrom(total - 1);
  });

  const firstInSight = useRef(0);
  const inSight = useQuery({
    ...inSightOptions(query, Math.max(limit, BLOCK), () => firstInSight.current),
    enabled: first.data !== undefined,
    initialData: { items: [], total_count: 0 },
    initialDataUpdatedAt: () => first.dataUpdatedAt || Date.now(),
  });
  const isNewer = inSight.dataUpdatedAt > first.dataUpdatedAt;
  const updates = useMemo(
    () => (isNewer ? new Map(inSight.data.items.map((ticket) => [ticket.id, ticket])) : NO_UPDATES),
    [isNewer, inSight.data],
  );
  const isGrouped = groups === 'loaded' && headSkip === 0;
  const rows = useMemo(() => {
    const [head, ...blocks] = pages;
    if (head === undefined || !isGrouped) return joinPages(pages, updates);
    return joinPages([{ ...head, items: groupByFirstReply(head) }, ...blocks], updates);
  }, [pages, updates, isGrouped]);

  return {
    rows,
    /** How many tickets match; null until the first answer. */
    total,
    /** Where the first page begins, and how many rows it has: these are grouped when the service cannot. */
    headSkip,
    headLength: first.data?.items.length ?? 0,
    updatedAt: Math.max(first.dataUpdatedAt, isNewer ? inSight.dataUpdatedAt : 0),
    isFetching: list.isFirstFetching || inSight.isFetching,
    /** The first page failed and there is nothing to show. */
    error: first.data === undefined ? first.error : null,
    /** The last refetch of the rows in sight failed: what is shown may be old. */
    refreshError: first.data === undefined ? null : (inSight.error ?? first.error),
    blockError: list.blockError,
    refresh: useCallback(() => {
      // Rows may move, because it was asked for.
      startNewOrder();
      return refetch();
    }, [refetch]),
    /** Tells which rows are in sight, so that they are fetched. */
    show: useCallback(
      (from: number, to: number) => {
        firstInSight.current = from;
        load(from, to);
      },
      [load],
    ),
  };
}
