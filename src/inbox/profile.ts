import { useMemo } from 'react';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import type { Whoami } from '#contract/site.ts';

/** The part of the service that the inbox can use. */
export interface Profile {
  /** Filters, orders, folders, columns and due times beyond the API document. */
  readonly isExtended: boolean;
  /** The token acts for an agent, so `me` has a meaning. */
  readonly isAgent: boolean;
}

export function profileOf(whoami: Whoami): Profile {
  return { isExtended: isWholeService(whoami), isAgent: typeof whoami.agent_id === 'string' };
}

export function useProfile(): Profile {
  const whoami = useWhoami();
  return useMemo(() => profileOf(whoami), [whoami]);
}
