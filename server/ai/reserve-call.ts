import type { AiCap } from '#contract/ai-names.ts';
import type { AuditContext } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { lockCaps } from './ai-limits.sql.ts';
import { announceCaps } from './announce-caps.ts';
import { countRefusal, insertReservation, type CallEstimate } from './reservations.sql.ts';
import { capPeriod, utcDate } from './utc-periods.ts';

/** Beyond the longest call: what a node that died had reserved is free again after it. */
const KEEP_MS = 60_000;

const USED_UP: Readonly<Record<AiCap, string>> = {
  budget: 'The AI budget of this month is used up',
  daily_tokens: 'The AI tokens of this day are used up',
  minute_calls: 'The AI calls of this minute are used up',
};

/**
 * Reserves the most that a call may use before it is made, in a short transaction of its own: none is open while the
 * provider is asked. Answers the id of the reservation. See docs/api.md, "AI limits".
 * @throws ApiError ai_cap_exceeded where a hard limit is reached; such a call is counted apart.
 */
export async function reserveCall(
  db: Db,
  site: SiteRef,
  estimate: CallEstimate,
  context: AuditContext,
): Promise<bigint> {
  const { now } = context;
  const times = { now: now.toISOString(), expires: new Date(now.getTime() + KEEP_MS).toISOString() };
  const { id, hit } = await db.transaction(async (db) => {
    await lockCaps(db, site.id);
    const row = await insertReservation(db, site.id, estimate, times);
    if (row.hit !== null) {
      await countRefusal(db, site.id, utcDate(now), row.hit);
      // A limit of 0 is reached in each new period without any call that would announce it.
      await announceCaps(db, site, context);
    }
    return row;
  });
  if (hit === null) return id;
  const ends = hit.map((cap) => Date.parse(capPeriod(cap, now).endUtc));
  throw new ApiError('ai_cap_exceeded', hit.map((cap) => USED_UP[cap]).join('; '), {
    retryAfterSeconds: Math.max(1, Math.ceil((Math.max(...ends) - now.getTime()) / 1000)),
  });
}
