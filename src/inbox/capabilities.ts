import { useMemo } from 'react';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import type { Whoami } from '#contract/site.ts';

export interface Capabilities {
  /** The extension `ticket_filters`. */
  readonly filters: boolean;
  /** The extension `calendar_tools`. */
  readonly due: boolean;
  /** The extension `agents`. */
  readonly agents: boolean;
  /** The token acts for an agent, so that `me` means somebody. */
  readonly isAgent: boolean;
}

export function capabilitiesOf(whoami: Whoami): Capabilities {
  return {
    filters: hasExtension(whoami, 'ticket_filters'),
    due: hasExtension(whoami, 'calendar_tools'),
    agents: hasExtension(whoami, 'agents'),
    isAgent: typeof whoami.agent_id === 'string',
  };
}

/** The same object as long as the token can do the same. */
export function useCapabilities(): Capabilities {
  const whoami = useWhoami();
  return useMemo(() => capabilitiesOf(whoami), [whoami]);
}
