import { useQueries, useQuery } from '@tanstack/react-query';
import type { FolderKey } from './folders.ts';
import { countOptions, folderFacetOptions, POLL_MS } from '#src/inbox/list-queries.ts';
import type { Capabilities } from '#src/inbox/capabilities.ts';
import type { ListQuery } from '#src/inbox/filters/filter-params.ts';

export interface FolderCounts {
  readonly open: number | undefined;
  readonly of: (key: FolderKey) => number | undefined;
}

/** Open, pending and urgent tickets: what is counted one by one where the service has no facets. */
const COUNTED: readonly ListQuery[] = [
  { status: ['open'] },
  { status: ['pending'] },
  { status: ['open'], priority: ['urgent'] },
];

/** The folders' counts: one call, or one for each folder where there are no facets. */
export function useFolderCounts(can: Capabilities): FolderCounts {
  const facets = useQuery({ ...folderFacetOptions(), refetchInterval: POLL_MS, enabled: can.filters }).data?.facets;
  const [open, pending, urgent] = useQueries({
    queries: COUNTED.map((query) => ({
      ...countOptions(query),
      refetchInterval: POLL_MS,
      enabled: !can.filters,
    })),
    combine: totalsOf,
  });
  if (can.filters) return { open: facets?.status.open, of: (key) => facets?.folder[key] };
  const counts: Partial<Record<FolderKey, number | undefined>> = { pending, urgent };
  return { open, of: (key) => counts[key] };
}

function totalsOf(answers: readonly { readonly data: { readonly total_count: number } | undefined }[]) {
  return answers.map(({ data }) => data?.total_count);
}
