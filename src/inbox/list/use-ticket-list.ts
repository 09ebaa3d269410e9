import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Ticket } from '#contract/tickets.ts';
import { queryClient } from '#src/api/query-client.ts';
import type { ListQuery } from '#src/inbox/filters/filter-table.ts';
import type { InboxSearch } from '#src/inbox/search.ts';
import { joinPages } from '#src/ui/rows/join-pages.ts';
import { startNewOrder, type ListPage } from './list-order.ts';
import type { ListPlan } from './list-plan.ts';
import { BLOCK, firstPageOf, inSightOptions, pageOptions, refreshTickets } from './list-queries.ts';
import { groupByFirstReply, type TicketPage, type TicketRows } from './row-groups.ts';

/** Blocks beyond these are let go: a hundred thousand rows would be a thousand. */
const MAX_BLOCKS = 120;
/** Only the last ones are looked at again on a refresh; the others are as they were when somebody scrolled there. */
const OBSERVED_BLOCKS = 4;
const NO_PAGE = { items: [], waiting: new Set<bigint>() };
const NO_BLOCKS: readonly number[] = [];
const NO_UPDATES: ReadonlyMap<string, Ticket> = new Map();

export interface TicketList {
  readonly rows: TicketRows;
  /** How many tickets match; null until the first answer. */
  readonly total: number | null;
  /** When the rows were last known to be true, ms since 1970. */
  readonly updatedAt: number;
  /** Nothing to show yet. */
  readonly isLoading: boolean;
  /** The rows are still those of the filters before. */
  readonly isOutdated: boolean;
  readonly isFetching: boolean;
  /** The first page failed and there is nothing to show. */
  readonly error: Error | null;
  /** The last refetch of the rows in sight failed: what is shown may be old. */
  readonly refreshError: Error | null;
  /** A page further down failed. */
  readonly blockError: Error | null;
  /** How many rows at the start are grouped, when the service cannot. */
  readonly headLength: number;
  readonly refresh: () => Promise<void>;
  /** Tells which rows are in sight, so that they are fetched. */
  readonly show: (first: number, last: number) => void;
}

/** The list by position: the first page as the URL says, then blocks of 100 rows where the list is scrolled to. */
export function useTicketList(plan: ListPlan, head: { readonly limit: number; readonly skip: number }): TicketList {
  const { groups } = plan;
  const queryKey = plan.key;
  // The same object as long as it says the same: scrolling makes a new plan, and no new list.
  const [kept, setKept] = useState({ queryKey, query: plan.query });
  if (kept.queryKey !== queryKey) setKept({ queryKey, query: plan.query });
  const query = kept.queryKey === queryKey ? kept.query : plan.query;
  const [wanted, setWanted] = useState<{ readonly key: string; readonly blocks: readonly number[] }>({
    key: queryKey,
    blocks: [],
  });
  // Left and seen again, or with other filters, the list is in the order of the service.
  useLayoutEffect(() => startNewOrder, [queryKey]);
  const inView = useRef({ first: 0, last: 0 });
  const first = useQuery(pageOptions(query, head.limit, head.skip));
  const isOutdated = first.isPlaceholderData;
  const total = first.data?.total_count ?? null;

  const numbers = wanted.key === queryKey && !isOutdated ? wanted.blocks : NO_BLOCKS;
  const observed = useMemo(() => numbers.slice(-OBSERVED_BLOCKS), [numbers]);
  const blocks = useQueries({
    queries: observed.map((block) => blockOptions(query, block)),
    combine: combineBlocks,
  });

  const inSight = useQuery({
    ...inSightOptions(query, Math.max(head.limit, 100), () => inView.current.first),
    enabled: first.data !== undefined && !isOutdated,
    initialData: { items: [], total_count: 0 },
    initialDataUpdatedAt: () => first.dataUpdatedAt || Date.now(),
  });
  const isNewer = !isOutdated && inSight.dataUpdatedAt > first.dataUpdatedAt;
  const updates = useMemo(
    () => (isNewer ? new Map(inSight.data.items.map((ticket) => [ticket.id.toString(), ticket])) : NO_UPDATES),
    [isNewer, inSight.data],
  );

  const rows = useMemo(() => {
    const page = first.data ?? NO_PAGE;
    const isGrouped = groups === 'loaded' && head.skip === 0;
    const items = isGrouped ? groupByFirstReply(page) : page.items;
    const pages: TicketPage[] = [{ skip: head.skip, items, waiting: page.waiting }];
    for (const block of numbers) {
      const at = observed.indexOf(block);
      const data =
        at < 0 ? queryClient.getQueryData<ListPage>(blockOptions(query, block).queryKey) : blocks.data.get(at);
      if (data !== undefined) pages.push({ skip: block * BLOCK, items: data.items, waiting: data.waiting });
    }
    return joinPages(pages, updates);
  }, [first.data, blocks.data, updates, groups, head.skip, query, numbers, observed]);

  const headLength = first.data?.items.length ?? 0;
  const show = useCallback(
    (from: number, to: number) => {
      inView.current = { first: from, last: to };
      if (total === null || total === 0) return;
      const last = Math.min(to, total - 1);
      const isInHead = from >= head.skip && last < head.skip + headLength;
      if (isInHead || to < from) return;
      setWanted((before) => {
        const known = before.key === queryKey ? before.blocks : [];
        const seen = blocksOf(from, last);
        const isKnown = before.key === queryKey && seen.every((block) => known.slice(-OBSERVED_BLOCKS).includes(block));
        if (isKnown) return before;
        const others = known.filter((block) => !seen.includes(block));
        return { key: queryKey, blocks: [...others, ...seen].slice(-MAX_BLOCKS) };
      });
    },
    [queryKey, total, head.skip, headLength],
  );

  const refresh = useCallback(async () => {
    // Only what is in sight is fetched again; the rest comes when somebody scrolls there.
    const { first: from, last } = inView.current;
    setWanted((before) => ({
      key: before.key,
      blocks: before.blocks.filter((block) => blocksOf(from, last).includes(block)),
    }));
    await new Promise((done) => setTimeout(done));
    await refreshTickets();
  }, []);

  return {
    rows,
    total,
    updatedAt: Math.max(first.dataUpdatedAt, isNewer ? inSight.dataUpdatedAt : 0),
    isLoading: first.data === undefined && !first.isError,
    isOutdated,
    isFetching: first.isFetching || inSight.isFetching,
    error: first.data === undefined || isOutdated ? first.error : null,
    refreshError: first.data === undefined || isOutdated ? null : (inSight.error ?? first.error),
    blockError: blocks.error,
    headLength,
    refresh,
    show,
  };
}

function blockOptions(query: ListQuery, block: number) {
  const { placeholderData: _none, ...options } = pageOptions(query, BLOCK, block * BLOCK);
  return options;
}

function blocksOf(first: number, last: number): readonly number[] {
  const from = Math.floor(first / BLOCK);
  return Array.from({ length: Math.max(0, Math.floor(last / BLOCK) - from + 1) }, (_, step) => from + step);
}

interface Blocks {
  /** Pages by the place of their block among the observed ones. A map is taken as it is, not compared deeply. */
  readonly data: ReadonlyMap<number, ListPage>;
  readonly error: Error | null;
}

function combineBlocks(answers: readonly Pick<UseQueryResult<ListPage>, 'data' | 'error'>[]): Blocks {
  return {
    data: new Map(answers.flatMap(({ data }, place) => (data === undefined ? [] : [[place, data] as const]))),
    error: answers.find(({ error }) => error !== null)?.error ?? null,
  };
}

export interface FirstPage {
  readonly limit: number;
  readonly skip: number;
}

/**
 * The first page to load. It stays while somebody scrolls, although the URL then names other rows, and is chosen
 * anew when the list itself changes.
 * @param listKey what makes it another list: filters and order
 * @returns the page, and a way to another one for a position past the end
 */
export function useFirstPage(search: InboxSearch, listKey: string): readonly [FirstPage, (skip: number) => void] {
  const { limit, skip } = firstPageOf(search);
  const key = `${listKey} ${limit}`;
  const [page, setPage] = useState({ key, skip });
  if (page.key !== key) setPage({ key, skip });
  return [{ limit, skip: page.key === key ? page.skip : skip }, (next) => setPage({ key, skip: next })];
}
