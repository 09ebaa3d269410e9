import type { QueryFilters, QueryKey } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/**
 * Shows a change before it is saved: `optimistic: () => patchQueries<Tags>({ queryKey }, (tags) => ...)`. Answers loading
 * now are of before it and are dropped.
 * @returns what puts the answers back as they were
 */
export async function patchQueries<Data>(
  filters: QueryFilters<QueryKey>,
  patch: (data: Data) => Data,
): Promise<() => void> {
  await queryClient.cancelQueries(filters);
  const before = queryClient.getQueriesData<Data>(filters);
  queryClient.setQueriesData<Data>(filters, (data) => (data === undefined ? data : patch(data)));
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data);
  };
}
