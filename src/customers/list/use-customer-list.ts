import { keepPreviousData, useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { listCustomerIdentities, type ListedCustomer } from '#contract/customers.ts';
import type { Reply } from '#contract/operation.ts';
import { queryClient } from '#src/api/query-client.ts';
import { joinPages, type JoinedRows, type RowPage } from '#src/ui/rows/join-pages.ts';
import { BLOCK, blockOf, blockOptions, type ListQuery } from './list-query.ts';

type Page = Reply<typeof listCustomerIdentities>;
export type CustomerRows = JoinedRows<RowPage<ListedCustomer>>;

/** Blocks beyond these are let go. */
const MAX_BLOCKS = 120;
/** Only the last ones are asked for again by a refresh. */
const OBSERVED_BLOCKS = 4;
const NO_UPDATES: ReadonlyMap<string, ListedCustomer> = new Map();

export interface CustomerList {
  readonly rows: CustomerRows;
  /** How many customers match; null until the first answer. */
  readonly total: number | null;
  /** When the rows were last known to be true, ms since 1970. */
  readonly updatedAt: number;
  /** The rows are still those of the search before. */
  readonly isOutdated: boolean;
  readonly isFetching: boolean;
  /** Nothing can be shown. */
  readonly error: Error | null;
  /** What is shown could not be fetched again, or not all of it. */
  readonly refreshError: Error | null;
  readonly refresh: () => Promise<void>;
  /** Tells which rows are in sight, so that they are fetched. */
  readonly show: (first: number, last: number) => void;
}

/** The list by position: the block that it begins in, then those that are scrolled to. @param key of the query */
export function useCustomerList(query: ListQuery, key: string, startAt: number, enabled: boolean): CustomerList {
  const [start, setStart] = useState({ key, block: blockOf(startAt) });
  // Another list begins where its address says.
  if (start.key !== key) setStart({ key, block: blockOf(startAt) });
  const [wanted, setWanted] = useState<{ readonly key: string; readonly blocks: readonly number[] }>({
    key,
    blocks: [],
  });
  const head = useQuery({ ...blockOptions(query, start.block), placeholderData: keepPreviousData, enabled });
  const isOutdated = head.isPlaceholderData;
  const numbers = wanted.key === key && !isOutdated ? wanted.blocks : [];
  const observed = numbers.slice(-OBSERVED_BLOCKS);
  const blocks = useQueries({ queries: observed.map((block) => blockOptions(query, block)), combine });
  const total = head.data?.total_count ?? null;

  const known = numbers.join();
  const rows = useMemo(() => {
    const pages: RowPage<ListedCustomer>[] = [];
    if (head.data !== undefined) pages.push({ skip: start.block * BLOCK, items: head.data.items });
    for (const block of known === '' ? [] : known.split(',').map(Number)) {
      const data =
        blocks.data.get(observed.indexOf(block)) ?? queryClient.getQueryData<Page>(blockOptions(query, block).queryKey);
      if (data !== undefined) pages.push({ skip: block * BLOCK, items: data.items });
    }
    return joinPages(pages, NO_UPDATES);
    // The query says no more than its key.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [head.data, start.block, blocks, known, key]);

  const show = useCallback(
    (first: number, last: number) => {
      if (total === null || total === 0 || last < first) return;
      const end = blockOf(Math.min(last, total - 1));
      const seen: number[] = [];
      for (let block = blockOf(first); block <= end; block += 1) if (block !== start.block) seen.push(block);
      setWanted((before) => {
        const others = before.key === key ? before.blocks : [];
        if (before.key === key && seen.every((block) => others.slice(-OBSERVED_BLOCKS).includes(block))) return before;
        return { key, blocks: [...others.filter((block) => !seen.includes(block)), ...seen].slice(-MAX_BLOCKS) };
      });
    },
    [key, total, start.block],
  );
  const refresh = useCallback(() => queryClient.invalidateQueries({ queryKey: [listCustomerIdentities.resource] }), []);
  const hasRows = head.data !== undefined && !isOutdated;
  return {
    rows,
    total,
    updatedAt: head.dataUpdatedAt,
    isOutdated,
    isFetching: head.isFetching || blocks.isFetching,
    error: hasRows ? null : head.error,
    refreshError: hasRows ? (head.error ?? blocks.error) : null,
    refresh,
    show,
  };
}

interface Blocks {
  /** Pages by the place of their block among the observed ones. */
  readonly data: ReadonlyMap<number, Page>;
  readonly isFetching: boolean;
  readonly error: Error | null;
}

function combine(answers: readonly UseQueryResult<Page>[]): Blocks {
  return {
    data: new Map(answers.flatMap(({ data }, place) => (data === undefined ? [] : [[place, data] as const]))),
    isFetching: answers.some(({ isFetching }) => isFetching),
    error: answers.find(({ error }) => error !== null)?.error ?? null,
  };
}
