import type { Actor } from '#server/operation/call.ts';

/** An actor without token and request: an admin command or the service itself. @param label Shown in the audit log. */
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
