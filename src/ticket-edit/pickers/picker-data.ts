import { type FetchQueryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listAgents } from '#contract/tickets.ts';
import { queryClient } from '#src/api/query-client.ts';
import { read } from '#src/api/read.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useAfterPaint } from '#src/browser/use-after-paint.ts';
import { allTags } from '#src/ticket-edit/all-tags.ts';
import { useKeysOff } from '#src/ui/keys/keys-off.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';

const LONG_MS = 60_000;

/** The agents that a ticket can be assigned to. Kept as long as the page is: a picker that is opened by a key has no time to ask. */
const allAgents = { ...read(listAgents, { limit: 200 }), staleTime: LONG_MS, gcTime: Infinity };

/** It has a form: fetched with the other choices. */
export const SnoozeTime = lazyPart(async () => (await import('./snooze-time.tsx')).SnoozeTime);

const ASSIGN_KEYS = ['a'];
const TAG_KEYS = ['t'];

/**
 * Fetches what the pickers offer, once the page is idle: whatever opens one by a key calls this. Until it is there, or could not
 * be had, the key of its picker is off: what is typed next chooses from it.
 */
export function usePickerChoices(): void {
  const whoami = useWhoami();
  useFetched(ASSIGN_KEYS, allAgents, hasExtension(whoami, 'agents'));
  useFetched(TAG_KEYS, allTags, hasExtension(whoami, 'ticket_comments'));
}

/** @param options the same each time */
function useFetched<Data>(
  keys: readonly string[],
  options: FetchQueryOptions<Data, Error, Data, readonly unknown[]>,
  isWanted: boolean,
): void {
  const isIdle = useAfterPaint(isWanted);
  const [isThere, setIsThere] = useState(!isWanted || queryClient.getQueryData(options.queryKey) !== undefined);
  useKeysOff(keys, isThere);
  useEffect(() => {
    if (!isIdle) return;
    void queryClient.prefetchQuery(options).then(() => setIsThere(true));
    SnoozeTime.preload();
  }, [isIdle, options]);
}

/** The agents, as they stood when they were first seen here: what a hand is about to choose does not move. */
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
