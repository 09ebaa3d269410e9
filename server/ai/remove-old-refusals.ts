import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { inSteps, STEP_ROWS } from '#server/operation/in-steps.ts';
import { deleteRefusalsBefore } from './ai-calls.sql.ts';
import { utcDate } from './utc-periods.ts';

const KEEP_DAYS = 400;

/** The first UTC day whose refused calls are kept. */
export function firstDayOfRefusals(now: Date): string {
  return utcDate(now, -KEEP_DAYS);
}

/** Deletes refused calls older than 400 UTC days; the daily totals keep their number. */
export async function removeOldRefusals(db: Db, site: SiteRef, now: Date, isWanted?: () => boolean): Promise<void> {
  const day = firstDayOfRefusals(now);
  await inSteps(() => deleteRefusalsBefore(db, site.id, day, STEP_ROWS), isWanted);
}
