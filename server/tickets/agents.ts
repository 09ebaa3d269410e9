import type { listAgents as ListAgents } from '#contract/tickets.ts';
import type { Handler, SiteRef } from '#server/operation/call.ts';
import { countAgents, findAgents, getAgent, insertAgent } from './agents.sql.ts';
import { type AuditContext, recordAudit } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';

/** GET agents, by name. See docs/api.md, "Agents". */
export const listAgents: Handler<typeof ListAgents> = async ({ db, site, token, query: { limit, skip } }) => {
  const items = await findAgents(db, site.id, { limit, skip, me: token.agentId });
  const isTotalKnown = items.length < limit && (items.length > 0 || skip === 0);
  return { items, total_count: isTotalKnown ? skip + items.length : await countAgents(db, site.id) };
};

/** Makes a person whom tickets can be given to, and answers the id. */
export async function createAgent(
  db: Db,
  site: SiteRef,
  agent: { readonly name: string },
  context: AuditContext,
): Promise<bigint> {
  return db.transaction(async (db) => {
    const id = await insertAgent(db, site.id, agent.name, context.now);
    await recordAudit(
      db,
      site,
      { action: 'agent.create', objectType: 'agent', objectId: id.toString(), changes: [] },
      context,
    );
    return id;
  });
}

/** Whether this is an agent of the site. */
export async function hasAgent(db: Db, site: SiteRef, agentId: bigint): Promise<boolean> {
  return (await getAgent(db, site.id, agentId)) !== undefined;
}
