import * as z from 'zod/mini';
import { CAP_ACTIONS } from './ai-names.ts';
import { figure } from './ai-scalars.ts';
import { extension, operation } from './operation.ts';
import { choice, keywords, MAX_ID } from './scalars.ts';

/** `headroom` and `percent_used` are absent without a limit. See docs/api.md, "AI limits". */
const capState = z.object({
  limit: z.nullable(figure),
  current: figure,
  exceeded: z.boolean(),
  headroom: z.optional(figure),
  percent_used: z.optional(z.number().check(z.gte(0), z.lte(100))),
});

const limits = z.object({
  budget: capState,
  daily_tokens: capState,
  minute_calls: capState,
  any_exceeded: z.boolean(),
  action: z.enum([...CAP_ACTIONS, 'none']),
  /** Features whose calls a hard limit stops here; without it the service alone knows. */
  enforced_features: extension('ai_reports', z.array(z.string())),
});
export type AiLimits = z.output<typeof limits>;

const MONEY = 'must be a number of at least 0, or null';
const WHOLE = `must be an integer from 0 to ${MAX_ID}, or null`;

const money = z.nullable(
  z.union([z.number().check(z.gte(0, { error: MONEY })), z.bigint().check(z.gte(0n, { error: MONEY }))], {
    error: MONEY,
  }),
);
const whole = z.nullable(
  z.union(
    [
      z.int({ error: WHOLE }).check(z.gte(0, { error: WHOLE })),
      z.bigint().check(z.gte(0n, { error: WHOLE }), z.lte(MAX_ID, { error: WHOLE })),
    ],
    { error: WHOLE },
  ),
);

/** See docs/api.md, "AI limits". The budget is in USD a UTC month, tokens count a UTC day, calls a UTC minute. */
export const getAiLimits = operation({
  name: 'getAiLimits',
  resource: 'ai_limits',
  aliases: ['ai_guardrails'],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: null,
  query: z.object({}),
  body: null,
  reply: limits,
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: [],
});

/** At least one of the caps or the action. */
const limitsChange = z.strictObject({
  monthly_budget_usd: z.optional(money),
  daily_token_limit: z.optional(whole),
  minute_call_limit: z.optional(whole),
  action: z.optional(choice(CAP_ACTIONS)),
});
keywords.add(limitsChange, { minProperties: 1 });

/** A field left out stays as it is, null takes the cap away. */
export const updateAiLimits = operation({
  name: 'updateAiLimits',
  resource: 'ai_limits',
  aliases: ['ai_guardrails'],
  method: 'PATCH',
  scope: 'ai_limits:write',
  keyed: false,
  extension: null,
  query: z.object({}),
  body: limitsChange,
  reply: limits,
  shape: 'envelope',
  csv: null,
  errors: ['empty_patch', 'patch_failed'],
  touches: ['ai_limits', 'ai_reports', 'health', 'health_overview'],
});
