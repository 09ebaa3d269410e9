import type { Db } from '#server/db/db.ts';
import { inSteps, STEP_ROWS } from '#server/operation/in-steps.ts';
import { deleteAuditBefore } from './seal.sql.ts';

const KEEP_MS = 400 * 86_400_000;

/** Removes lines older than 400 days; their seals stay. @param db The owner's handle: nobody else may. */
export async function removeOldAudit(db: Db, now: Date, isWanted?: () => boolean): Promise<void> {
  const before = new Date(now.getTime() - KEEP_MS);
  await inSteps(() => deleteAuditBefore(db, before, STEP_ROWS), isWanted);
}
