import * as z from 'zod/mini';
import { operation } from './operation.ts';
import {
  choice,
  choices,
  count,
  flag,
  id,
  idParam,
  instantParam,
  integer,
  intParam,
  skipParam,
  utc,
} from './scalars.ts';
import { DELIVERY_STATES, EVENT_TYPES } from './webhook-events.ts';

/** Why an attempt failed; `status` is any answer that is no 2xx. See docs/api.md, "Delivery log". */
export const DELIVERY_ERRORS = ['dns', 'blocked_address', 'connect', 'tls', 'timeout', 'status', 'too_large'] as const;
export type DeliveryError = (typeof DELIVERY_ERRORS)[number];
/** The most deliveries of one recovery. */
export const MAX_RECOVERED = 1_000;
/** The log goes back 30 days. */
const MAX_HOURS = 720;

const attempt = z.object({
  attempt: integer,
  scheduled_utc: utc,
  started_utc: utc,
  duration_ms: count,
  http_status: z.nullable(integer),
  error_code: z.nullable(z.enum(DELIVERY_ERRORS)),
  response_excerpt: z.nullable(z.string()),
  resolved_ip: z.nullable(z.string()),
});
export type AttemptRecord = z.output<typeof attempt>;

const delivery = z.object({
  id,
  /** Sent as `webhook-id`; a replay has the same. */
  message_id: z.string(),
  subscription_id: id,
  event_type: z.enum(EVENT_TYPES),
  state: z.enum(DELIVERY_STATES),
  attempt_count: count,
  last_http_status: z.nullable(integer),
  /** Error of the last attempt; `erased` if it was cancelled because its customer was erased. */
  last_error_code: z.nullable(z.enum([...DELIVERY_ERRORS, 'erased'])),
  next_attempt_utc: z.nullable(utc),
  replay_of: z.nullable(id),
  request_id: z.nullable(z.string()),
  created_utc: utc,
  finished_utc: z.nullable(utc),
});
export type DeliveryRecord = z.output<typeof delivery>;

/**
 * With `id` the list holds that one, with its body and attempts, which needs the scope `admin:read`. See docs/api.md,
 * "Delivery log".
 */
export const listWebhookDeliveries = operation({
  name: 'listWebhookDeliveries',
  resource: 'webhook_deliveries',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: 'webhook_deliveries',
  query: z.object({
    id: z.optional(idParam),
    subscription_id: z.optional(idParam),
    state: z.optional(choices(DELIVERY_STATES)),
    event_type: z.optional(choice(EVENT_TYPES)),
    /** Made at this instant or later. */
    since: z.optional(instantParam),
    /** With a failed attempt in so many last hours, whatever came after. */
    failed_hours: z.optional(intParam(1, MAX_HOURS)),
    limit: z._default(intParam(1, 200), 50),
    skip: z._default(skipParam, 0),
  }),
  body: null,
  reply: z.object({
    items: z.array(
      z.extend(delivery, {
        /** Null once it is older than a week. */
        body: z.optional(z.nullable(z.string())),
        attempts: z.optional(z.array(attempt)),
      }),
    ),
    total_count: count,
  }),
  shape: 'envelope',
  csv: null,
  errors: ['insufficient_scope', 'not_found'],
  touches: [],
});

/** `test`: sends a sample. `replay`: sends one again. `recover`: sends again what failed since. */
export const sendWebhookDeliveries = operation({
  name: 'sendWebhookDeliveries',
  resource: 'webhook_deliveries',
  aliases: [],
  method: 'POST',
  scope: 'webhooks:write',
  keyed: false,
  extension: 'webhook_deliveries',
  query: z.object({}),
  body: z.strictObject({
    action: choice(['test', 'replay', 'recover']),
    subscription_id: z.optional(id),
    event_type: z.optional(choice(EVENT_TYPES)),
    id: z.optional(id),
    since_utc: z.optional(instantParam),
    dry_run: z.optional(flag),
  }),
  reply: z.union([delivery, z.object({ matched: count, queued: count })]),
  shape: 'envelope',
  csv: null,
  errors: ['not_found', 'conflict'],
  touches: ['webhook_deliveries', 'webhook_subscriptions', 'health', 'health_overview'],
});

const optionalText = z.optional(z.string());
const optionalId = z.optional(id);

/** Every kind of event with what it carries. The list is short and fixed, so it has no pages. */
export const listWebhookEvents = operation({
  name: 'listWebhookEvents',
  resource: 'webhook_events',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: 'webhook_deliveries',
  query: z.object({}),
  body: null,
  reply: z.object({
    items: z.array(
      z.object({
        type: z.enum(EVENT_TYPES),
        description: z.string(),
        sample: z.object({
          type: z.enum(EVENT_TYPES),
          timestamp: utc,
          site_id: id,
          api_version: z.literal('v1'),
          test: z.optional(z.literal(true)),
          data: z.object({
            id: optionalId,
            ticket_id: optionalId,
            ticket_number: z.optional(integer),
            status: optionalText,
            priority: optionalText,
            channel: optionalText,
            assignee_agent_id: z.optional(z.nullable(z.string())),
            customer_identity_id: optionalId,
            changed: z.optional(z.array(z.string())),
            previous: z.optional(
              z.object({ status: optionalText, assignee_agent_id: z.optional(z.nullable(z.string())) }),
            ),
            author_kind: optionalText,
            visibility: optionalText,
            score: z.optional(integer),
            session_id: optionalText,
            created: z.optional(z.boolean()),
            erased_events: z.optional(count),
            erased_sessions: z.optional(count),
            cap: optionalText,
            threshold: z.optional(integer),
            limit: z.optional(z.number()),
            current: z.optional(z.number()),
            action: optionalText,
            period_start_utc: z.optional(utc),
            period_end_utc: z.optional(utc),
            reason: optionalText,
            expires_utc: z.optional(utc),
            revoked_utc: z.optional(utc),
            version: z.optional(integer),
            /** Null if no call caused it. */
            request_id: z.nullable(z.string()),
          }),
        }),
      }),
    ),
    total_count: count,
  }),
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: [],
});
