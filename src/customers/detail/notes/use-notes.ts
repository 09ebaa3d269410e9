import { useQueries } from '@tanstack/react-query';
import { listCustomerNotes, type CustomerNote } from '#contract/customer-notes.ts';
import { read } from '#src/api/read.ts';

/** How many stand there at first, and how many come with each step. */
export const FIRST = 20;
const STEP = 100;

/** The newest notes of a customer, page behind page; what comes meanwhile moves the others, and none stands twice. */
export function useNotes(customerId: bigint, pages: number) {
  const queries = useQueries({
    queries: Array.from({ length: pages }, (_, page) => ({
      ...read(listCustomerNotes, {
        identity_id: customerId,
        ...(page === 0 ? { limit: FIRST } : { limit: STEP, skip: FIRST + (page - 1) * STEP }),
      }),
      staleTime: 15_000,
      refetchInterval: 60_000,
    })),
  });
  const [first, ...rest] = queries;
  const byId = new Map<bigint, CustomerNote>();
  for (const { data } of queries) {
    for (const note of data?.items ?? []) if (!byId.has(note.id)) byId.set(note.id, note);
  }
  const last = rest.at(-1);
  return {
    first,
    notes: [...byId.values()],
    isMoreLoading: last !== undefined && last.isFetching && last.data === undefined,
    failedMore: rest.find(({ data, isError }) => isError && data === undefined) ?? null,
    hasMore: (first?.data?.total_count ?? 0) > FIRST + (pages - 1) * STEP,
  };
}
