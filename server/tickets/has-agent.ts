import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { getAgent } from './agents.sql.ts';

/** Whether this is an agent of the site. */
export async function hasAgent(db: Db, site: SiteRef, agentId: bigint): Promise<boolean> {
  return (await getAgent(db, site.id, agentId)) !== undefined;
}
