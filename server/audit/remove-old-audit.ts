import type { Db } from '#server/db/db.ts';
import { deleteAuditBefore } from './seal.sql.ts';

const KEEP_MS = 400 * 86_400_000;

/** Removes lines older than 400 days; their seals stay. @param db The owner's handle: nobody else may. */
export async function removeOldAudit(db: Db, now: Date): Promise<void> {
  await deleteAuditBefore(db, new Date(now.getTime() - KEEP_MS));
}
