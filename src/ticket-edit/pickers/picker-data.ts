import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listAgents } from '#contract/tickets.ts';
import { queryClient } from '#src/api/query-client.ts';
import { read } from '#src/api/read.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { allTags } from '#src/ticket-edit/all-tags.ts';

const LONG_MS = 60_000;

/** The agents that a ticket can be assigned to. Never collected: a picker opened by a key cannot wait for them. */
const allAgents = { ...read(listAgents, { limit: 200 }), staleTime: LONG_MS, gcTime: Infinity };

/** Fetches the choices of the pickers ahead. Call it wherever a key opens one. */
export function usePickerChoices(): void {
  const whoami = useWhoami();
  const [hasAgents, hasTags] = [isWholeService(whoami), isWholeService(whoami)];
  useEffect(() => {
    if (hasAgents) void queryClient.prefetchQuery(allAgents);
    if (hasTags) void queryClient.prefetchQuery(allTags);
  }, [hasAgents, hasTags]);
}

/** The agents in the order of the first answer, so that the list does not move under the pointer. */
export function useAgents(enabled: boolean) {
  return useFirst(useQuery({ ...allAgents, enabled }), enabled);
}

/** The tags of the site, as `useAgents`. */
export function useTags(enabled: boolean) {
  return useFirst(useQuery({ ...allTags, enabled }), enabled);
}

interface Asked<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
}

function useFirst<Data>({ data, error }: Asked<Data>, isAsked: boolean) {
  const [first, setFirst] = useState(data);
  if (first === undefined && data !== undefined) setFirst(data);
  const shown = first ?? data;
  return {
    data: shown,
    isLoading: isAsked && shown === undefined && error === null,
    error: shown === undefined ? error : null,
  };
}
