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

interface Identified {
  readonly id: bigint | string;
}

/** Rows of a list from position `skip`. */
export interface RowPage<Row extends Identified = Identified> {
  readonly skip: number;
  readonly items: readonly Row[];
}
type RowOf<Page extends RowPage> = Page['items'][number];

/** The loaded rows by position. Rows can move between two answers, so one row may be in two pages. */
export interface JoinedRows<Page extends RowPage = RowPage> {
  at(index: number): RowOf<Page> | undefined;
  /** The page that a position is shown from. */
  pageAt(index: number): Page | undefined;
  /** The row is already shown at another position. */
  isRepeated(index: number): boolean;
  /** @param id as text */
  indexOf(id: string): number | undefined;
  /** Counts each row once. */
  countLoaded(): number;
}

/**
 * @param pages the first one wins where two overlap
 * @param updates newer copies of rows; they never move a row
 */
export function joinPages<Page extends RowPage>(
  pages: readonly Page[],
  updates: ReadonlyMap<bigint | string, RowOf<Page>> = new Map(),
): JoinedRows<Page> {
  const places = new Map<number, { readonly row: RowOf<Page>; readonly page: Page }>();
  const indexes = new Map<string, number>();
  for (const page of pages) {
    for (const [step, row] of page.items.entries()) {
      const index = page.skip + step;
      if (places.has(index)) continue;
      places.set(index, { row, page });
      const id = String(row.id);
      if (!indexes.has(id)) indexes.set(id, index);
    }
  }
  return {
    at(index) {
      const row = places.get(index)?.row;
      return row === undefined ? undefined : (updates.get(row.id) ?? row);
    },
    pageAt: (index) => places.get(index)?.page,
    isRepeated(index) {
      const row = places.get(index)?.row;
      return row !== undefined && indexes.get(String(row.id)) !== index;
    },
    indexOf: (id) => indexes.get(id),
    countLoaded: () => indexes.size,
  };
}

/** Rows of one call while scrolling. */
export const BLOCK = 100;
/** Older blocks are dropped. */
const MAX_BLOCKS = 120;
/** A refetch asks for the last blocks only; the others come from the cache. */
const OBSERVED_BLOCKS = 4;
const NO_BLOCKS: readonly number[] = [];

/** A page as the service answers it. */
export interface ListPage {
  readonly items: readonly Identified[];
  readonly total_count: number;
}

interface PagedRowsOptions<Page extends ListPage> {
  /** Identifies the filters and the order: another key is another list. */
  readonly key: string;
  /** Options of the page of `limit` rows from `skip`, without a placeholder. */
  readonly pageOptions: (
    skip: number,
    limit: number,
  ) => UseQueryOptions<Page, Error, Page, QueryKey> & { readonly queryKey: QueryKey };
  /** The row in the address; the first page is the one with this row. */
  readonly startAt: number;
  /** Rows of the first page. */
  readonly limit?: number;
  readonly enabled?: boolean;
  /** False: another list starts empty instead of showing the rows of the previous one until its own arrive. */
  readonly keepsRows?: boolean;
}

/** A long list by position; `usePagedRows` loads the rows in sight. */
export interface PagedRows<Page extends ListPage> {
  readonly rows: JoinedRows<Page & { readonly skip: number }>;
  /** The loaded pages, the first page before the blocks. */
  readonly pages: readonly (Page & { readonly skip: number })[];
  /** How many rows match; null until the first answer. */
  readonly total: number | null;
  /** The rows are still those of the previous list. */
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
  /** Unlike `query.isFetching`, ignores the blocks. */
  readonly isFirstFetching: boolean;
  readonly blockError: Error | null;
  /** Refetches the rows in sight; the others follow when they are scrolled to. */
  readonly refresh: () => Promise<void>;
  /** Reports the rows in sight, which fetches them. */
  readonly show: (first: number, last: number) => void;
  /** Moves the first page to the one with this row. */
  readonly startFrom: (row: number) => void;
}

/**
 * A list of any length: the first page as the address says, then blocks of 100 rows where the user scrolls.
 * `WindowedGrid` draws it.
 *
 *     const list = usePagedRows({
 *       key: JSON.stringify(query),
 *       pageOptions: (skip, limit) => read(listTickets, { ...query, skip, limit }),
 *       startAt: search.skip ?? 0,
 *     });
 */
export function usePagedRows<Page extends ListPage>({
  key,
  pageOptions,
  startAt,
  limit = BLOCK,
  enabled = true,
  keepsRows = true,
}: PagedRowsOptions<Page>): PagedRows<Page> {
  const queryClient = useQueryClient();
  const inSight = useRef({ first: 0, last: 0 });
  const listKey = `${key} ${limit}`;
  const startOf = (row: number) => ({ listKey, skip: pageOf(row, limit), blocks: NO_BLOCKS });
  const [stored, setLoaded] = useState(() => startOf(startAt));
  // Scrolling changes `startAt` too, so only another list starts from it.
  const loaded = stored.listKey === listKey ? stored : startOf(startAt);
  if (loaded !== stored) setLoaded(loaded);
  const { skip } = loaded;

  const head = useQuery({
    ...pageOptions(skip, limit),
    ...(keepsRows ? { placeholderData: keepPreviousData } : {}),
    enabled,
  });
  const isOutdated = head.isPlaceholderData;
  const wanted = isOutdated ? NO_BLOCKS : loaded.blocks;
  const observed = wanted.slice(-OBSERVED_BLOCKS);
  const blocks = useQueries({
    queries: observed.map((block) => pageOptions(block * BLOCK, BLOCK)),
    combine: combineBlocks<Page>,
  });

  const pages = useMemo(() => {
    const found = head.data === undefined ? [] : [{ ...head.data, skip }];
    for (const block of wanted) {
      const page =
        blocks.pages.get(observed.indexOf(block)) ??
        queryClient.getQueryData<Page>(pageOptions(block * BLOCK, BLOCK).queryKey);
      if (page !== undefined) found.push({ ...page, skip: block * BLOCK });
    }
    return found;
    // `listKey` covers the options, `loaded` the blocks.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [listKey, head.data, isOutdated, blocks.pages, loaded]);
  const rows = useMemo(() => joinPages(pages), [pages]);

  const total = head.data?.total_count ?? null;
  const headEnd = skip + (head.data?.items.length ?? 0);
  const show = useCallback(
    (first: number, last: number) => {
      inSight.current = { first, last };
      if (total === null || total === 0 || last < first) return;
      const end = Math.min(last, total - 1);
      if (first >= skip && end < headEnd) return;
      const seen = blocksOf(first, end);
      setLoaded((before) => {
        if (before.listKey !== listKey) return before;
        if (seen.every((block) => before.blocks.slice(-OBSERVED_BLOCKS).includes(block))) return before;
        const others = before.blocks.filter((block) => !seen.includes(block));
        return { ...before, blocks: [...others, ...seen].slice(-MAX_BLOCKS) };
      });
    },
    [listKey, total, skip, headEnd],
  );
  const [resource] = pageOptions(0, BLOCK).queryKey;
  const refresh = useCallback(async () => {
    const { first, last } = inSight.current;
    const kept = blocksOf(first, last);
    setLoaded((before) => ({ ...before, blocks: before.blocks.filter((block) => kept.includes(block)) }));
    // Wait for the render that stops observing the dropped blocks.
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
    startFrom: (row) => setLoaded(startOf(row)),
  };
}

/** The position of the first row on the page of a row. */
export function pageOf(row: number, limit: number): number {
  return Math.floor(row / limit) * limit;
}

function blocksOf(first: number, last: number): readonly number[] {
  const from = Math.floor(first / BLOCK);
  return Array.from({ length: Math.max(0, Math.floor(last / BLOCK) - from + 1) }, (_, step) => from + step);
}

/** The pages by their place in the list of queries. In a map, because TanStack Query compares arrays and objects deeply. */
function combineBlocks<Page>(answers: readonly UseQueryResult<Page>[]) {
  return {
    pages: new Map(answers.flatMap(({ data }, place) => (data === undefined ? [] : [[place, data] as const]))),
    isFetching: answers.some(({ isFetching }) => isFetching),
    error: answers.find(({ error }) => error !== null)?.error ?? null,
  };
}
