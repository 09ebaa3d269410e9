import { sql, type Db } from '#server/db/db.ts';
import type { Site, SiteRef } from '#server/operation/call.ts';
import { findSessionCosts } from './ai-calls.sql.ts';

/**
 * The cost of each session's AI calls in USD; sessions without calls are absent. Empty for a site without AI usage. See
 * docs/api.md, "Sessions".
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
 * Removes the session from at most `limit` calls; their costs stay. Call it inside a transaction. Returns how many it
 * changed.
 */
export async function forgetSessionsOfCalls(
  db: Db,
  site: SiteRef,
  sessionIds: readonly string[],
  limit: number,
): Promise<number> {
  const rows = await db.query(sql`
    update ai_call set session_id = null where site_id = ${site.id} and id = any(array(
      select c.id from ai_call c where c.site_id = ${site.id} and c.session_id = any(${sessionIds}::text[]) limit ${limit}))
    returning 1 as one`);
  return rows.length;
}
