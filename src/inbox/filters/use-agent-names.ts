import { useQuery } from '@tanstack/react-query';
import { listAgents } from '#src/api/endpoints.ts';
import { read } from '#src/api/read.ts';
import type { Abilities, FilterName } from './list-plan.ts';

/** The filters whose chips need nothing but the first download; all others bring their words along. */
export type ChipName = Exclude<FilterName, 'q' | 'customer_identity_id' | 'created_from' | 'created_to' | 'filter'>;

/** Names change seldom. */
export const NAMES_STALE_MS = 5 * 60_000;

/** The names of agents by id, for chips and menus. */
export function useAgentNames(can: Abilities, enabled: boolean): ReadonlyMap<string, string> {
  const agents = useQuery({
    ...read(listAgents, { limit: 200 }),
    staleTime: NAMES_STALE_MS,
    enabled: enabled && can.agents,
  });
  return new Map(agents.data?.items.map(({ id, name }) => [id, name]));
}
