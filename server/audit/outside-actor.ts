import type { Actor } from '#server/operation/call.ts';

/** Who acts without a token and without a call: an admin command, or the service by itself. @param label Stands in the log. */
export function outsideActor(kind: 'admin' | 'system', label: string): Actor {
  return {
    kind,
    tokenId: null,
    tokenPrefix: null,
    label,
    agentId: null,
    requestId: null,
    network: null,
    userAgent: null,
  };
}

export const ADMIN_ACTOR: Actor = outsideActor('admin', 'admin');
