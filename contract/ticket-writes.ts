import * as z from 'zod/mini';
import { extension, operation } from './operation.ts';
import { agentId, choice, email, id, instantParam, integer, personName, phone, text } from './scalars.ts';
import { PRIORITIES, STATUSES } from './ticket-names.ts';
import { comment, ticket, VISIBILITIES } from './tickets.ts';

/** See docs/api.md, "Tickets". */
export const createTicket = operation({
  name: 'createTicket',
  resource: 'tickets',
  aliases: [],
  method: 'POST',
  scope: 'tickets:write',
  keyed: true,
  extension: null,
  query: z.object({}),
  body: z.strictObject({
    subject: text(300, 1),
    channel: z.optional(text(40, 1)),
    priority: z.optional(choice(PRIORITIES)),
    requester_name: z.optional(z.nullable(personName)),
    requester_email: z.optional(z.nullable(email)),
    requester_phone: z.optional(z.nullable(phone)),
    initial_comment: z.optional(z.nullable(text(20_000))),
    required_skills: z.optional(
      z
        .array(text(60, 1), { error: 'must be a list of at most 20 skills' })
        .check(z.maxLength(20, { error: 'must be a list of at most 20 skills' })),
    ),
  }),
  reply: ticket,
  shape: 'envelope',
  csv: null,
  errors: ['conflict'],
  touches: ['tickets', 'ticket', 'customer', 'customer_identities', 'health', 'health_overview', 'agents'],
});

export const updateTicket = operation({
  name: 'updateTicket',
  resource: 'ticket',
  aliases: [],
  method: 'PATCH',
  scope: 'tickets:write',
  keyed: false,
  extension: null,
  query: z.object({}),
  body: z.strictObject({
    id,
    status: z.optional(choice(STATUSES)),
    priority: z.optional(choice(PRIORITIES)),
    assignee_agent_id: z.optional(
      z.nullable(z.union([z.literal(''), agentId], { error: 'must be an agent id, or null to unassign' })),
    ),
    tags: extension('ticket_comments', z.nullable(text(20 * 61))),
    snoozed_until_utc: extension('agents', z.nullable(instantParam)),
    version: extension('agents', integer),
  }),
  /** The token undoes this change once, within 24 hours; null where nothing changed. */
  reply: z.extend(ticket, { undo_token: extension('tickets_bulk', z.nullable(z.string())) }),
  shape: 'envelope',
  csv: null,
  errors: ['not_found', 'conflict'],
  touches: ['tickets', 'ticket', 'customer', 'health', 'health_overview', 'agents', 'tags'],
});

export const DRAFT_USES = ['as_is', 'edited', 'discarded'] as const;
export type DraftUse = (typeof DRAFT_USES)[number];
const SAVED_REPLIES = 'must be a list of at most 10 ids';

export const addTicketComment = operation({
  name: 'addTicketComment',
  resource: 'ticket_comments',
  aliases: [],
  method: 'POST',
  scope: 'tickets:write',
  keyed: true,
  extension: 'ticket_comments',
  query: z.object({}),
  body: z.strictObject({
    ticket_id: id,
    body: text(20_000, 1),
    visibility: z.optional(choice(VISIBILITIES)),
    channel: z.optional(text(40, 1)),
    status: z.optional(choice(STATUSES)),
    version: z.optional(integer),
    /** The draft of the copilot that was offered for this reply, and what became of it; both or neither. */
    draft_call_id: extension('ai_reports', id),
    draft_use: extension('ai_reports', choice(DRAFT_USES)),
    /** Saved replies that were inserted; each counts as used once. */
    saved_reply_ids: extension(
      'saved_replies',
      z.array(id, { error: SAVED_REPLIES }).check(z.maxLength(10, { error: SAVED_REPLIES })),
    ),
  }),
  /** The token undoes the change of status, once, within 24 hours; null where it changed none. The comment stays. */
  reply: z.extend(comment, { ticket, undo_token: extension('tickets_bulk', z.nullable(z.string())) }),
  shape: 'envelope',
  csv: null,
  errors: ['not_found', 'conflict'],
  touches: [
    'tickets',
    'ticket',
    'ticket_comments',
    'customer',
    'health',
    'health_overview',
    'agents',
    'saved_replies',
    'ai_reports',
  ],
});
