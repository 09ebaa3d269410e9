/** Events that can be sent to a webhook. See docs/api.md, "What is sent". */
export const EVENT_TYPES = [
  'ticket.created',
  'ticket.updated',
  'ticket.status_changed',
  'ticket.resolved',
  'ticket.assigned',
  'ticket.comment_added',
  'handoff.created',
  'handoff.resolved',
  'csat.submitted',
  'portal_token.issued',
  'portal_token.revoked',
  'ai_cap.warning',
  'ai_cap.exceeded',
  'business_calendar.updated',
  'visitor.upserted',
  'visitor.deleted',
  'webhook.test',
  'webhook.disabled',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Where a delivery is. */
export const DELIVERY_STATES = ['pending', 'delivering', 'succeeded', 'failed', 'cancelled'] as const;
