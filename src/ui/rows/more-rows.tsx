import {
  useInfiniteQuery,
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { Button } from '#src/ui/button.tsx';
import { messages } from '#src/ui/messages.ts';

interface PageOfRows {
  readonly items: readonly { readonly id: bigint | string }[];
  readonly total_count: number;
}

type PagesOptions<Page, Key extends QueryKey> = UseInfiniteQueryOptions<Page, Error, InfiniteData<Page>, Key, number>;

/** State of the next page, for `MoreRows`. */
interface More {
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  /** The next rows could not be loaded. */
  readonly hasFailed: boolean;
  readonly load: () => void;
}

/**
 * A list that loads a page with each "Show more". A row that has moved to the next page meanwhile is shown once. `readPages` of `src/api/read.ts` makes the options.
 *
 *     const { query, rows, total, more } = useMoreRows(readPages(listNotes, { identity_id: id }, { limit: 50 }));
 *     <QueryState query={query} name={messages.notes} rows={5}>
 *       {() => <><Notes notes={rows} /><MoreRows {...more} /></>}
 *     </QueryState>
 */
export function useMoreRows<Page extends PageOfRows, Key extends QueryKey>(options: PagesOptions<Page, Key>) {
  const query = useInfiniteQuery(options);
  const { data } = query;
  const rows = useMemo(() => rowsOf(data?.pages ?? []), [data]);
  return { ...moreOf(query), rows, total: data?.pages.at(-1)?.total_count };
}

/** The same for pages with more than one list of rows. */
export function moreOf<Data>(query: UseInfiniteQueryResult<Data>) {
  const { hasNextPage: hasMore, isFetchingNextPage: isLoading, isFetchNextPageError: hasFailed, fetchNextPage } = query;
  const more: More = { hasMore, isLoading, hasFailed, load: () => void fetchNextPage() };
  // If only the next page failed, the rows shown are still right.
  return { query: hasFailed ? { ...query, error: null, isError: false } : query, more };
}

function rowsOf<Page extends PageOfRows>(pages: readonly Page[]): readonly Page['items'][number][] {
  const rows = new Map<bigint | string, Page['items'][number]>();
  for (const row of pages.flatMap((page): readonly Page['items'][number][] => page.items))
    if (!rows.has(row.id)) rows.set(row.id, row);
  return [...rows.values()];
}

/** The foot of rows that are loaded page by page. @param label where "Show more" is not what it says */
export function MoreRows({ hasMore, isLoading, hasFailed, load, label }: More & { readonly label?: string }) {
  if (!hasMore && !hasFailed) return null;
  return (
    <div className="mt-2 print:hidden">
      {hasFailed ? (
        <p role="alert" className="text-12 text-danger-text">
          {messages.moreFailed}
        </p>
      ) : null}
      <Button size="sm" busy={isLoading} onClick={load}>
        {hasFailed ? messages.retry : (label ?? messages.more)}
      </Button>
    </div>
  );
}
