import {
  keepPreviousData,
  useQueries,
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { joinPages, type JoinedRows } from './join-pages.ts';

/** Rows fetched by one call while scrolling: so many are read without holding up a frame. */
export const BLOCK = 100;
/** Blocks beyond these are let go: a hundred thousand rows would be a thousand. */
const MAX_BLOCKS = 120;
/** Only the last ones are asked for again on a refresh; the others are as they were when they were scrolled to. */
const OBSERVED_BLOCKS = 4;
const NO_BLOCKS: readonly number[] = [];

/** A page as the service answers it. */
export interface ListPage {
  readonly items: readonly { readonly id: bigint }[];
  readonly total_count: number;
}

/** How a page is asked for: what `read(row, query)` returns, without a placeholder. */
type PageOptions<Page> = UseQueryOptions<Page, Error, Page, QueryKey> & { readonly queryKey: QueryKey };

interface WindowedListOptions<Page extends ListPage> {
  /** The same text for the same filters and order: another key is another list. */
  readonly key: string;
  /** Options of the page of `limit` rows from `skip` on. */
  readonly pageOptions: (skip: number, limit: number) => PageOptions<Page>;
  /** The row that the address names: the first page is the one in which it stands. */
  readonly startAt: number;
  /** Rows of the first page. */
  readonly limit?: number;
  readonly enabled?: boolean;
  /** False: another list begins without rows, instead of showing those of the one before until its own are there. */
  readonly keepsRows?: boolean;
}

/** A long list by position, of which the rows in sight are loaded. */
export interface WindowedList<Page extends ListPage> {
  readonly rows: JoinedRows<Page & { readonly skip: number }>;
  /** The pages that the rows are joined from, for a list that joins them with newer states of rows. */
  readonly pages: readonly (Page & { readonly skip: number })[];
  /** How many rows match; null until the first answer. */
  readonly total: number | null;
  /** The rows are still those of the list before. */
  readonly isOutdated: boolean;
  /** The first page, in the form that `QueryPending` and `StaleQuery` take. */
  readonly query: {
    readonly data: Page | undefined;
    readonly error: Error | null;
    readonly isError: boolean;
    readonly isFetching: boolean;
    readonly dataUpdatedAt: number;
    readonly refetch: () => Promise<void>;
  };
  /** The first page is being fetched, whatever the blocks do. */
  readonly isFirstFetching: boolean;
  /** A page further down could not be loaded. */
  readonly blockError: Error | null;
  /** Fetches anew what is in sight; the rest comes when it is scrolled to. */
  readonly refresh: () => Promise<void>;
  /** Tells which rows are in sight, so that they are fetched. */
  readonly show: (first: number, last: number) => void;
  /** Begins elsewhere: the address named a row behind the last one. */
  readonly startFrom: (row: number) => void;
}

/**
 * A list of any length: the first page as the address says, then blocks of 100 rows where it is scrolled to. `WindowedGrid`
 * draws it.
 *
 *     const list = useWindowedList({
 *       key: JSON.stringify(query),
 *       pageOptions: (skip, limit) => read(listTickets, { ...query, skip, limit }),
 *       startAt: search.skip ?? 0,
 *     });
 */
export function useWindowedList<Page extends ListPage>({
  key,
  pageOptions,
  startAt,
  limit = BLOCK,
  enabled = true,
  keepsRows = true,
}: WindowedListOptions<Page>): WindowedList<Page> {
  const queryClient = useQueryClient();
  const inSight = useRef({ first: 0, last: 0 });
  // Scrolling changes the address; the first page changes only with the list.
  const listKey = `${key} ${limit}`;
  const [start, setStart] = useState({ listKey, skip: pageOf(startAt, limit) });
  if (start.listKey !== listKey) setStart({ listKey, skip: pageOf(startAt, limit) });
  const { skip } = start;
  const [wanted, setWanted] = useState({ listKey, blocks: NO_BLOCKS });

  const head = useQuery({
    ...pageOptions(skip, limit),
    ...(keepsRows ? { placeholderData: keepPreviousData } : {}),
    enabled,
  });
  const isOutdated = head.isPlaceholderData;
  const numbers = wanted.listKey === listKey && !isOutdated ? wanted.blocks : NO_BLOCKS;
  const observed = numbers.slice(-OBSERVED_BLOCKS);
  const blocks = useQueries({
    queries: observed.map((block) => pageOptions(block * BLOCK, BLOCK)),
    combine: combineBlocks<Page>,
  });

  const pages = useMemo(() => {
    const found = head.data === undefined ? [] : [{ ...head.data, skip }];
    for (const block of numbers) {
      const page =
        blocks.pages.get(observed.indexOf(block)) ??
        queryClient.getQueryData<Page>(pageOptions(block * BLOCK, BLOCK).queryKey);
      if (page !== undefined) found.push({ ...page, skip: block * BLOCK });
    }
    return found;
    // The key says all that the options say.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [listKey, head.data, skip, blocks.pages, numbers]);
  const rows = useMemo(() => joinPages(pages), [pages]);

  const total = head.data?.total_count ?? null;
  const headEnd = skip + (head.data?.items.length ?? 0);
  const show = useCallback(
    (first: number, last: number) => {
      inSight.current = { first, last };
      if (total === null || total === 0 || last < first) return;
      const seen = blocksOf(first, Math.min(last, total - 1));
      if (first >= skip && Math.min(last, total - 1) < headEnd) return;
      setWanted((before) => {
        const known = before.listKey === listKey ? before.blocks : NO_BLOCKS;
        if (before.listKey === listKey && seen.every((block) => known.slice(-OBSERVED_BLOCKS).includes(block)))
          return before;
        return { listKey, blocks: [...known.filter((block) => !seen.includes(block)), ...seen].slice(-MAX_BLOCKS) };
      });
    },
    [listKey, total, skip, headEnd],
  );
  const [resource] = pageOptions(0, BLOCK).queryKey;
  const refresh = useCallback(async () => {
    const { first, last } = inSight.current;
    const kept = blocksOf(first, last);
    setWanted((before) => ({ ...before, blocks: before.blocks.filter((block) => kept.includes(block)) }));
    // The blocks that were let go are no longer observed by then.
    await new Promise((done) => setTimeout(done));
    await queryClient.invalidateQueries({ queryKey: [resource] });
  }, [queryClient, resource]);

  const { data, error, isError, dataUpdatedAt } = head;
  return {
    rows,
    pages,
    total,
    isOutdated,
    query: { data, error, isError, isFetching: head.isFetching || blocks.isFetching, dataUpdatedAt, refetch: refresh },
    isFirstFetching: head.isFetching,
    blockError: blocks.error,
    refresh,
    show,
    startFrom: (row) => setStart({ listKey, skip: pageOf(row, limit) }),
  };
}

/** Where the page begins in which a row stands. */
export function pageOf(row: number, limit: number): number {
  return Math.floor(row / limit) * limit;
}

function blocksOf(first: number, last: number): readonly number[] {
  const from = Math.floor(first / BLOCK);
  return Array.from({ length: Math.max(0, Math.floor(last / BLOCK) - from + 1) }, (_, step) => from + step);
}

/** The pages by the place of their block among the observed ones. A map is taken as it is, not compared deeply. */
function combineBlocks<Page>(answers: readonly UseQueryResult<Page>[]) {
  return {
    pages: new Map(answers.flatMap(({ data }, place) => (data === undefined ? [] : [[place, data] as const]))),
    isFetching: answers.some(({ isFetching }) => isFetching),
    error: answers.find(({ error }) => error !== null)?.error ?? null,
  };
}
