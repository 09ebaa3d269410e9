import { hasAiUsage, setAiLimits } from '#server/ai/ai-limits.ts';
import { recordAiCall, recordPastCalls, type PastCall } from '#server/ai/record-ai-call.ts';
import { reserveCall } from '#server/ai/reserve-call.ts';
import { settleCall } from '#server/ai/settle-call.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { DemoScene } from '#server/demo/plan/demo-scene.ts';
import { DEMO_PRICES, type PlannedCall } from '#server/demo/plan/plan-ai-call.ts';
import { CapWatch, heldSpan, planCaps } from '#server/demo/plan/plan-caps.ts';
import type { StoryCall } from '#server/demo/plan/plan-story-calls.ts';
import { DEMO_ACTOR } from '#server/demo/write-silently.ts';

export interface Spent {
  readonly tokens: number;
  readonly cost_usd: number;
  readonly latency_ms: number;
}

/** Token ids by label. */
type Tokens = ReadonlyMap<string, bigint>;

/**
 * Writes limits and the calls under them, in order of time, so that each warning fires when it would have. Calls that
 * cannot fire one are written together. Returns the cost of each call.
 */
export async function seedAiUsage(
  { database, site, now, tickets }: DemoScene,
  { calls, tokens }: { readonly calls: readonly StoryCall[]; readonly tokens: Tokens },
): Promise<ReadonlyMap<PlannedCall, Spent>> {
  const spent = new Map<PlannedCall, Spent>();
  if (!hasAiUsage(site) || tickets.length === 0) return spent;
  const watch = new CapWatch();
  const held = heldSpan(now.getTime());
  const caps = planCaps(calls, now.getTime());
  const contextOf = (at: number, by: string, label = DEMO_ACTOR.label) => {
    const actor = { ...DEMO_ACTOR, tokenId: tokens.get(by) ?? null, label };
    return { actor, now: new Date(at), isSilent: true, prices: DEMO_PRICES };
  };
  await database.forSite(site.id).transaction(async (db) => {
    const quiet: (PastCall & { readonly call: PlannedCall })[] = [];
    const add = (call: PlannedCall, stored: { readonly tokens: bigint; readonly cost_usd: string }) =>
      spent.set(call, { tokens: Number(stored.tokens), cost_usd: Number(stored.cost_usd), latency_ms: call.latencyMs });
    const writeQuiet = async () => {
      const written = quiet.splice(0);
      const stored = await recordPastCalls(db, site, written);
      for (const [index, { call }] of written.entries()) {
        const row = stored[index];
        if (row !== undefined) add(call, row);
      }
    };
    const setCapsUntil = async (until: number) => {
      for (let cap = caps[0]; cap !== undefined && cap.at <= until; cap = caps[0]) {
        await writeQuiet();
        caps.shift();
        watch.set(cap.limits);
        await setAiLimits(db, site, cap.limits, contextOf(cap.at, cap.by, `${cap.by} (demo data)`));
      }
    };
    for (const story of calls) {
      const { at, call, by, sessionId, ticketId } = story;
      await setCapsUntil(at);
      const past = { input: { ...call, sessionId, ticketId }, context: contextOf(at, by), call };
      const isHeld = at >= held.from && at < held.to;
      if (!watch.mayAnnounce(story) && !isHeld) {
        quiet.push(past);
        watch.add(story);
        continue;
      }
      await writeQuiet();
      const stored =
        isHeld && ticketId !== null
          ? await askUnderLimit(db, site, past)
          : await recordAiCall(db, site, past.input, past.context);
      if (stored === null) continue;
      add(call, stored);
      watch.add(story);
    }
    await setCapsUntil(now.getTime());
    await writeQuiet();
  });
  return spent;
}

/** Like a call of the copilot: null if a hard limit refuses it. */
async function askUnderLimit(db: Db, site: DemoScene['site'], { input, context }: PastCall) {
  const { inputTokens, outputTokens, model, feature, ticketId = null } = input;
  const wanted = { inputTokens, outputTokens, model, feature, ticketId, price: context.prices.get(model) ?? null };
  try {
    const reservation = await reserveCall(db, site, wanted, context);
    return await settleCall(db, site, { reservation, input }, context, async (_db, stored) => stored);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ai_cap_exceeded') return null;
    throw error;
  }
}
