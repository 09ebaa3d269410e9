import { useQuery } from '@tanstack/react-query';
import { listAgents } from '#contract/tickets.ts';
import { read } from '#src/api/read.ts';
import type { Capabilities } from '#src/inbox/capabilities.ts';

/** Names change seldom. */
export const NAMES_STALE_MS = 5 * 60_000;

/** The names of agents by id, for chips and menus. */
export function useAgentNames(can: Capabilities, enabled: boolean): ReadonlyMap<string, string> {
  const agents = useQuery({
    ...read(listAgents, { limit: 200 }),
    staleTime: NAMES_STALE_MS,
    enabled: enabled && can.agents,
  });
  return new Map(agents.data?.items.map(({ id, name }) => [id, name]));
}
