import type { updateAiLimits } from '#contract/ai-limits.ts';
import type { AiFeature } from '#contract/ai-names.ts';
import type { Body } from '#contract/operation.ts';
import { DRAFT_USES } from '#contract/ticket-writes.ts';
import { hasAiUsage, setAiLimits } from '#server/ai/ai-limits.ts';
import { setSitePrices } from '#server/ai/ai-prices.ts';
import { announceCaps, EXCEEDED, WARNINGS } from '#server/ai/announce-caps.ts';
import { recordPastCalls, type AiCallInput, type PastCall } from '#server/ai/record-ai-call.ts';
import { recordDraftUse } from '#server/tickets/write/comment-sources.ts';
import { reserveCall } from '#server/ai/reserve-call.ts';
import { AuditBatch } from '#server/audit/record-audit.ts';
import { sql } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import { Random } from './random.ts';
import { byTime, DAY, DEMO_ACTOR, HOUR, MINUTE, type Scene } from './scene.ts';
import { repliesOf } from './tickets.ts';
import { AI } from './words.ts';

/** Labels of the tokens that AI calls are made with. */
export const WIDGET = 'Chat widget';
const LEADS = 'Support leads';
const AGENT = 'Tomke on the road';

export type PlannedCall = Pick<
  AiCallInput,
  'feature' | 'model' | 'inputTokens' | 'outputTokens' | 'latencyMs' | 'status' | 'cacheHit'
>;

/** An AI call of the story: its time, token and purpose. */
export interface StoryCall {
  readonly at: number;
  readonly call: PlannedCall;
  readonly by: string;
  readonly sessionId: string | null;
  readonly ticketId: bigint | null;
}

const PRICES = new Map(Object.entries(AI.prices));
const LARGE_MODEL = AI.habits.bot.model;
const COPILOT_DAYS = 90;
/** Three weeks ago a hard limit held for two UTC days. */
const HELD_FROM = 21;
const HELD_DAYS = 2;
/** As is, edited, discarded. */
const USE_WEIGHTS = [0.38, 0.42, 0.2];
const BATCH = 1_000;

interface CallManner {
  /** Answered by the preview model instead of the large one. */
  readonly isPreview?: boolean;
  /** Drawn if omitted. */
  readonly isFailing?: boolean;
  /** The factor by which the prompt is too large. */
  readonly inputFactor?: number;
}

/** A call of this feature. Cached input costs no tokens, and failed calls return none. */
export function planCall(random: Random, feature: AiFeature, manner: CallManner = {}): PlannedCall {
  const habit = AI.habits[feature];
  const { isPreview = false, inputFactor = 1 } = manner;
  const inputTokens = Math.round(random.lognormal(habit.input, 0.35) * inputFactor);
  const outputTokens = Math.round(random.lognormal(habit.output, 0.45));
  const latencyMs = Math.round(random.lognormal(habit.latency_ms, 0.4));
  const draw = random.next();
  const call = { feature, model: isPreview && habit.model === LARGE_MODEL ? AI.preview_model : habit.model };
  if (manner.isFailing ?? draw < habit.errors)
    return { ...call, inputTokens, outputTokens: 0, latencyMs: latencyMs * 4, status: 'error', cacheHit: false };
  if (manner.isFailing === undefined && draw < habit.errors + habit.cache_hits)
    return { ...call, inputTokens: 0, outputTokens: 0, latencyMs: 12 + (latencyMs % 30), status: 'ok', cacheHit: true };
  return { ...call, inputTokens, outputTokens, latencyMs, status: 'ok', cacheHit: false };
}

/** Copilot's drafts and summaries before some of the agents' replies. */
export function planCopilot({ seed, now, tickets }: Scene): StoryCall[] {
  const random = new Random(seed ^ 0xc0b1);
  return tickets.flatMap((ticket) =>
    repliesOf(ticket).flatMap(({ at }): StoryCall[] => {
      if (at < now - COPILOT_DAYS * DAY || !random.chance(0.2)) return [];
      const call = planCall(random, random.chance(0.22) ? 'copilot_summary' : 'copilot');
      const by = random.chance(0.7) ? LEADS : AGENT;
      return [{ at: Math.max(ticket.at, at - MINUTE), call, by, sessionId: null, ticketId: ticket.locked.id }];
    }),
  );
}

export function tokensOf({ inputTokens, outputTokens }: PlannedCall): number {
  return inputTokens + outputTokens;
}

/** In USD; 0 for a model without a price. */
export function costOf({ model, inputTokens, outputTokens }: PlannedCall): number {
  const { inputUsd, outputUsd } = PRICES.get(model) ?? { inputUsd: 0, outputUsd: 0 };
  return (inputTokens * inputUsd + outputTokens * outputUsd) / 1e6;
}

/** Limits that were set at an instant. */
interface PlannedLimits {
  readonly at: number;
  readonly by: string;
  readonly limits: Body<typeof updateAiLimits>;
}

function monthStart(at: number): number {
  return new Date(at).setUTCDate(1) - (at % DAY);
}

/**
 * A generous budget at first, a hard limit for two days, and a budget for this month that is nearly used, if it has any
 * costs, and below the forecast. At the end limits only warn, and none is exceeded.
 */
function planLimits(calls: readonly StoryCall[], now: number): PlannedLimits[] {
  const today = now - (now % DAY);
  const thisMonth = monthStart(now);
  const [months, days] = [new Map<number, number>(), new Map<number, number>()];
  for (const { at, call } of calls) {
    months.set(monthStart(at), (months.get(monthStart(at)) ?? 0) + costOf(call));
    days.set(at - (at % DAY), (days.get(at - (at % DAY)) ?? 0) + tokensOf(call));
  }
  const heldFrom = today - HELD_FROM * DAY;
  const heldTokens = Math.min(
    ...Array.from({ length: HELD_DAYS }, (_, day) => days.get(heldFrom + day * DAY) ?? Infinity),
  );
  const usual = Math.max(2_000_000, Math.ceil((Math.max(0, ...days.values()) * 3) / 100_000) * 100_000);
  const low = heldTokens === Infinity ? usual : Math.max(1_000, Math.round(heldTokens / 4_000) * 1_000);
  const dearest = Math.max(0, ...[...months].filter(([month]) => month < thisMonth).map(([, cost]) => cost));
  const roomy = Math.ceil((dearest * 1.2) / 10) * 10 + 10;
  const cost = months.get(thisMonth) ?? 0;
  const lastWeek = calls.filter(({ at }) => at >= today - 7 * DAY && at < today);
  const daysLeft = Math.round((monthStart(thisMonth + 32 * DAY) - today) / DAY) - 1;
  const forecast = cost + (lastWeek.reduce((sum, { call }) => sum + costOf(call), 0) / 7) * daysLeft;
  const near = Math.max(cost / 0.94, Math.min(cost / 0.86, forecast / 1.1));
  const budget = cost > 50 ? Math.ceil(near) : (Math.floor(near * 100) + 1) / 100;
  const limits: PlannedLimits[] = [
    { at: now - 86 * DAY, by: LEADS, limits: { monthly_budget_usd: roomy, minute_call_limit: 120, action: 'soft' } },
    { at: heldFrom, by: LEADS, limits: { daily_token_limit: low, action: 'hard' } },
    { at: heldFrom + HELD_DAYS * DAY, by: AGENT, limits: { daily_token_limit: usual, action: 'soft' } },
    { at: Math.min(thisMonth + 7.5 * HOUR, now), by: LEADS, limits: { monthly_budget_usd: budget } },
  ];
  return limits.sort(byTime);
}

/**
 * Writes prices, limits and the calls under them, in order of time: all calls up to one that reaches a share of a limit
 * are written together, so that each warning fires when it would have. A hard limit refuses calls of the copilot.
 */
export async function writeAiUsage(
  { database, site, now }: Scene,
  unordered: readonly StoryCall[],
  tokens: ReadonlyMap<string, bigint>,
): Promise<void> {
  if (!hasAiUsage(site)) return;
  const calls = unordered.toSorted(byTime);
  const auditBatch = new AuditBatch();
  const contextOf = (at: number, by: string, label = DEMO_ACTOR.label) => {
    const actor = { ...DEMO_ACTOR, tokenId: tokens.get(by) ?? null, label };
    return { actor, now: new Date(at), auditBatch, isSilent: true, prices: PRICES };
  };
  const used = new Map<string, number>();
  let limits: PlannedLimits['limits'] = {};
  const reaches = (period: string, amount: number, limit: number | bigint | null | undefined) => {
    const before = used.get(period) ?? 0;
    used.set(period, before + amount);
    return [...WARNINGS, EXCEEDED].some((percent) => {
      const mark = (Number(limit ?? Infinity) * percent) / 100;
      return before < mark && before + amount >= mark;
    });
  };
  await database.forSite(site.id).transaction(
    async (db) => {
      await setSitePrices(db, site, PRICES);
      const pending: PastCall[] = [];
      const write = () => recordPastCalls(db, site, pending.splice(0));
      const planned = planLimits(calls, now);
      const setLimitsUntil = async (until: number) => {
        for (let next = planned[0]; next !== undefined && next.at <= until; next = planned[0]) {
          planned.shift();
          await write();
          limits = { ...limits, ...next.limits };
          await setAiLimits(db, site, next.limits, contextOf(next.at, next.by, `${next.by} (demo data)`));
        }
      };
      for (const { at, call, by, sessionId, ticketId } of calls) {
        await setLimitsUntil(at);
        const day = `day ${Math.floor(at / DAY)}`;
        const context = contextOf(at, by);
        if (limits.action === 'hard' && ticketId !== null && (used.get(day) ?? 0) >= Number(limits.daily_token_limit)) {
          await write();
          const price = PRICES.get(call.model) ?? null;
          const { inputTokens, outputTokens, model, feature } = call;
          await reserveCall(db, site, { inputTokens, outputTokens, model, feature, ticketId, price }, context).catch(
            isRefusal,
          );
          continue;
        }
        pending.push({ input: { ...call, sessionId, ticketId }, context });
        const reached = [
          reaches(`month ${monthStart(at)}`, costOf(call), limits.monthly_budget_usd),
          reaches(day, tokensOf(call), limits.daily_token_limit),
        ];
        if (reached.includes(true) || pending.length >= BATCH) await write();
        if (reached.includes(true)) await announceCaps(db, site, context);
      }
      await setLimitsUntil(now);
      await write();
      await auditBatch.store(db, site);
    },
    { ids: 2 * calls.length + 1_000 },
  );
}

/** Most drafts got a use: the reply that followed was the draft, a changed one, or another text. */
export async function writeDraftUses({ database, site, seed }: Scene): Promise<void> {
  const random = new Random(seed ^ 0xd4af);
  await database.forSite(site.id).transaction(async (db) => {
    const drafts = await db.query<{ call_id: bigint; comment_id: bigint }>(sql`
      select c.id as call_id, r.id as comment_id from ai_call c cross join lateral (
        select t.id from ticket_comment t
        where t.site_id = ${site.id} and t.ticket_id = c.ticket_id and t.author_kind = 'agent'
          and t.visibility = 'public' and t.created_utc >= c.created_utc
        order by t.created_utc, t.id limit 1) r
      where c.site_id = ${site.id} and c.feature = 'copilot' and c.status = 'ok' and c.ticket_id is not null
      order by c.created_utc, c.id`);
    for (const { call_id: callId, comment_id: commentId } of drafts) {
      const use = DRAFT_USES[random.weighted(USE_WEIGHTS)];
      if (use !== undefined && random.chance(0.9)) await recordDraftUse(db, site.id, { callId, use }, commentId);
    }
  });
}

function isRefusal(error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'ai_cap_exceeded')) throw error;
}
