import { sql, type Db } from '#server/db/db.ts';
import type { Site, SiteRef } from '#server/operation/call.ts';
import { findSessionCosts } from './ai-calls.sql.ts';

/**
 * Cost of each session's AI calls, in USD; a session without calls is not in the map. Nothing is known of a site
 * that lacks the feature. See docs/api.md, "Sessions".
 */
export async function getSessionCosts(
  db: Db,
  site: Pick<Site, 'id' | 'undeployed'>,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (sessionIds.length === 0 || site.undeployed.includes('ai_usage')) return new Map();
  const rows = await findSessionCosts(db, site.id, sessionIds);
  return new Map(rows.map(({ session_id, cost_usd }) => [session_id, Number(cost_usd)]));
}

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

async function clearSessionsOfCalls(
  db: Db,
  siteId: bigint,
  sessionIds: readonly string[],
  limit: number,
): Promise<number> {
  const rows = await db.query(sql`
    update ai_call set session_id = null where site_id = ${siteId} and id = any(array(
      select c.id from ai_call c where c.site_id = ${siteId} and c.session_id = any(${sessionIds}::text[]) limit ${limit}))
    returning 1 as one`);
  return rows.length;
}
