import type { Db } from '#server/db/db.ts';
import { deleteRefusalsBefore } from './ai-calls.sql.ts';
import { utcDate } from './utc-periods.ts';

const KEEP_DAYS = 400;

/** The first UTC day of which refused calls are kept. */
export function firstDayOfRefusals(now: Date): string {
  return utcDate(now, -KEEP_DAYS);
}

/** Removes refused calls older than 400 UTC days; how many they were stays in the sums by day. @param db The owner's handle: over all sites. */
export async function removeOldRefusals(db: Db, now: Date): Promise<void> {
  await deleteRefusalsBefore(db, firstDayOfRefusals(now));
}
