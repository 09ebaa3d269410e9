import * as z from 'zod/mini';
import { extension, EXTENSIONS, FEATURES, operation, SCOPES } from './operation.ts';
import { choice, count, id, integer, utc } from './scalars.ts';

type DeployedKey = (typeof FEATURES)[number] | (typeof EXTENSIONS)[number];

/** Feature name to boolean. Our service sends every key; a reader must expect others and none. */
const deployed = z.object(
  Object.fromEntries([...FEATURES, ...EXTENSIONS].map((key) => [key, z.optional(z.boolean())])) as Record<
    DeployedKey,
    z.ZodMiniOptional<z.ZodMiniBoolean>
  >,
);

/** The API document, Whoami; see docs/api.md, "Extensions". */
export const whoami = z.object({
  token_id: id,
  token_prefix: z.string(),
  site_id: id,
  label: z.string(),
  scopes: z.array(z.string()),
  request_count: integer,
  created_utc: utc,
  last_used_utc: z.nullable(utc),
  capabilities: z.object({
    api_version: z.string(),
    rate_limit_per_min: integer,
    supports_patch: z.boolean(),
    supports_bulk: z.boolean(),
    auth_methods: z.array(z.string()),
    csv_exporters: z.array(z.string()),
    deployed,
  }),
  site_name: extension('sessions', z.string()),
  time_zone: extension('sessions', z.string()),
  is_demo: extension('sessions', z.boolean()),
  /** ISO 3166 code, used to match phones; null if unset. */
  country: extension('sessions', z.nullable(z.string())),
  agent_id: extension('sessions', z.nullable(z.string())),
  expires_utc: extension('sessions', z.nullable(utc)),
});
export type Whoami = z.output<typeof whoami>;

export const getWhoami = operation({
  name: 'getWhoami',
  resource: 'whoami',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: null,
  query: z.object({}),
  body: null,
  reply: whoami,
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: [],
});

/** See docs/api.md, "Health". */
export const health = z.object({
  as_of_utc: utc,
  open_tickets: count,
  pending_tickets: count,
  unassigned_open_pending: count,
  snoozed: count,
  stale_no_first_reply: count,
  stale_threshold: z.string(),
  webhook_queue_pending: count,
  webhook_failed_24h: count,
  last_inbound_message_utc: z.nullable(utc),
  is_now_within_business_hours: z.boolean(),
  business_calendar_active: z.boolean(),
  portal_active_tokens: count,
  portal_total_uses: count,
  customer_identities: count,
  bound_channel_handles: count,
  channel_msg_inbound_30d: count,
  ai_calls_24h: count,
  ai_errors_24h: count,
  ai_budget_exceeded: z.boolean(),
});
export type Health = z.output<typeof health>;

export const getHealth = operation({
  name: 'getHealth',
  resource: 'health',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: null,
  query: z.object({}),
  body: null,
  reply: health,
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: [],
});

/** Exchanges an API token for a browser session token; a session token gets 403. */
export const startSession = operation({
  name: 'startSession',
  resource: 'sessions',
  aliases: [],
  method: 'POST',
  scope: 'any',
  keyed: false,
  extension: 'sessions',
  query: z.object({}),
  body: z.strictObject({
    scopes: z.optional(z.array(choice(SCOPES), { error: 'must be a list of scopes' }).check(z.maxLength(32))),
  }),
  reply: z.object({
    token: z.string(),
    token_prefix: z.string(),
    scopes: z.array(z.string()),
    created_utc: utc,
    expires_utc: utc,
    idle_minutes: integer,
  }),
  shape: 'envelope',
  csv: null,
  errors: ['insufficient_scope'],
  touches: [],
});

/** Ends the browser session that sends it. */
export const endSession = operation({
  name: 'endSession',
  resource: 'sessions',
  aliases: [],
  method: 'DELETE',
  scope: 'any',
  keyed: false,
  extension: 'sessions',
  query: z.object({}),
  body: null,
  reply: z.object({ ended: z.literal(true) }),
  shape: 'envelope',
  csv: null,
  errors: ['insufficient_scope'],
  touches: [],
});
