import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listAgents } from '#contract/tickets.ts';
import { queryClient } from '#src/api/query-client.ts';
import { read } from '#src/api/read.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useAfterPaint } from '#src/browser/use-after-paint.ts';
import { allTags } from '#src/ticket-edit/all-tags.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';

const LONG_MS = 60_000;

/** The agents that a ticket can be assigned to. Kept as long as the page is: a picker that is opened by a key has no time to ask. */
export const agentOptions = () => ({ ...read(listAgents, { limit: 200 }), staleTime: LONG_MS, gcTime: Infinity });

/** It has a form: fetched with the other choices. */
export const SnoozeTime = lazyPart(async () => (await import('./snooze-time.tsx')).SnoozeTime);

/** Fetches what the pickers offer, once the page is idle: whatever opens one by a key calls this. */
export function usePickerChoices(): void {
  const whoami = useWhoami();
  const isIdle = useAfterPaint(true);
  const hasAgents = hasExtension(whoami, 'agents');
  const hasTags = hasExtension(whoami, 'ticket_comments');
  useEffect(() => {
    if (!isIdle) return;
    if (hasAgents) {
      void queryClient.prefetchQuery(agentOptions());
      SnoozeTime.preload();
    }
    if (hasTags) void queryClient.prefetchQuery({ ...allTags, staleTime: Infinity });
  }, [isIdle, hasAgents, hasTags]);
}

/** The agents, as they stood when they were first seen here: what a hand is about to choose does not move. */
export function useAgents(enabled: boolean) {
  return useFirst(useQuery({ ...agentOptions(), enabled }), enabled);
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
