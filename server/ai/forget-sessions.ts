import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { clearSessionsOfCalls } from './forget-sessions.sql.ts';

/**
 * Calls stay as costs, without the session that they were made in; at most `limit` of them. To be called inside a
 * transaction. Answers how many changed.
 */
export function forgetSessionsOfCalls(
  db: Db,
  site: SiteRef,
  sessionIds: readonly string[],
  limit: number,
): Promise<number> {
  return clearSessionsOfCalls(db, site.id, sessionIds, limit);
}
