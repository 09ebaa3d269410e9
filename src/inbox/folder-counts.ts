import { useQuery } from '@tanstack/react-query';
import { read } from '#src/api/read.ts';
import { listTickets } from '#src/api/endpoints.ts';
import type { FolderKey } from './folders.ts';
import { countFolder } from './folders.ts';
import type { Abilities, ListQuery } from './list-plan.ts';
import { POLL_MS } from './list-queries.ts';

/** How many tickets a list holds, without its rows. */
export function countOptions(query: ListQuery) {
  return tallyOptions(query, {});
}

/** Counts by field, of the tickets that the other filters let through. */
export function facetOptions(query: ListQuery) {
  return tallyOptions(query, { facets: true });
}

/** The order says nothing about a count; the count of another list would be a wrong one, so none stands in. */
function tallyOptions(query: ListQuery, more: { readonly facets?: true }) {
  const { order_by: _order, dir: _dir, ...filters } = query;
  const { placeholderData: _none, ...options } = read(listTickets, { ...filters, ...more, limit: 1 });
  return { ...options, staleTime: POLL_MS };
}

export interface FolderCounts {
  readonly open: number | undefined;
  readonly of: (key: FolderKey) => number | undefined;
}

/** The folders' counts: one call with facets and one count, or a count for each folder where there are no facets. */
export function useFolderCounts(can: Abilities): FolderCounts {
  const poll = { refetchInterval: POLL_MS };
  const facets = useQuery({
    ...facetOptions({ status: ['open', 'pending'] }),
    ...poll,
    enabled: can.filters,
  });
  const unanswered = useQuery({
    ...countOptions({ status: ['open'], first_reply: 'none' }),
    ...poll,
    enabled: can.filters,
  });
  const open = useQuery({ ...countOptions({ status: ['open'] }), ...poll, enabled: !can.filters });
  const pending = useQuery({ ...countOptions({ status: ['pending'] }), ...poll, enabled: !can.filters });
  const urgent = useQuery({
    ...countOptions({ status: ['open'], priority: ['urgent'] }),
    ...poll,
    enabled: !can.filters,
  });
  if (can.filters) {
    const sources = { facets: facets.data?.facets, needsFirstReply: unanswered.data?.total_count };
    return { open: sources.facets?.status.open, of: (key) => countFolder(key, sources) };
  }
  const counts: Partial<Record<FolderKey, number | undefined>> = {
    pending: pending.data?.total_count,
    urgent: urgent.data?.total_count,
  };
  return { open: open.data?.total_count, of: (key) => counts[key] };
}
