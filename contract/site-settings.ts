import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { choice, integer, text, utc, within } from './scalars.ts';
import { MAX_REPLY_TARGET_MINUTES } from './ticket-names.ts';

/** The rules of health, in the order in which they are shown. */
export const HEALTH_RULE_KEYS = [
  'ai_cap',
  'no_first_reply',
  'overdue_replies',
  'self_tests',
  'webhook_disabled',
  'webhook_failures',
  'channel_silence',
  'ai_forecast',
  'ai_errors',
  'business_calendar',
  'migration',
  'csat_drop',
] as const;
export type HealthRuleKey = (typeof HEALTH_RULE_KEYS)[number];

/** Rules with a threshold that a site can choose: what needs attention is above `initial`, which is at most `most`. */
export const HEALTH_THRESHOLDS = {
  /** Tickets. */
  no_first_reply: { initial: 0, most: 1_000_000 },
  /** Tickets; five more than that are `bad`. */
  overdue_replies: { initial: 0, most: 1_000_000 },
  /** Deliveries with a failed attempt within 24 hours that have not succeeded since. */
  webhook_failures: { initial: 0, most: 1_000_000 },
  /** Minutes without a message where usually some come. */
  channel_silence: { initial: 60, most: 10_080 },
  /** Percent of the monthly budget that the forecast reaches. */
  ai_forecast: { initial: 100, most: 1_000 },
  /** Percent of at least 20 AI calls of 24 hours. */
  ai_errors: { initial: 5, most: 100 },
  /** Failed rows of the last import of each kind. */
  migration: { initial: 0, most: 1_000_000_000 },
} as const satisfies Partial<Record<HealthRuleKey, { readonly initial: number; readonly most: number }>>;
export type HealthThresholdKey = keyof typeof HEALTH_THRESHOLDS;

/** A channel is silent where so many messages usually come in meanwhile: then nothing comes by chance once in 20 times. */
export const LEAST_EXPECTED_MESSAGES = 3;

function threshold(key: HealthThresholdKey) {
  return z.optional(within(0, HEALTH_THRESHOLDS[key].most));
}

const thresholds = {
  no_first_reply: threshold('no_first_reply'),
  overdue_replies: threshold('overdue_replies'),
  webhook_failures: threshold('webhook_failures'),
  channel_silence: threshold('channel_silence'),
  ai_forecast: threshold('ai_forecast'),
  ai_errors: threshold('ai_errors'),
  migration: threshold('migration'),
} satisfies Record<HealthThresholdKey, unknown>;
/** As a body has them; a reader takes others, too. */
export const healthThresholds = z.strictObject(thresholds);

/** How a score is calculated from answers of 0 to 5: their mean, the share of good ones, the share of fives. */
export const CSAT_DEFINITIONS = ['mean', 'share_good', 'share_top'] as const;

const REASONS = 'must be a list of 1 to 20 reasons of at most 60 characters';

const values = {
  /** A rule without a threshold here has its initial one. */
  health_rules: healthThresholds,
  /** Open minutes until a reply is due. */
  reply_target_minutes: within(1, MAX_REPLY_TARGET_MINUTES),
  csat_definition: choice(CSAT_DEFINITIONS),
  /** The lowest score that counts as good. */
  csat_good_from: within(1, 5),
  /** Why an answer of the AI was wrong, as reviewers choose from. */
  review_reasons: z
    .array(text(60, 1), { error: REASONS })
    .check(z.minLength(1, { error: REASONS }), z.maxLength(20, { error: REASONS })),
};

/** The reasons of a site that has chosen none. */
export const INITIAL_REVIEW_REASONS = [
  'Wrong facts',
  'Missed the question',
  'No source for it',
  'Handed over too late',
  'Handed over too early',
  'Wrong tone',
] as const;

const siteSettings = z.object({
  values: z.object({
    health_rules: z.optional(z.object(thresholds)),
    reply_target_minutes: z.optional(values.reply_target_minutes),
    csat_definition: z.optional(values.csat_definition),
    csat_good_from: z.optional(values.csat_good_from),
    review_reasons: z.optional(values.review_reasons),
  }),
  version: integer,
  updated_utc: z.nullable(utc),
  updated_by: z.nullable(z.string()),
});
export type SiteSettings = z.output<typeof siteSettings>;

/** Settings of a site, shared by all its users. See docs/api.md, "Site settings". */
export const getSiteSettings = operation({
  name: 'getSiteSettings',
  resource: 'site_settings',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: 'site_settings',
  query: z.object({}),
  body: null,
  reply: siteSettings,
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: [],
});

/** Merges top-level keys; null removes one. */
export const updateSiteSettings = operation({
  name: 'updateSiteSettings',
  resource: 'site_settings',
  aliases: [],
  method: 'PATCH',
  scope: 'site:write',
  keyed: false,
  extension: 'site_settings',
  query: z.object({}),
  body: z.strictObject({
    version: integer,
    values: z.strictObject({
      health_rules: z.optional(z.nullable(healthThresholds)),
      reply_target_minutes: z.optional(z.nullable(values.reply_target_minutes)),
      csat_definition: z.optional(z.nullable(values.csat_definition)),
      csat_good_from: z.optional(z.nullable(values.csat_good_from)),
      review_reasons: z.optional(z.nullable(values.review_reasons)),
    }),
  }),
  reply: siteSettings,
  shape: 'envelope',
  csv: null,
  errors: ['conflict'],
  touches: ['site_settings', 'health_overview', 'csat_reports', 'tickets', 'ticket'],
});
