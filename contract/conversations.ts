import * as z from 'zod/mini';
import { extension, operation } from './operation.ts';
import {
  choice,
  choiceOfNumbers,
  count,
  id,
  idParam,
  instantParam,
  integer,
  intParam,
  skipParam,
  text,
  utc,
} from './scalars.ts';
import { costUsd, searchParam, sessionId, visitorKey } from './session-fields.ts';

export const HANDOFF_STATUSES = ['waiting', 'taken', 'resolved', 'abandoned'] as const;
export type HandoffStatus = (typeof HANDOFF_STATUSES)[number];
export const MESSAGE_ROLES = ['visitor', 'ai', 'agent', 'system'] as const;
export const SESSION_OUTCOMES = ['open', 'answered', 'handed_off', 'abandoned'] as const;
export const rating = choiceOfNumbers([0, 1, 2, 3, 4, 5]);

const MAX_MESSAGES_OF_PAGE = 500;

const page = { limit: z._default(intParam(1, 200), 50), skip: z._default(skipParam, 0) };

const handoff = z.object({
  id,
  session_id: z.string(),
  reason: z.string(),
  status: z.enum(HANDOFF_STATUSES),
  channel: z.string(),
  ticket_id: z.nullable(id),
  customer_identity_id: z.nullable(id),
  visitor_key: z.nullable(z.string()),
  taken_by_agent_id: z.nullable(z.string()),
  created_utc: utc,
  taken_utc: z.nullable(utc),
  resolved_utc: z.nullable(utc),
  /** From the handoff until an agent took it; null while no one has. */
  wait_seconds: z.nullable(integer),
});
export type Handoff = z.output<typeof handoff>;

/** See docs/api.md, "Handoffs". */
export const listHandoffs = operation({
  name: 'listHandoffs',
  resource: 'handoffs',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: null,
  query: z.object({
    since: z.optional(instantParam),
    status: z.optional(choice(HANDOFF_STATUSES)),
    sessionId: z.optional(sessionId),
    ...page,
  }),
  body: null,
  reply: z.object({ items: z.array(handoff), total_count: count }),
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: [],
});

const session = z.object({
  session_id: z.string(),
  channel: z.string(),
  visitor_key: z.nullable(z.string()),
  customer_identity_id: z.nullable(id),
  ticket_id: z.nullable(id),
  outcome: z.enum(SESSION_OUTCOMES),
  message_count: count,
  cost_usd: costUsd,
  started_utc: utc,
  ended_utc: z.nullable(utc),
});
export type Session = z.output<typeof session>;

const message = z.object({
  id,
  role: z.enum(MESSAGE_ROLES),
  author_name: z.nullable(z.string()),
  text: z.string(),
  tokens: z.nullable(count),
  cost_usd: z.nullable(costUsd),
  latency_ms: z.nullable(count),
  created_utc: utc,
});
export type Message = z.output<typeof message>;

/** One session with everything that was said in it. See docs/api.md, "Sessions". */
export const getTranscript = operation({
  name: 'getTranscript',
  resource: 'transcripts',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: null,
  query: z.object({
    sessionId,
    /** Without the two, all messages are answered. */
    limit: extension('ai_sessions', intParam(1, MAX_MESSAGES_OF_PAGE)),
    skip: extension('ai_sessions', skipParam),
  }),
  body: null,
  /** `message_count` of the session is that of all messages, also beside a page of them. */
  reply: z.extend(session, { messages: z.array(message), handoffs: z.array(handoff) }),
  shape: 'envelope',
  csv: null,
  errors: ['not_found'],
  touches: [],
});

/** See docs/api.md, "Sessions". */
export const listAiSessions = operation({
  name: 'listAiSessions',
  resource: 'ai_sessions',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: 'ai_sessions',
  query: z.object({
    since: z.optional(instantParam),
    q: z.optional(searchParam),
    reason: z.optional(text(500, 1)),
    channel: z.optional(text(40, 1)),
    outcome: z.optional(choice(SESSION_OUTCOMES)),
    ticket_id: z.optional(idParam),
    customer_identity_id: z.optional(idParam),
    visitor_key: z.optional(visitorKey),
    ...page,
  }),
  body: null,
  reply: z.object({ items: z.array(session), total_count: count }),
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: [],
});

/** By position, then the oldest first. See docs/api.md, "Conversation starters". */
export const listConversationStarters = operation({
  name: 'listConversationStarters',
  resource: 'conversation_starters',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: null,
  query: z.object(page),
  body: null,
  reply: z.object({
    items: z.array(
      z.object({ id, text: z.string(), position: integer, locale: z.nullable(z.string()), created_utc: utc }),
    ),
    total_count: count,
  }),
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: [],
});

/** See docs/api.md, "Feedback". */
export const listFeedback = operation({
  name: 'listFeedback',
  resource: 'feedback',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: null,
  query: z.object({
    since: z.optional(instantParam),
    rating_min: z.optional(intParam(0, 5)),
    rating_max: z.optional(intParam(0, 5)),
    ...page,
  }),
  body: null,
  reply: z.object({
    items: z.array(
      z.object({
        id,
        rating: integer,
        comment: z.nullable(z.string()),
        session_id: z.nullable(z.string()),
        ticket_id: z.nullable(id),
        visitor_key: z.nullable(z.string()),
        customer_identity_id: z.nullable(id),
        created_utc: utc,
      }),
    ),
    total_count: count,
  }),
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: [],
});
