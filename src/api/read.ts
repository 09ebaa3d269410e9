import { queryOptions } from '@tanstack/react-query';
import type { Operation, Reply } from '#contract/operation.ts';
import { call, type CallQuery } from './call.ts';

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
