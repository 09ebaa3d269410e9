import { recordAudit, type AuditEntry } from '#server/audit/record-audit.ts';
import type { Database } from '#server/db/db.ts';
import type { Site } from '#server/operation/call.ts';
import { deleteDemoTokens, deleteSiteData, deleteSomeTickets, hasTickets } from './demo.sql.ts';
import { DEMO_TOKEN_LABELS } from '#server/demo/seed/seed-tokens.ts';
import { DEMO_ACTOR } from './write-silently.ts';

/**
 * Empties a demo site: deletes tickets, customers and their links, conversations, visitors, AI usage, webhooks,
 * imports, tags, hours and agents, and the story's API tokens. Other tokens, their agents and the audit log stay.
 * @throws DemoRefused if the site has tickets that are not demo data
 */
export async function resetDemo(database: Database, site: Site, now: Date): Promise<void> {
  const { owner } = database;
  if (!site.isDemo && (await hasTickets(owner, site.id))) {
    throw new DemoRefused('this site holds tickets that are no demo data, so it is not emptied');
  }
  // In steps: one statement over very many tickets would block the database for long.
  while ((await deleteSomeTickets(owner, site.id)) > 0);
  await owner.transaction(async (db) => {
    await deleteDemoTokens(db, site.id, { labels: DEMO_TOKEN_LABELS, issuer: DEMO_ACTOR.label });
    await deleteSiteData(db, site.id);
    const entry: AuditEntry = { action: 'demo.reset', objectType: 'site', objectId: site.id.toString(), changes: [] };
    await recordAudit(db, site, entry, { actor: DEMO_ACTOR, now });
  });
}

/** Its message is shown to the user. */
export class DemoRefused extends Error {}
