import type { AiLimits, getAiLimits as GetAiLimits, updateAiLimits as UpdateAiLimits } from '#contract/ai-limits.ts';
import { ENFORCED_FEATURES } from '#contract/ai-names.ts';
import type { Body } from '#contract/operation.ts';
import { recordAudit, type AuditContext } from '#server/audit/record-audit.ts';
import { FEW_IDS, type Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Actor, Handler, Site, SiteRef } from '#server/operation/call.ts';
import {
  getBilling,
  insertCapChanges,
  lockCaps,
  upsertBilling,
  type BillingRow,
  type CapChange,
  type LimitsPatch,
} from './ai-limits.sql.ts';
import { announceCaps, exactNumber } from './announce-caps.ts';
import { findCaps, type CapRow } from './caps.sql.ts';

/** GET ai_limits: the limits of the site and what counts against them. See docs/api.md, "AI limits". */
export const getAiLimits: Handler<typeof GetAiLimits> = async ({ db, site, now }) => readDeployedLimits(db, site, now);

/**
 * PATCH ai_limits: an omitted field stays, null removes the cap. Creates the billing record if there is none.
 * @throws ApiError empty_patch, or patch_failed on a site without AI usage
 */
export const updateAiLimits: Handler<typeof UpdateAiLimits> = async ({ db, site, body, actor, now }) => {
  if (Object.values(body).every((value) => value === undefined)) {
    throw new ApiError(
      'empty_patch',
      'Give at least one of monthly_budget_usd, daily_token_limit, minute_call_limit, action',
    );
  }
  if (!hasAiUsage(site)) throw new ApiError('patch_failed', 'AI usage is not deployed for this site');
  return db.transaction(async (db) => {
    await setAiLimits(db, site, body, { actor, now });
    return readLimits(db, site, now);
  }, FEW_IDS);
};

/** PATCH ai_limits for internal callers. Call it inside a transaction. */
export async function setAiLimits(
  db: Db,
  site: SiteRef,
  body: Body<typeof UpdateAiLimits>,
  context: AuditContext,
): Promise<void> {
  await lockCaps(db, site.id);
  const before = await getBilling(db, site.id);
  const after = await upsertBilling(db, site.id, patchOf(body), context.now.toISOString());
  const object = { objectType: 'ai_limits', objectId: site.id.toString() } as const;
  const changes = changesOf(before, after);
  await insertCapChanges(db, site.id, changes, { actor: nameOf(context.actor), now: context.now.toISOString() });
  const audited = changes.map(({ field, from, to }) => ({ field, from, to }));
  await recordAudit(db, site, { action: 'ai_limits.update', ...object, changes: audited }, context);
  // A limit set below the current usage is exceeded immediately.
  await announceCaps(db, site, context);
}

/** GET ai_limits for internal callers; no limits on a site without AI usage. */
export async function readDeployedLimits(db: Db, site: Pick<Site, 'id' | 'undeployed'>, now: Date): Promise<AiLimits> {
  return hasAiUsage(site) ? readLimits(db, site, now) : NO_LIMITS;
}

export function hasAiUsage(site: Pick<Site, 'undeployed'>): boolean {
  return !site.undeployed.includes('ai_usage');
}

const NO_LIMIT = { limit: null, current: 0, exceeded: false };
const NO_LIMITS: AiLimits = {
  budget: NO_LIMIT,
  daily_tokens: NO_LIMIT,
  minute_calls: NO_LIMIT,
  any_exceeded: false,
  action: 'none',
  enforced_features: [...ENFORCED_FEATURES],
};

/** Reads the caps and their usage at an instant, whether or not the feature is deployed. */
export async function readLimits(db: Db, site: SiteRef, now: Date): Promise<AiLimits> {
  const rows = await findCaps(db, site.id, now.toISOString());
  const [budget, tokens, calls] = rows;
  if (budget === undefined || tokens === undefined || calls === undefined)
    throw new Error('the database returned no cap');
  return {
    budget: stateOf(budget),
    daily_tokens: stateOf(tokens),
    minute_calls: stateOf(calls),
    any_exceeded: rows.some((row) => row.is_exceeded),
    // The stored action only applies once there is a cap.
    action: rows.some((row) => row.cap_limit !== null) ? budget.action : 'none',
    enforced_features: [...ENFORCED_FEATURES],
  };
}

function stateOf({ cap_limit, used, is_exceeded, headroom, percent_used }: CapRow): AiLimits['budget'] {
  return {
    limit: cap_limit === null ? null : exactNumber(cap_limit),
    current: exactNumber(used),
    exceeded: is_exceeded,
    ...(cap_limit === null || headroom === null ? {} : { headroom: exactNumber(headroom) }),
    ...(percent_used === null ? {} : { percent_used: Number(percent_used) }),
  };
}

function patchOf(body: Body<typeof UpdateAiLimits>): LimitsPatch {
  return {
    monthlyBudgetUsd: decimal(body.monthly_budget_usd),
    dailyTokenLimit: decimal(body.daily_token_limit),
    minuteCallLimit: decimal(body.minute_call_limit),
    action: body.action,
  };
}

/** The digits as sent: a float never enters a total. */
function decimal(value: number | bigint | null | undefined): string | null | undefined {
  return value === null || value === undefined ? value : String(value);
}

interface LimitChange extends CapChange {
  /** The field name in PATCH ai_limits. */
  readonly field: string;
}

function changesOf(before: BillingRow | undefined, after: BillingRow): LimitChange[] {
  const pairs = [
    ['monthly_budget_usd', 'budget', before?.monthly_budget_usd, after.monthly_budget_usd],
    ['daily_token_limit', 'daily_tokens', before?.daily_token_limit?.toString(), after.daily_token_limit?.toString()],
    ['minute_call_limit', 'minute_calls', before?.minute_call_limit?.toString(), after.minute_call_limit?.toString()],
    ['action', 'action', before?.action, after.action],
  ] as const;
  return pairs.flatMap(([field, cap, from = null, to = null]) => (from === to ? [] : [{ field, cap, from, to }]));
}

/** The actor shown in the history of limits. */
function nameOf({ kind, label }: Actor): string {
  return kind === 'admin' ? 'admin command' : label;
}
