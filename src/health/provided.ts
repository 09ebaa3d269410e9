import type { Whoami } from '#contract/site.ts';
import { hasExtension } from '#src/api/whoami.ts';
import type { Provided } from './figure-rows.ts';

/** What this service lists and has deployed. */
export function providedBy(whoami: Whoami): Provided {
  const { deployed } = whoami.capabilities;
  return {
    filters: hasExtension(whoami, 'ticket_filters'),
    log: hasExtension(whoami, 'webhook_deliveries'),
    calls: hasExtension(whoami, 'ai_reports'),
    linksList: hasExtension(whoami, 'portal_tokens_list'),
    channels: deployed.channels !== false,
    aiUsage: deployed.ai_usage !== false,
  };
}
