import type { AuditContext } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { recordEvent } from '#server/webhooks/record-event.ts';
import { findCaps, insertNotices, type CapRow } from './caps.sql.ts';
import { capPeriod } from './utc-periods.ts';

/** The percentages of a limit that are announced. */
export const WARNINGS = [50, 80, 95] as const;
/** The limit itself is announced as well. */
export const EXCEEDED = 100;

/**
 * Sends `ai_cap.warning` and `ai_cap.exceeded` for newly reached thresholds, each once per month, day or minute of its
 * limit, and records an alert. Call it inside the transaction that changed a figure or a limit. See
 * docs/api.md, "AI limits".
 */
export async function announceCaps(db: Db, site: SiteRef, context: AuditContext): Promise<void> {
  for (const row of await findCaps(db, site.id, context.now.toISOString())) {
    const reached = reachedThresholds(row).filter((threshold) => !row.announced.includes(threshold));
    if (reached.length === 0) continue;
    const period = capPeriod(row.cap, context.now);
    const at = { cap: row.cap, periodStart: period.startUtc, now: context.now.toISOString() };
    for (const threshold of await insertNotices(db, site.id, at, reached)) {
      const isExceeded = threshold === EXCEEDED;
      const data = {
        cap: row.cap,
        ...(isExceeded ? {} : { threshold }),
        limit: row.cap_limit === null ? null : exactNumber(row.cap_limit),
        current: exactNumber(row.used),
        action: row.action,
        period_start_utc: period.startUtc,
        period_end_utc: period.endUtc,
      };
      const type = isExceeded ? 'ai_cap.exceeded' : 'ai_cap.warning';
      await recordEvent(db, site, { type, data }, context);
    }
  }
}

/** A limit of 0 is exceeded without any usage, so it never warns. */
function reachedThresholds({ cap_limit, percent_used, is_exceeded }: CapRow): number[] {
  if (cap_limit === null || percent_used === null) return [];
  const warnings = Number(cap_limit) === 0 ? [] : WARNINGS.filter((threshold) => Number(percent_used) >= threshold);
  return is_exceeded ? [...warnings, EXCEEDED] : warnings;
}

/** Converts a numeric of the database for JSON: a number, or a bigint for an integer beyond 2^53. */
export function exactNumber(text: string): number | bigint {
  const number = Number(text);
  if (Math.abs(number) <= Number.MAX_SAFE_INTEGER || !/^-?[0-9]+$/.test(text)) return number;
  return BigInt(text);
}
