import { hasExtension } from '#src/api/whoami.ts';
import type { Whoami } from '#contract/site.ts';
import type { Abilities } from './list-plan.ts';

/** What the service can do for the inbox of this token. */
export function abilitiesOf(whoami: Whoami): Abilities {
  return {
    filters: hasExtension(whoami, 'ticket_filters'),
    agents: hasExtension(whoami, 'agents'),
    isAgent: typeof whoami.agent_id === 'string',
  };
}
