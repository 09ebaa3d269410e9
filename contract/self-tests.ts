import * as z from 'zod/mini';
import { operation, ours } from './operation.ts';
import { count } from './scalars.ts';

export const SELF_TESTS = ['ai_usage', 'channel_foundation'] as const;
export type SelfTestName = (typeof SELF_TESTS)[number];

const outcome = z.object({
  name: z.enum(SELF_TESTS),
  ok: z.boolean(),
  round_trip_ms: count,
  error: z.nullable(z.string()),
});
export type SelfTestOutcome = z.output<typeof outcome>;

/** The document does not show what one test alone answers. */
const single = z.object({
  name: ours(outcome.shape.name),
  ok: ours(outcome.shape.ok),
  round_trip_ms: ours(outcome.shape.round_trip_ms),
  error: ours(outcome.shape.error),
});

/** Both tests, one after the other. See docs/api.md, "Self-tests". */
export const runSelfTests = operation({
  name: 'runSelfTests',
  resource: 'self_test',
  aliases: ['self_test_all'],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: null,
  query: z.object({}),
  body: null,
  reply: z.object({ ok: z.boolean(), total_runtime_ms: count, tests: z.array(outcome) }),
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: [],
});

export const runAiUsageSelfTest = operation({
  name: 'runAiUsageSelfTest',
  resource: 'ai_usage_self_test',
  aliases: ['ai_self_test'],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: null,
  query: z.object({}),
  body: null,
  reply: single,
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: [],
});

export const runChannelSelfTest = operation({
  name: 'runChannelSelfTest',
  resource: 'channel_self_test',
  aliases: ['channel_foundation_self_test'],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: null,
  query: z.object({}),
  body: null,
  reply: single,
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: [],
});
