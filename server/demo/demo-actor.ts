import type { Actor } from '#server/http/call.ts';

/** Who stands in the audit log for demo data. */
export const DEMO_ACTOR: Actor = {
  kind: 'system',
  tokenId: null,
  tokenPrefix: null,
  label: 'Demo data',
  agentId: null,
  requestId: null,
  network: null,
  userAgent: null,
};
