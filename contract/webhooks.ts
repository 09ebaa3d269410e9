import * as z from 'zod/mini';
import { extension, operation } from './operation.ts';
import {
  choice,
  confirmToken,
  count,
  flag,
  id,
  idParam,
  intParam,
  keywords,
  skipParam,
  text,
  utc,
  within,
} from './scalars.ts';
import { EVENT_TYPES } from './webhook-events.ts';

/** `*` stands for every event, also for those of later versions. */
export const SUBSCRIBABLE = [...EVENT_TYPES, '*'] as const;
export const MAX_SUBSCRIPTIONS = 100;
const MAX_OVERLAP_HOURS = 168;

const address = 'must be an https address of at most 2000 characters';
const url = text(2_000, 1).check(
  z.refine((s) => ['https:', 'http:'].includes(URL.parse(s)?.protocol ?? ''), { error: address }),
);
keywords.add(url, { format: 'uri' });
const listOfEvents = { error: 'must be a list of at least one event type, or *' };
const events = z
  .array(choice(SUBSCRIBABLE), listOfEvents)
  .check(z.minLength(1, listOfEvents), z.maxLength(2 * SUBSCRIBABLE.length, listOfEvents));
const description = z.nullable(text(200));
const overlapHours = within(0, MAX_OVERLAP_HOURS);

const subscription = z.object({
  id,
  url: z.string(),
  description: z.nullable(z.string()),
  events: z.array(z.enum(SUBSCRIBABLE)),
  include_pii: z.boolean(),
  state: z.enum(['active', 'paused', 'disabled']),
  disabled_reason: z.nullable(z.enum(['failing', 'gone'])),
  disabled_utc: z.nullable(utc),
  /** Until then the secret before signs as well. */
  overlap_until_utc: z.nullable(utc),
  pending: count,
  failed_24h: count,
  /** Accepted in the last 24 hours. */
  delivered_24h: extension('webhook_deliveries', count),
  /** How long the receiver took to accept, of the newest 1,000 of these. */
  p95_ms_24h: extension('webhook_deliveries', z.nullable(count)),
  /** Time of the last failed attempt in the log. */
  last_failure_utc: extension('webhook_deliveries', z.nullable(utc)),
  /** Null where nothing waits or nothing is sent, as while it is paused. */
  next_attempt_utc: extension('webhook_deliveries', z.nullable(utc)),
  /** The last delivery that was taken. */
  last_delivery_utc: z.nullable(utc),
  created_utc: utc,
  updated_utc: utc,
});
export type SubscriptionRecord = z.output<typeof subscription>;

/** With `id` the list holds that one. See docs/api.md, "Subscriptions". */
export const listWebhookSubscriptions = operation({
  name: 'listWebhookSubscriptions',
  resource: 'webhook_subscriptions',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: null,
  query: z.object({
    id: z.optional(idParam),
    limit: z._default(intParam(1, 200), 50),
    skip: z._default(skipParam, 0),
  }),
  body: null,
  reply: z.object({ items: z.array(subscription), total_count: count }),
  shape: 'envelope',
  csv: null,
  errors: ['not_found'],
  touches: [],
});

/** A browser session sends its API token once more, as `confirm_token`, where personal data is to be sent. */
export const createWebhookSubscription = operation({
  name: 'createWebhookSubscription',
  resource: 'webhook_subscriptions',
  aliases: [],
  method: 'POST',
  scope: 'webhooks:write',
  keyed: false,
  extension: null,
  query: z.object({}),
  body: z.strictObject({
    url,
    events,
    description: z.optional(description),
    include_pii: z.optional(flag),
    enabled: z.optional(flag),
    confirm_token: extension('sessions', confirmToken),
  }),
  reply: z.extend(subscription, { secret: z.string() }),
  shape: 'envelope',
  csv: null,
  errors: ['insufficient_scope', 'conflict'],
  touches: ['webhook_subscriptions'],
});

/**
 * Changes fields, or alone `rotate_secret` (which answers the new secret) or `end_overlap`. A browser session sends its
 * API token once more, as `confirm_token`, where personal data is to be sent, or to be sent
 * elsewhere, and where a secret is rotated.
 */
export const updateWebhookSubscription = operation({
  name: 'updateWebhookSubscription',
  resource: 'webhook_subscriptions',
  aliases: [],
  method: 'PATCH',
  scope: 'webhooks:write',
  keyed: false,
  extension: null,
  query: z.object({}),
  body: z.strictObject({
    id,
    url: z.optional(url),
    events: z.optional(events),
    description: z.optional(description),
    include_pii: z.optional(flag),
    enabled: z.optional(flag),
    rotate_secret: z.optional(z.literal(true, { error: 'must be true' })),
    overlap_hours: z.optional(overlapHours),
    end_overlap: z.optional(z.literal(true, { error: 'must be true' })),
    confirm_token: extension('sessions', confirmToken),
  }),
  reply: z.extend(subscription, { secret: z.optional(z.string()) }),
  shape: 'envelope',
  csv: null,
  errors: ['insufficient_scope', 'not_found', 'conflict'],
  touches: ['webhook_subscriptions', 'webhook_deliveries', 'health', 'health_overview'],
});

export const deleteWebhookSubscription = operation({
  name: 'deleteWebhookSubscription',
  resource: 'webhook_subscriptions',
  aliases: [],
  method: 'DELETE',
  scope: 'webhooks:write',
  keyed: false,
  extension: null,
  query: z.object({ id: idParam }),
  body: null,
  reply: z.object({ id, deleted: z.literal(true) }),
  shape: 'envelope',
  csv: null,
  errors: ['not_found'],
  touches: ['webhook_subscriptions', 'webhook_deliveries', 'health', 'health_overview'],
});
