import type { AiCallStatus, AiFeature } from '#contract/ai-names.ts';
import type { AuditContext } from '#server/audit/record-audit.ts';
import type { AiPrice } from '#server/config.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { insertAiCalls, updateAiCall, type AiCallRow, type StoredAiCall } from './ai-calls.sql.ts';
import { announceCaps } from './announce-caps.ts';
import { utcMonth } from './utc-periods.ts';

export interface AiCallInput {
  readonly feature: AiFeature;
  readonly model: string;
  /** Non-negative integers, already validated. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly latencyMs: number;
  readonly status: AiCallStatus;
  /** The reason of a failure. */
  readonly errorCode?: string | null;
  readonly cacheHit?: boolean;
  /** Calculated from the prices if omitted. */
  readonly costUsd?: number | null;
  readonly sessionId?: string | null;
  /** The ticket that the call was made for. */
  readonly ticketId?: bigint | null;
  /** Sending the same ID again updates the call. */
  readonly externalId?: string | null;
  /** Defaults to now for a new call; unchanged for an existing one. */
  readonly createdUtc?: string | null;
}

export interface AiCallContext extends AuditContext {
  /** Prices by model: a call of another model costs 0 and counts as unpriced. */
  readonly prices: ReadonlyMap<string, AiPrice>;
}

export type RecordedAiCall = Pick<StoredAiCall, 'id' | 'tokens' | 'cost_usd' | 'is_priced'> & {
  readonly is_new: boolean;
};

/**
 * Stores an AI call, updates the totals of its day and announces reached limits. `cost_usd` is a decimal as text. Call
 * it inside a transaction. See docs/api.md, "AI usage" and "Ingest".
 */
export async function recordAiCall(
  db: Db,
  site: SiteRef,
  input: AiCallInput,
  context: AiCallContext,
): Promise<RecordedAiCall> {
  const { stored, is_new } = await store(db, site, rowOf(input, context), context.now);
  // Calls of past months, such as imported ones, do not count against any current limit.
  if (stored.has_caps && stored.created_utc >= utcMonth(context.now).startUtc) await announceCaps(db, site, context);
  const { id, tokens, cost_usd, is_priced } = stored;
  return { id, tokens, cost_usd, is_priced, is_new };
}

export interface PastCall {
  readonly input: AiCallInput;
  readonly context: AiCallContext;
}

/**
 * Stores many new calls like `recordAiCall`, each with its own time, without announcing limits. Returns them in order.
 */
export async function recordPastCalls(db: Db, site: SiteRef, calls: readonly PastCall[]): Promise<StoredAiCall[]> {
  const rows = calls.map(({ input, context }) => ({
    ...rowOf(input, context),
    createdUtc: context.now.toISOString(),
  }));
  const stored = await insertAiCalls(db, site.id, rows, '');
  if (stored.length !== calls.length) throw new Error('a past call already exists on the site');
  return stored;
}

function rowOf(input: AiCallInput, { prices, actor }: AiCallContext): AiCallRow {
  const { feature, model, inputTokens, outputTokens, latencyMs, status } = input;
  const { cacheHit = false, costUsd = null, sessionId = null, ticketId = null } = input;
  const { externalId = null, createdUtc = null, errorCode = null } = input;
  const price = prices.get(model) ?? null;
  const values = { feature, model, inputTokens, outputTokens, latencyMs, status, cacheHit, costUsd, sessionId, price };
  return { ...values, ticketId, tokenId: actor.tokenId, externalId, createdUtc, errorCode };
}

async function store(
  db: Db,
  site: SiteRef,
  row: AiCallRow,
  now: Date,
): Promise<{ readonly stored: StoredAiCall; readonly is_new: boolean }> {
  const [added] = await insertAiCalls(db, site.id, [row], now.toISOString());
  if (added !== undefined) return { stored: added, is_new: true };
  const { externalId } = row;
  const changed = externalId === null ? undefined : await updateAiCall(db, site.id, { ...row, externalId });
  if (changed === undefined) throw new Error('the database returned no AI call');
  return { stored: changed, is_new: false };
}
