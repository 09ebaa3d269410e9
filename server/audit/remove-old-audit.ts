import { type Db, sql } from '#server/db/db.ts';
import { inSteps, STEP_ROWS } from '#server/operation/in-steps.ts';

const KEEP_MS = 400 * 86_400_000;

/** Deletes lines older than 400 days. @param db The owner's handle: the service's own login may not delete them. */
export async function removeOldAudit(db: Db, now: Date, isWanted?: () => boolean): Promise<void> {
  const before = new Date(now.getTime() - KEEP_MS);
  await inSteps(() => deleteAuditBefore(db, before, STEP_ROWS), isWanted);
}

/** Returns how many lines it deleted. */
async function deleteAuditBefore(db: Db, before: Date, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from audit_log where ctid = any(array(
      select ctid from audit_log where at_utc < ${before.toISOString()} limit ${limit} for update skip locked))
    returning 1 as one`);
  return rows.length;
}
