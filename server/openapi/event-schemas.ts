import * as z from 'zod/mini';
import { AI_CAPS, CAP_ACTIONS } from '#contract/ai-names.ts';
import { HANDOFF_STATUSES } from '#contract/conversations.ts';
import { id, integer, utc } from '#contract/scalars.ts';
import { comment, ticket } from '#contract/tickets.ts';
import type { EventType } from '#contract/webhook-events.ts';

const { status, priority, channel, customer_identity_id, subject, requester_name, requester_email, requester_phone } =
  ticket.shape;
const agent = z.nullable(z.string());
const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(schema);

/** Fields of `data` that only subscriptions with `include_pii` get. */
const REQUESTER = {
  subject: optional(subject),
  requester_name: optional(requester_name),
  requester_email: optional(requester_email),
  requester_phone: optional(requester_phone),
};
const NUMBERED = { id, ticket_number: integer };
const CHANGED = { ...NUMBERED, status, priority, assignee_agent_id: agent };
const TICKET_TEXTS = { ...REQUESTER, tags: optional(z.nullable(z.string())) };
const MOVED = { ...CHANGED, previous: z.object({ status }), ...TICKET_TEXTS };
const HANDOFF = {
  id,
  session_id: z.string(),
  status: z.enum(HANDOFF_STATUSES),
  channel: z.string(),
  ticket_id: z.nullable(id),
};
const CAP = {
  cap: z.enum(AI_CAPS),
  limit: z.number(),
  current: z.number(),
  action: z.enum(CAP_ACTIONS),
  period_start_utc: utc,
  period_end_utc: utc,
};
const LINK = { id, requester_email: optional(z.string()) };
const TEXT = optional(z.nullable(z.string()));
const VISITOR = { id, visitor_key: optional(z.string()) };

/**
 * `data` of each event, with the fields that depend on `include_pii` as optional ones. A test compares them with events
 * that the service sends: their names, types and which of them are ever null.
 */
export const EVENT_SCHEMAS: Readonly<Record<EventType, z.ZodMiniObject>> = {
  'ticket.created': z.object({
    ...NUMBERED,
    status,
    priority,
    channel,
    customer_identity_id,
    ...REQUESTER,
    initial_comment: optional(z.string()),
  }),
  'ticket.updated': z.object({ ...CHANGED, changed: z.array(z.string()), ...TICKET_TEXTS }),
  'ticket.status_changed': z.object(MOVED),
  'ticket.resolved': z.object(MOVED),
  'ticket.assigned': z.object({ ...CHANGED, previous: z.object({ assignee_agent_id: agent }), ...TICKET_TEXTS }),
  'ticket.comment_added': z.object({
    ...NUMBERED,
    ticket_id: id,
    author_kind: comment.shape.author_kind,
    visibility: z.literal('public'),
    ...REQUESTER,
    author_name: optional(z.string()),
    body: optional(z.string()),
  }),
  'handoff.created': z.object(HANDOFF),
  'handoff.resolved': z.object({ ...HANDOFF, status: z.literal('resolved') }),
  'csat.submitted': z.object({ id, ticket_id: id, score: integer }),
  'portal_token.issued': z.object({ ...LINK, expires_utc: utc }),
  'portal_token.revoked': z.object({ ...LINK, revoked_utc: utc }),
  'ai_cap.warning': z.object({ ...CAP, threshold: integer }),
  'ai_cap.exceeded': z.object(CAP),
  'business_calendar.updated': z.object({ changed: z.array(z.string()), version: integer }),
  'visitor.upserted': z.object({
    ...VISITOR,
    created: z.boolean(),
    customer_identity_id,
    email: TEXT,
    phone: TEXT,
    display_name: TEXT,
  }),
  'visitor.deleted': z.object({ ...VISITOR, erased_events: integer, erased_sessions: integer }),
  'webhook.test': z.object({}),
  'webhook.disabled': z.object({ id, reason: z.enum(['gone', 'failing']) }),
};

/** A whole body of an event, as a receiver gets it. */
export function eventSchema(type: EventType): z.ZodMiniObject {
  const data = {
    ...EVENT_SCHEMAS[type].shape,
    truncated: optional(z.literal(true)),
    request_id: z.nullable(z.string()),
  };
  return z.object({
    type: z.literal(type),
    timestamp: utc,
    site_id: id,
    api_version: z.literal('v1'),
    test: type === 'webhook.test' ? z.literal(true) : optional(z.literal(true)),
    data: z.object(data),
  });
}
