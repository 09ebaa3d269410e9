import * as z from 'zod/mini';
import { CAP_ACTIONS } from './ai-names.ts';
import { usd } from './ai-scalars.ts';
import { CHANNELS } from './customers.ts';
import { migrationStatus } from './migration.ts';
import { operation } from './operation.ts';
import { choice, count, date, id, instantParam, intParam, skipParam, utc } from './scalars.ts';
import { SELF_TESTS } from './self-tests.ts';
import { health } from './site.ts';
import { HEALTH_RULE_KEYS } from './site-settings.ts';

export const HEALTH_STATES = ['ok', 'attention', 'bad', 'unknown'] as const;

const channel = { channel: z.enum(CHANNELS), last_inbound_utc: z.nullable(utc), inbound_24h: count };

/** The figures of one moment, as they are stored each hour. */
const snapshot = z.object({ ...health.shape, channels: z.array(z.object(channel)) });
export type HealthSnapshot = z.output<typeof snapshot>;

const now = z.object({
  ...health.shape,
  channels: z.array(
    z.object({
      ...channel,
      silent_minutes: z.nullable(count),
      /** Messages that usually come in as long a time at these hours of the week; null without four weeks of them. */
      expected_messages: z.nullable(z.number()),
    }),
  ),
  /** Conversations that wait for a person since a handoff of the last 30 UTC days, today included. */
  handoffs_waiting: count,
  /** When support opens or closes next; null where that is not within two weeks. */
  hours_change_utc: z.nullable(utc),
});

const selfTestRun = z.object({
  ok: z.boolean(),
  at_utc: utc,
  round_trip_ms: count,
  error: z.nullable(z.string()),
});

const rule = z.object({
  key: z.enum(HEALTH_RULE_KEYS),
  state: z.enum(HEALTH_STATES),
  /** The compared value, in the unit of its threshold; null if unknown. */
  value: z.nullable(z.number()),
  threshold: z.nullable(z.number()),
  since_utc: z.nullable(utc),
});
export type HealthRule = z.output<typeof rule>;

const overview = z.object({
  now,
  /** The snapshot nearest to 24 hours ago, and to `since`; null where none is within two hours of it. */
  day_ago: z.nullable(snapshot),
  since: z.nullable(snapshot),
  /** The last 48 hours, oldest first; an hour without a snapshot is absent. */
  series: z.array(
    z.object({
      at_utc: utc,
      open_tickets: count,
      webhook_failed_24h: count,
      ai_calls_24h: count,
      channel_msg_inbound_24h: count,
    }),
  ),
  /** The last run of each test that ever ran, and up to ten runs before it, newest first. */
  self_tests: z.array(z.object({ name: z.enum(SELF_TESTS), ...selfTestRun.shape, earlier: z.array(selfTestRun) })),
  csat: z.object({
    window_days: count,
    responses: count,
    mean: z.nullable(z.number()),
    previous_mean: z.nullable(z.number()),
  }),
  ai: z.object({
    cost_month_usd: usd,
    budget_usd: z.nullable(usd),
    action: z.enum([...CAP_ACTIONS, 'none']),
    caps_set: count,
    caps_exceeded: count,
    /** Cost at the end of the month, and the day on which it passes the budget; null before three complete days. */
    forecast_usd: z.nullable(usd),
    passes_on: z.nullable(date),
  }),
  migration: migrationStatus,
  /** The subscriptions that `webhook_disabled` counts, the first to be switched off first. */
  disabled_webhooks: z.array(z.object({ id, host: z.string() })),
  /** In the order of HEALTH_RULE_KEYS. */
  rules: z.array(rule),
  /** Setup steps that a new site has done. */
  checklist: z.object({
    calendar: z.boolean(),
    webhook_test: z.boolean(),
    identity_bound: z.boolean(),
    ai_caps: z.boolean(),
    self_tests: z.boolean(),
  }),
});
export type HealthOverview = z.output<typeof overview>;

/** All that the health page says, in one call. See docs/api.md, "Health overview". */
export const getHealthOverview = operation({
  name: 'getHealthOverview',
  resource: 'health_overview',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: 'health_overview',
  query: z.object({
    /** The visit before. */
    since: z.optional(instantParam),
  }),
  body: null,
  reply: overview,
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: [],
});

/** Stored snapshots, oldest first: of each hour, or the last one of each UTC day; `to` is not included. */
export const listHealthHistory = operation({
  name: 'listHealthHistory',
  resource: 'health_history',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: 'health_history',
  query: z.object({
    from: z.optional(instantParam),
    to: z.optional(instantParam),
    step: z._default(choice(['hour', 'day']), 'hour'),
    limit: z._default(intParam(1, 200), 50),
    skip: z._default(skipParam, 0),
  }),
  body: null,
  reply: z.object({ items: z.array(snapshot), total_count: count }),
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: [],
});
