import type { AiFeature } from '#contract/ai-names.ts';
import type { AiCallInput } from '#server/ai/record-ai-call.ts';
import type { AiPrice } from '#server/config.ts';
import type { Random } from '#server/demo/random.ts';

/** USD per million tokens. The preview model has no price, so its calls count as unpriced. */
export const DEMO_PRICES: ReadonlyMap<string, AiPrice> = new Map([
  ['lumen-large-2', { inputUsd: 15, outputUsd: 60 }],
  ['lumen-small-2', { inputUsd: 0.8, outputUsd: 3.2 }],
  ['lumen-embed-1', { inputUsd: 0.05, outputUsd: 0 }],
]);
const PREVIEW = 'lumen-large-3-preview';

interface Habit {
  readonly model: string;
  /** Median tokens, and median milliseconds. */
  readonly input: number;
  readonly output: number;
  readonly latencyMs: number;
  readonly cacheHits: number;
  readonly errors: number;
}

// The bot and the copilot read whole chapters of manuals with each question, so they cost the most.
const HABITS: Readonly<Record<AiFeature, Habit>> = {
  bot: { model: 'lumen-large-2', input: 24_000, output: 900, latencyMs: 3_100, cacheHits: 0.04, errors: 0.012 },
  copilot: { model: 'lumen-large-2', input: 31_000, output: 1_200, latencyMs: 4_200, cacheHits: 0, errors: 0.02 },
  copilot_summary: { model: 'lumen-large-2', input: 34_000, output: 500, latencyMs: 3_300, cacheHits: 0, errors: 0.01 },
  summary: { model: 'lumen-small-2', input: 6_900, output: 310, latencyMs: 1_100, cacheHits: 0, errors: 0.01 },
  intent: { model: 'lumen-small-2', input: 1_320, output: 9, latencyMs: 260, cacheHits: 0.22, errors: 0.006 },
  tone: { model: 'lumen-small-2', input: 880, output: 6, latencyMs: 240, cacheHits: 0.05, errors: 0.006 },
  kb_search: { model: 'lumen-embed-1', input: 60, output: 0, latencyMs: 140, cacheHits: 0.35, errors: 0.004 },
};
/** The factor by which the bot reads more in a conversation whose prompt has grown too large. */
const LONG = 5;

export type PlannedCall = Pick<
  AiCallInput,
  'feature' | 'model' | 'inputTokens' | 'outputTokens' | 'latencyMs' | 'status' | 'cacheHit'
>;

interface CallManner {
  readonly isPreview: boolean;
  readonly isFailing?: boolean;
  readonly isLong?: boolean;
}

/** A call of this feature. Cached input costs no tokens, and failed calls return none. */
export function planAiCall(
  random: Random,
  feature: AiFeature,
  { isPreview, isFailing, isLong = false }: CallManner,
): PlannedCall {
  const { model, input, output, latencyMs, cacheHits, errors } = HABITS[feature];
  const [inputTokens, outputTokens, ms] = [
    Math.round(random.lognormal(input, 0.35) * (isLong && feature === 'bot' ? LONG : 1)),
    Math.round(random.lognormal(output, 0.45)),
    Math.round(random.lognormal(latencyMs, 0.4)),
  ];
  const draw = random.next();
  const isTried = isPreview && model === 'lumen-large-2';
  const shared = { feature, model: isTried ? PREVIEW : model };
  if (isFailing ?? draw < errors) {
    return { ...shared, inputTokens, outputTokens: 0, latencyMs: ms * 4, status: 'error', cacheHit: false };
  }
  if (isFailing === undefined && draw < errors + cacheHits) {
    return { ...shared, inputTokens: 0, outputTokens: 0, latencyMs: 12 + (ms % 30), status: 'ok', cacheHit: true };
  }
  return { ...shared, inputTokens, outputTokens, latencyMs: ms, status: 'ok', cacheHit: false };
}
