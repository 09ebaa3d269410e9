import type { AiCap } from '#contract/ai-names.ts';
import type { AuditContext } from '#server/audit/record-audit.ts';
import { FEW_IDS, type Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { insertRefusal, type RefusedCall } from './ai-calls.sql.ts';
import { getBilling, lockCaps } from './ai-limits.sql.ts';
import { announceCaps } from './announce-caps.ts';
import { insertReservation, type CallEstimate } from './reservations.sql.ts';
import { capPeriod } from './utc-periods.ts';

/** Longer than the longest call: reservations of a crashed node expire after this. */
const KEEP_MS = 60_000;

const CAP_MESSAGES: Readonly<Record<AiCap, string>> = {
  budget: 'The AI budget for this month is used up',
  daily_tokens: 'The AI tokens for today are used up',
  minute_calls: 'The AI calls for this minute are used up',
};

/** A call before its reservation: its upper bounds, feature and ticket. */
export interface CallRequest extends CallEstimate, Pick<RefusedCall, 'feature' | 'model' | 'ticketId'> {}

/**
 * Reserves an upper bound of what a call may use, in a short transaction of its own: none is open during the request to
 * the provider. Returns the ID of the reservation. See docs/api.md, "AI limits".
 * @throws ApiError ai_cap_exceeded if a hard limit is reached; such a call is recorded as refused. bad_field for a
 * model without a price under a hard budget in USD, which could not limit it.
 */
export async function reserveCall(
  db: Db,
  site: SiteRef,
  { feature, model, ticketId, ...estimate }: CallRequest,
  context: AuditContext,
): Promise<bigint> {
  const { now } = context;
  const times = { now: now.toISOString(), expires: new Date(now.getTime() + KEEP_MS).toISOString() };
  const { id, hit } = await db.transaction(async (db) => {
    await lockCaps(db, site.id);
    if (estimate.price === null) await refuseUnpriced(db, site);
    const row = await insertReservation(db, site.id, estimate, times);
    if (row.hit !== null) {
      const refused = { feature, model, ticketId, caps: row.hit, isPriced: estimate.price !== null };
      await insertRefusal(db, site.id, { ...refused, tokenId: context.actor.tokenId }, times.now);
      // A limit of 0 is exceeded in each new period without a call that would announce it.
      await announceCaps(db, site, context);
    }
    return row;
  }, FEW_IDS);
  if (hit === null) return id;
  const ends = hit.map((cap) => Date.parse(capPeriod(cap, now).endUtc));
  throw new ApiError('ai_cap_exceeded', hit.map((cap) => CAP_MESSAGES[cap]).join('; '), {
    retryAfterSeconds: Math.max(1, Math.ceil((Math.max(...ends) - now.getTime()) / 1000)),
  });
}

async function refuseUnpriced(db: Db, site: SiteRef): Promise<void> {
  const billing = await getBilling(db, site.id);
  if (billing?.action !== 'hard' || billing.monthly_budget_usd === null) return;
  throw new ApiError('bad_field', 'model: no price, and this site has a hard budget in USD');
}
