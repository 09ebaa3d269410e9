import { useQueries } from '@tanstack/react-query';
import { listCustomerTimeline, type TimelineItem, type TimelineKind } from '#contract/customer-timeline.ts';
import { read } from '#src/api/read.ts';

const PAGE = 50;

/** The first pages of a timeline, newest first; what comes meanwhile moves the others, and nothing stands twice. */
export function useTimeline(customerId: bigint, kinds: readonly TimelineKind[], pages: number) {
  const queries = useQueries({
    queries: Array.from({ length: pages }, (_, page) => ({
      ...read(listCustomerTimeline, {
        identity_id: customerId,
        limit: PAGE,
        skip: page * PAGE,
        ...(kinds.length === 0 ? {} : { kinds: [...kinds] }),
      }),
      staleTime: 15_000,
      refetchInterval: 60_000,
    })),
  });
  const [first, ...rest] = queries;
  const byId = new Map<string, TimelineItem>();
  for (const { data } of queries) {
    for (const item of data?.items ?? []) if (!byId.has(item.id)) byId.set(item.id, item);
  }
  const last = rest.at(-1);
  return {
    first,
    items: [...byId.values()],
    isMoreLoading: last !== undefined && last.isFetching && last.data === undefined,
    failedMore: rest.find(({ data, isError }) => isError && data === undefined) ?? null,
    hasMore: (first?.data?.total_count ?? 0) > pages * PAGE,
  };
}
