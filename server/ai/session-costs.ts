import type { Db } from '#server/db/db.ts';
import type { Site } from '#server/operation/call.ts';
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
