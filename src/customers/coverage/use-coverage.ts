import { useQueries, useQuery } from '@tanstack/react-query';
import { CHANNELS, listCustomerIdentities, type Channel } from '#contract/customers.ts';
import type { Reply } from '#contract/operation.ts';
import { queryClient } from '#src/api/query-client.ts';
import { read } from '#src/api/read.ts';

export interface Coverage {
  /** Null until the first answer. */
  readonly total: number | null;
  /** How many have no handle of a channel; undefined while it is counted. */
  readonly without: Readonly<Partial<Record<Channel, number>>>;
  readonly updatedAt: number;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refresh: () => Promise<void>;
}

/** Counts only: no row but one is read for each. @param enabled the service counts by channel */
export function useCoverage(enabled: boolean): Coverage {
  const all = useQuery({ ...countOptions(), enabled });
  const counted = useQueries({ queries: CHANNELS.map((channel) => ({ ...countOptions(channel), enabled })) });
  const without: Partial<Record<Channel, number>> = {};
  for (const [at, channel] of CHANNELS.entries()) {
    const count = counted[at]?.data?.total_count;
    if (count !== undefined) without[channel] = count;
  }
  return {
    total: all.data?.total_count ?? null,
    without,
    updatedAt: all.dataUpdatedAt,
    error: all.error ?? counted.find(({ error }) => error !== null)?.error ?? null,
    isFetching: all.isFetching || counted.some(({ isFetching }) => isFetching),
    refresh: () => queryClient.invalidateQueries({ queryKey: [listCustomerIdentities.resource] }),
  };
}

function countOptions(channel?: Channel) {
  const options = read(listCustomerIdentities, {
    limit: 1,
    ...(channel === undefined ? {} : { without_channel: channel }),
  });
  return {
    ...options,
    select: ({ total_count }: Reply<typeof listCustomerIdentities>) => ({ total_count }),
    staleTime: 60_000,
  };
}
