import { queryOptions, infiniteQueryOptions } from '@tanstack/react-query';
import type { Operation, Reply } from '#contract/operation.ts';
import { call, type CallQuery } from '#src/api/call.ts';
import type * as z from 'zod/mini';
import { toSearch } from '#contract/wire.ts';

/**
 * Query options of a GET, the same for loader and component. The key is [resource, name, query]. No placeholder is
 * set: a list that keeps its page while the next one loads says so itself, and an object never shows another's data.
 */
export function read<Row extends Operation>(row: Row, query?: CallQuery<Row>) {
  const options = queryOptions<Reply<Row>, Error, Reply<Row>, readonly unknown[]>({
    queryKey: [row.resource, row.name, query ?? null],
    queryFn: ({ signal }) => call(row, query === undefined ? { signal } : { query, signal }),
  });
  // With its `meta`, which may be undefined, the options could not be spread into others.
  const { meta: _meta, ...rest } = options;
  return rest;
}

interface ListOperation extends Operation {
  readonly reply: z.ZodMiniType<{ readonly items: object[]; readonly total_count: number }>;
}

interface PageSizes<Row extends Operation> {
  readonly limit: number;
  /** The size of the first page, if it is shorter. */
  readonly firstLimit?: number;
  /** Asked with the first page alone, such as counts. */
  readonly first?: CallQuery<Row>;
}

/** Query options of a list that grows page by page: see `useMoreRows`. */
export function readPages<Row extends ListOperation>(
  row: Row,
  query: CallQuery<Row>,
  { limit, firstLimit = limit, first }: PageSizes<Row>,
) {
  const pageQuery = (skip: number) => ({
    ...query,
    ...(skip === 0 ? first : {}),
    limit: skip === 0 ? firstLimit : limit,
    skip,
  });
  const options = infiniteQueryOptions({
    queryKey: [row.resource, row.name, 'pages', query] as readonly unknown[],
    queryFn: ({ pageParam: skip, signal }) => call(row, { query: pageQuery(skip), signal }),
    initialPageParam: 0,
    getNextPageParam: ({ items, total_count }: Reply<Row>, _: unknown, skip: number) =>
      items.length > 0 && skip + items.length < total_count ? skip + items.length : undefined,
  });
  return { ...options, meta: { search: () => toSearch<Row>(row, pageQuery(0)) } };
}
