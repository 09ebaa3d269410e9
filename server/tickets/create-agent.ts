import { recordAudit, type AuditContext } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { insertAgent } from './agents.sql.ts';

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
