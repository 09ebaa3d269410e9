import * as z from 'zod/mini';
import { AI_CALL_FEATURES, COPILOT_MODES } from './ai-names.ts';
import { bigCount, share, usd } from './ai-scalars.ts';
import { extension, operation, ours } from './operation.ts';
import { choice, count, date, id, intParam, text, utc } from './scalars.ts';

const featureUsage = z.object({
  feature: z.enum(AI_CALL_FEATURES),
  calls: count,
  cache_hits: count,
  errors: count,
  tokens: bigCount,
  cost_usd: usd,
  mean_latency_ms: z.number(),
  cache_hit_rate: share,
  error_rate: share,
});

const usageDay = z.object({ date, calls: count, tokens: bigCount, cost_usd: usd });

/** See docs/api.md, "AI usage". Days are UTC days, the last one is today. */
export const getAiUsage = operation({
  name: 'getAiUsage',
  resource: 'ai_usage',
  aliases: ['ai_spend'],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: null,
  query: z.object({
    days: z._default(intParam(1, 90), 7),
    include: z.optional(choice(['trend', 'series'])),
  }),
  body: null,
  reply: z.object({
    summary: z.object({
      calls_today: count,
      calls_yesterday: count,
      calls_month: count,
      cache_hits_month: count,
      errors_month: count,
      tokens_today: bigCount,
      tokens_month: bigCount,
      cost_month_usd: usd,
      unpriced_calls_month: ours(count),
    }),
    by_feature: z.array(featureUsage),
    trend: z.optional(z.array(usageDay)),
    series: z.optional(z.array(usageDay)),
    applied_filters: z.object({ days: count, include: z.string() }),
  }),
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: [],
});

/** Replies served and tokens of the bot in this UTC month. See docs/api.md, "AI usage". */
export const getUsage = operation({
  name: 'getUsage',
  resource: 'usage',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: null,
  query: z.object({}),
  body: null,
  reply: z.object({
    cycle_start_utc: ours(utc),
    cycle_end_utc: ours(utc),
    ai_replies_served: ours(count),
    bot_tokens: ours(bigCount),
  }),
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: [],
});

const KEY_FORM = 'must be 1 to 500 printable ASCII characters without spaces';

/**
 * A draft of a reply, or a summary of 3 to 6 points, by one call to the configured provider with the caller's own key.
 * See docs/api.md, "Copilot".
 */
export const askCopilot = operation({
  name: 'askCopilot',
  resource: 'ai_copilot',
  aliases: ['ai_suggest_reply', 'copilot'],
  method: 'POST',
  scope: 'ai:invoke',
  keyed: true,
  extension: null,
  query: z.object({}),
  body: z.strictObject({
    mode: z._default(choice(COPILOT_MODES), 'reply'),
    transcript: text(8000, 1),
    tone_hint: z.optional(text(500)),
    provider_api_key: z.string({ error: KEY_FORM }).check(z.regex(/^[\x21-\x7e]{1,500}$/, { error: KEY_FORM })),
    model: z.optional(text(200, 1)),
    /** The ticket that the call is made for, so that its cost is found there. */
    ticket_id: extension('ai_reports', id),
  }),
  reply: z.object({
    mode: ours(z.enum(COPILOT_MODES)),
    text: ours(z.string()),
    bullets: z.optional(z.array(z.string())),
    model: ours(z.string()),
    tokens: ours(count),
    cost_usd: ours(usd),
    latency_ms: ours(count),
    /** Names the call where the reply says how its draft was used. */
    call_id: extension('ai_reports', id),
  }),
  shape: 'envelope',
  csv: null,
  errors: ['conflict', 'ai_cap_exceeded', 'copilot_failed'],
  touches: ['ai_usage', 'ai_limits', 'ai_reports', 'health', 'health_overview'],
});
