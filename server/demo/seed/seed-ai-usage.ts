import { hasAiUsage, setAiLimits } from '#server/ai/ai-limits.ts';
import { recordAiCall, type AiCallContext, type RecordedAiCall } from '#server/ai/record-ai-call.ts';
import { reserveCall } from '#server/ai/reserve-call.ts';
import { settleCall } from '#server/ai/settle-call.ts';
import type { AuditContext } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { DemoScene } from '#server/demo/plan/demo-scene.ts';
import { DEMO_PRICES, type PlannedCall } from '#server/demo/plan/plan-ai-call.ts';
import { heldSpan, planCaps } from '#server/demo/plan/plan-caps.ts';
import type { StoryCall } from '#server/demo/plan/plan-story-calls.ts';
import { DEMO_ACTOR, type DemoEvent } from '#server/demo/write-silently.ts';

export interface Spent {
  readonly tokens: number;
  readonly cost_usd: number;
  readonly latency_ms: number;
}

/** Token ids by label. */
type Tokens = ReadonlyMap<string, bigint>;

/**
 * Limits as they were set, and the calls under them, in the order of time: each warning fires when it would have. What a
 * call took is added to `spent` once it is written.
 */
export function seedAiUsage(
  { site, now, tickets }: DemoScene,
  { calls, tokens }: { readonly calls: readonly StoryCall[]; readonly tokens: Tokens },
  spent: Map<PlannedCall, Spent>,
): DemoEvent[] {
  if (!hasAiUsage(site) || tickets.length === 0) return [];
  const caps = planCaps(calls, now.getTime()).map(({ at, by, limits }): DemoEvent => {
    const actor = { ...DEMO_ACTOR, tokenId: tokens.get(by) ?? null, label: `${by} (demo data)` };
    return { at, write: (db, context) => setAiLimits(db, site, limits, { ...context, actor }) };
  });
  const held = heldSpan(now.getTime());
  const made = calls.map((story): DemoEvent => {
    const { at, call, by, sessionId, ticketId } = story;
    const actor = { ...DEMO_ACTOR, tokenId: tokens.get(by) ?? null };
    const isHeld = ticketId !== null && at >= held.from && at < held.to;
    const write = async (db: Db, context: AuditContext) => {
      const input = { ...call, sessionId, ticketId };
      const own = { ...context, actor, prices: DEMO_PRICES };
      const stored = isHeld ? await askUnderLimit(db, site, input, own) : await recordAiCall(db, site, input, own);
      if (stored === null) return;
      const { tokens, cost_usd } = stored;
      spent.set(call, { tokens: Number(tokens), cost_usd: Number(cost_usd), latency_ms: call.latencyMs });
    };
    return { at, write };
  });
  return [...caps, ...made];
}

/** As the copilot asks: null where a hard limit keeps the call away. */
async function askUnderLimit(
  db: Db,
  site: DemoScene['site'],
  input: PlannedCall & Pick<StoryCall, 'sessionId' | 'ticketId'>,
  context: AiCallContext,
): Promise<RecordedAiCall | null> {
  const { inputTokens, outputTokens, model, feature, ticketId } = input;
  const wanted = { inputTokens, outputTokens, model, feature, ticketId, price: context.prices.get(model) ?? null };
  try {
    const reservation = await reserveCall(db, site, wanted, context);
    return await settleCall(db, site, { reservation, input }, context, async (_db, stored) => stored);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ai_cap_exceeded') return null;
    throw error;
  }
}
