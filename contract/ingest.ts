import * as z from 'zod/mini';
import { AI_CALL_FEATURES, AI_CALL_STATUSES } from './ai-names.ts';
import { HANDOFF_STATUSES, MESSAGE_ROLES, rating } from './conversations.ts';
import { operation } from './operation.ts';
import {
  agentId,
  choice,
  count,
  email,
  id,
  instantParam,
  integer,
  integerFrom,
  personName,
  phone,
  text,
} from './scalars.ts';
import { costUsd, sessionId, visitorKey } from './session-fields.ts';

export const MAX_INGEST_ITEMS = 500;
const MAX_MESSAGES = 500;
/** Messages of one session, over all reports of it. */
export const MAX_SESSION_MESSAGES = 5_000;
/** Most events of one name that a segment may require, since each tracked event reads that many. */
export const MAX_MIN_COUNT = 1_000;

const comment = z.optional(z.nullable(text(20_000)));
const channel = text(40, 1);
/** Fields of every kind: the sender's own id, which updates when it comes again, and the time. */
const shared = { external_id: z.optional(text(200, 1)), created_utc: z.optional(instantParam) };

/** Which ticket an item is about: by its id, or by the id that it was imported with. */
const aboutTicket = {
  ticket_id: z.optional(z.nullable(id)),
  ticket_external_id: z.optional(z.nullable(text(200, 1))),
};

/**
 * The fields of each kind without `kind` itself, as a line of an import has them.
 * See docs/api.md, "Ingest".
 */
export const INGEST_ITEMS = {
  /** The ticket is required. */
  csat: z.strictObject({ ...shared, ...aboutTicket, score: rating, comment }),
  feedback: z.strictObject({
    ...shared,
    rating,
    comment,
    session_id: z.optional(z.nullable(sessionId)),
    ...aboutTicket,
    visitor_key: z.optional(z.nullable(visitorKey)),
  }),
  transcript: z.strictObject({
    ...shared,
    session_id: sessionId,
    channel: z.optional(channel),
    visitor_key: z.optional(z.nullable(visitorKey)),
    email: z.optional(z.nullable(email)),
    phone: z.optional(z.nullable(phone)),
    ...aboutTicket,
    ended_utc: z.optional(z.nullable(instantParam)),
    messages: z
      .array(
        z.strictObject({
          role: choice(MESSAGE_ROLES),
          text: text(20_000, 1),
          author_name: z.optional(z.nullable(personName)),
          tokens: z.optional(z.nullable(integerFrom(0, 2_147_483_647))),
          cost_usd: z.optional(z.nullable(costUsd)),
          latency_ms: z.optional(z.nullable(integerFrom(0, 2_147_483_647))),
          created_utc: z.optional(instantParam),
        }),
        { error: `must be a list of at most ${MAX_MESSAGES} messages` },
      )
      .check(z.maxLength(MAX_MESSAGES, { error: `must be a list of at most ${MAX_MESSAGES} messages` })),
  }),
  handoff: z.strictObject({
    ...shared,
    session_id: sessionId,
    reason: text(500, 1),
    status: z.optional(choice(HANDOFF_STATUSES)),
    ...aboutTicket,
    taken_by_agent_id: z.optional(z.nullable(agentId)),
  }),
  ai_call: z.strictObject({
    ...shared,
    feature: choice(AI_CALL_FEATURES),
    model: text(200, 1),
    input_tokens: count,
    output_tokens: count,
    latency_ms: integerFrom(0, 2_147_483_647),
    status: choice(AI_CALL_STATUSES),
    /** Error code of the sender. */
    error_code: z.optional(z.nullable(text(60, 1))),
    cache_hit: z.optional(z.boolean()),
    cost_usd: z.optional(costUsd),
    session_id: z.optional(z.nullable(sessionId)),
  }),
  message: z.strictObject({
    ...shared,
    channel,
    direction: choice(['in', 'out']),
    external_user_id: text(200, 1),
    text: z.optional(z.nullable(text(20_000))),
    ...aboutTicket,
  }),
  conversation_starter: z.strictObject({
    ...shared,
    text: text(500, 1),
    position: z.optional(integerFrom(0, 1_000_000)),
    locale: z.optional(z.nullable(text(35, 1))),
  }),
  segment: z.strictObject({
    ...shared,
    name: text(200, 1),
    event: text(100, 1),
    min_count: integerFrom(1, MAX_MIN_COUNT),
    within_days: integerFrom(1, 365),
  }),
} as const;

export const INGEST_KINDS = [
  'csat',
  'feedback',
  'transcript',
  'handoff',
  'ai_call',
  'message',
  'conversation_starter',
  'segment',
] as const satisfies readonly (keyof typeof INGEST_ITEMS)[];
export type IngestKind = (typeof INGEST_KINDS)[number];
export type IngestItem<Kind extends IngestKind> = z.output<(typeof INGEST_ITEMS)[Kind]>;

/** `blocked`: the site lacks the feature, or the customer of the item is blocked. Blocked ones are counted as failed. */
const INGEST_OUTCOMES = ['stored', 'updated', 'failed', 'blocked'] as const;

const ingestResult = z.object({
  index: integer,
  /** Null where the item has none that exists. */
  kind: z.nullable(z.enum(INGEST_KINDS)),
  outcome: z.enum(INGEST_OUTCOMES),
  id: z.nullable(id),
  code: z.nullable(z.string()),
  message: z.nullable(z.string()),
});
export type IngestResult = z.output<typeof ingestResult>;

const length = { error: `must be a list of 1 to ${MAX_INGEST_ITEMS}` };

/**
 * Items that a chat widget, a bot or another system reports. Each item is for itself: a bad one fails alone, so its form is
 * validated per item and not here. See docs/api.md, "Ingest".
 */
export const ingest = operation({
  name: 'ingest',
  resource: 'ingest',
  aliases: [],
  method: 'POST',
  scope: 'ingest:write',
  keyed: false,
  extension: 'ingest',
  query: z.object({}),
  body: z.strictObject({
    items: z.array(z.unknown(), length).check(z.minLength(1, length), z.maxLength(MAX_INGEST_ITEMS, length)),
  }),
  reply: z.object({ total: count, stored: count, updated: count, failed: count, results: z.array(ingestResult) }),
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: [
    'csat',
    'customer',
    'feedback',
    'transcripts',
    'handoffs',
    'ai_sessions',
    'ai_insights',
    'conversation_starters',
    'visitors',
    'health',
    'health_overview',
    'ai_usage',
    'usage',
    'ai_limits',
    'ai_reports',
    'ticket',
  ],
});
