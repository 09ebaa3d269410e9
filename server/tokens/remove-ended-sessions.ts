import type { Db } from '#server/db/db.ts';
import { deleteEndedSessions } from './sessions.sql.ts';

/** Half an hour, and a minute in which every node has written the last use that it has in memory. */
const IDLE_FOR_SURE_MS = 31 * 60_000;

/** Sessions that were ended, have expired, stood idle or lost their token; the audit log keeps when they began and ended. */
export async function removeEndedSessions(db: Db, now: Date): Promise<void> {
  await deleteEndedSessions(db, now, new Date(now.getTime() - IDLE_FOR_SURE_MS));
}
