import * as z from 'zod/mini';
import { review, REVIEW_VERDICTS } from './ai-reviews.ts';
import { bigCount } from './ai-scalars.ts';
import { extension, operation } from './operation.ts';
import {
  choice,
  choiceOfNumbers,
  count,
  dateParam,
  flagParam,
  id,
  idParam,
  instantParam,
  integer,
  intParam,
  skipParam,
  text,
  utc,
} from './scalars.ts';
import { costUsd, searchParam, sessionId, usdParam, visitorKey } from './session-fields.ts';
import { STATUSES } from './ticket-names.ts';

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
  /** The customer, or what the visitor is called. */
  name: extension('ai_sessions', z.nullable(z.string())),
  taken_by_name: extension('ai_sessions', z.nullable(z.string())),
  ticket_number: extension('ai_sessions', z.nullable(integer)),
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
    /** Handoffs before this instant. */
    until: extension('ai_sessions', instantParam),
    reason: extension('ai_sessions', text(500, 1)),
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

/** A session as our own list has it. */
const listedSession = z.extend(session, {
  /** The customer, or what the visitor is called. */
  name: z.nullable(z.string()),
  ticket_number: z.nullable(integer),
  /** The visitor's first message, at most 200 characters. */
  first_question: z.nullable(z.string()),
  /** The last handoff; the wait until an agent took it. */
  reason: z.nullable(z.string()),
  handed_over_utc: z.nullable(utc),
  wait_seconds: z.nullable(integer),
  review: z.nullable(z.enum(REVIEW_VERDICTS)),
  review_reason: z.nullable(z.string()),
  review_note: z.nullable(z.string()),
  reviewer: z.nullable(z.string()),
  reviewed_utc: z.nullable(utc),
});
export type Session = z.output<typeof listedSession>;

/** The way of one request for help: docs/api.md, "Sessions". Null where a step did not happen or is unknown. */
const journey = z.object({
  /** The visitor's last event before the session began. */
  visit: z.nullable(z.object({ event: z.string(), page: z.nullable(z.string()), occurred_utc: utc })),
  ticket: z.nullable(
    z.object({
      id,
      ticket_number: integer,
      subject: z.string(),
      status: z.enum(STATUSES),
      created_utc: utc,
    }),
  ),
  first_reply: z.nullable(z.object({ author_name: z.nullable(z.string()), created_utc: utc })),
  rating: z.nullable(z.object({ score: integer, created_utc: utc })),
  /** AI calls of the session and of its ticket, each once. */
  calls: count,
  tokens: bigCount,
  cost_usd: costUsd,
  /** Calls without a price, whose cost is 0. */
  unpriced_calls: count,
});
export type Journey = z.output<typeof journey>;

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
  reply: z.extend(session, {
    name: extension('ai_sessions', z.nullable(z.string())),
    journey: extension('ai_sessions', journey),
    review: extension('ai_sessions', z.nullable(review)),
    messages: z.array(message),
    handoffs: z.array(handoff),
  }),
  shape: 'envelope',
  csv: null,
  errors: ['not_found'],
  touches: [],
});

export type Transcript = z.output<(typeof getTranscript)['reply']>;

export const SESSION_ORDERS = ['started', 'cost'] as const;
/** `none` and `any`: without and with a review. */
export const SESSION_REVIEWS = ['none', 'any', ...REVIEW_VERDICTS] as const;

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
    /** Started on these UTC days; `to` is not included. */
    from: z.optional(dateParam),
    to: z.optional(dateParam),
    /** The beginning of something the visitor wrote, as `ai_reports` has it. */
    question: z.optional(text(200, 1)),
    review: z.optional(choice(SESSION_REVIEWS)),
    /** In USD. */
    min_cost: z.optional(usdParam),
    min_messages: z.optional(intParam(1, 5_000)),
    /** The ticket or the chat was rated 0 to 2. */
    low_score: z.optional(flagParam),
    /** So many of the matching sessions, drawn in the same way for everyone who asks. */
    sample: z.optional(intParam(1, 200)),
    order_by: z._default(choice(SESSION_ORDERS), 'started'),
    ...page,
  }),
  body: null,
  reply: z.object({ items: z.array(listedSession), total_count: count }),
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
