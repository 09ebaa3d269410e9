import { AI_CAPS, type AiCap } from '#contract/ai-names.ts';
import type { AiAlertRow } from '#contract/ai-reports.ts';
import { EXCEEDED, WARNINGS } from '#server/ai/announce-caps.ts';
import { findCaps } from '#server/ai/caps.sql.ts';
import { capPeriod } from '#server/ai/utc-periods.ts';
import { sql, type Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import type { Span } from './report-parameters.ts';

const MINUTE_MS = 60_000;
const THRESHOLDS = [...WARNINGS, EXCEEDED];

/**
 * The alerts of the current period of each limit, fired or not, and those that fired earlier, for periods that start
 * within `span`: newest period first, then by limit and threshold.
 */
export async function listAlerts(db: Db, site: SiteRef, span: Span, now: Date): Promise<AiAlertRow[]> {
  const alerts = new Map<number, AiAlertRow>();
  const add = (cap: AiCap, threshold: number, periodStartUtc: string, firedUtc: string | null) => {
    const id = alertId(cap, threshold, periodStartUtc);
    const period = { fired_utc: firedUtc, period_start_utc: periodStartUtc };
    alerts.set(id, { id: BigInt(id), cap, threshold_percent: threshold, ...period });
  };
  for (const { cap, cap_limit } of await findCaps(db, site.id, now.toISOString())) {
    if (cap_limit === null) continue;
    // A limit of 0 never warns.
    const thresholds = Number(cap_limit) === 0 ? [EXCEEDED] : THRESHOLDS;
    for (const threshold of thresholds) add(cap, threshold, capPeriod(cap, now).startUtc, null);
  }
  for (const { cap, threshold, period_start, fired_utc } of await findFiredAlerts(db, site.id)) {
    add(cap, threshold, period_start, fired_utc);
  }
  const isInSpan = ({ period_start_utc: start }: AiAlertRow): boolean =>
    (span.fromUtc === null || start >= span.fromUtc) && (span.toUtc === null || start < span.toUtc);
  return [...alerts.values()]
    .filter(isInSpan)
    .sort(
      (a, b) =>
        Date.parse(b.period_start_utc) - Date.parse(a.period_start_utc) ||
        AI_CAPS.indexOf(a.cap) - AI_CAPS.indexOf(b.cap) ||
        a.threshold_percent - b.threshold_percent,
    );
}

/**
 * A stable ID, the same before and after the alert fires: the minute in which the period starts, the limit and the
 * threshold.
 */
function alertId(cap: AiCap, threshold: number, periodStartUtc: string): number {
  const minute = Math.floor(Date.parse(periodStartUtc) / MINUTE_MS);
  return (
    (minute * AI_CAPS.length + AI_CAPS.indexOf(cap)) * THRESHOLDS.length + THRESHOLDS.findIndex((t) => t === threshold)
  );
}

interface FiredAlert {
  readonly cap: AiCap;
  readonly threshold: number;
  readonly period_start: string;
  readonly fired_utc: string;
}

/** All alerts that fired, unordered. */
async function findFiredAlerts(db: Db, siteId: bigint): Promise<FiredAlert[]> {
  return db.query<FiredAlert>(
    sql`select cap, threshold, period_start, fired_utc from ai_cap_notice where site_id = ${siteId}`,
  );
}
