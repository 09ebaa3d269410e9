import type { AiPrice } from '#server/config.ts';
import { TEST_ACTOR, type TestService, type TestSite } from './service.ts';
import { recordAiCall, type AiCallInput, type RecordedAiCall } from '#server/ai/record-ai-call.ts';

/** USD per million tokens: 10 in and 30 out of `small` cost 0.0000195. */
export const SAMPLE_PRICES: ReadonlyMap<string, AiPrice> = new Map([
  ['small', { inputUsd: 0.15, outputUsd: 0.6 }],
  ['large', { inputUsd: 2.5, outputUsd: 10 }],
]);

export const SAMPLE_CALL: AiCallInput = {
  feature: 'bot',
  model: 'small',
  inputTokens: 10,
  outputTokens: 30,
  latencyMs: 400,
  status: 'ok',
};

/** Records a call as the copilot and an import do, at the current time by default. */
export function recordSample(
  service: TestService,
  { site }: TestSite,
  input: Partial<AiCallInput> = {},
): Promise<RecordedAiCall> {
  const context = { actor: TEST_ACTOR, now: service.clock.now(), prices: SAMPLE_PRICES };
  return service.database
    .forSite(site.id)
    .transaction((db) => recordAiCall(db, site, { ...SAMPLE_CALL, ...input }, context));
}
