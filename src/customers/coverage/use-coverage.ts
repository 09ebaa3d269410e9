import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { CHANNELS, listCustomerIdentities, type Channel } from '#contract/customers.ts';
import type { Reply } from '#contract/operation.ts';
import { read } from '#src/api/read.ts';
import type { Asked } from '#src/panels/panel.tsx';

export interface Coverage {
  readonly total: number;
  /** How many have no handle of a channel; undefined while it is counted. */
  readonly without: Readonly<Partial<Record<Channel, number>>>;
}

/** Counts only: no row but one is read for each. @param enabled the service counts by channel */
export function useCoverage(enabled: boolean): Asked<Coverage> {
  const queryClient = useQueryClient();
  const all = useQuery({ ...countOptions(), enabled });
  const counted = useQueries({ queries: CHANNELS.map((channel) => ({ ...countOptions(channel), enabled })) });
  const without: Partial<Record<Channel, number>> = {};
  for (const [at, channel] of CHANNELS.entries()) {
    const count = counted[at]?.data?.total_count;
    if (count !== undefined) without[channel] = count;
  }
  const error = all.error ?? counted.find((query) => query.error !== null)?.error ?? null;
  return {
    data: all.data === undefined ? undefined : { total: all.data.total_count, without },
    error,
    isError: error !== null,
    isFetching: all.isFetching || counted.some((query) => query.isFetching),
    dataUpdatedAt: all.dataUpdatedAt,
    refetch: () => queryClient.invalidateQueries({ queryKey: [listCustomerIdentities.resource] }),
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
