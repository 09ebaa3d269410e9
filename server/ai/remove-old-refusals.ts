import type { Db } from '#server/db/db.ts';
import { inSteps, STEP_ROWS } from '#server/operation/in-steps.ts';
import { deleteRefusalsBefore } from './ai-calls.sql.ts';
import { utcDate } from './utc-periods.ts';

const KEEP_DAYS = 400;

/** The first UTC day of which refused calls are kept. */
export function firstDayOfRefusals(now: Date): string {
  return utcDate(now, -KEEP_DAYS);
}

/** Removes refused calls older than 400 UTC days; how many they were stays in the sums by day. @param db The owner's handle: over all sites. */
export async function removeOldRefusals(db: Db, now: Date, isWanted?: () => boolean): Promise<void> {
  const day = firstDayOfRefusals(now);
  await inSteps(() => deleteRefusalsBefore(db, day, STEP_ROWS), isWanted);
}
