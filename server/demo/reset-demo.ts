import { recordAudit, type AuditEntry } from '#server/audit/record-audit.ts';
import { sql, type Database, type Db } from '#server/db/db.ts';
import type { Site } from '#server/operation/call.ts';
import { DEMO_ACTOR } from './scene.ts';
import { DESK } from './words.ts';

/** Tables of a site that are emptied and have no rows that depend on a ticket. */
const EMPTIED = [
  sql`webhook_subscription`,
  sql`channel_message`,
  sql`visitor`,
  sql`segment`,
  sql`chat_session`,
  sql`feedback`,
  sql`conversation_starter`,
  sql`ai_call`,
  sql`ai_usage_day`,
  sql`ai_latency_day`,
  sql`ai_billing`,
  sql`ai_reservation`,
  sql`ai_refusal`,
  sql`ai_cap_notice`,
  sql`ai_cap_change`,
  sql`ai_price`,
  sql`customer_identity`,
  sql`customer_channel`,
  sql`counter`,
  sql`customer_merge`,
  sql`duplicate_search`,
  sql`tag`,
  sql`calendar_window`,
  sql`calendar_holiday`,
  sql`calendar_override`,
  sql`portal_token`,
  sql`import_run`,
  sql`bind_job`,
  sql`article`,
  sql`saved_reply`,
  sql`health_snapshot`,
  sql`self_test_run`,
  sql`site_settings`,
  sql`chart_note`,
];

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
    await deleteStoryTokens(db, site.id);
    await deleteSiteData(db, site.id);
    const entry: AuditEntry = { action: 'demo.reset', objectType: 'site', objectId: site.id.toString(), changes: [] };
    await recordAudit(db, site, entry, { actor: DEMO_ACTOR, now });
  });
}

/** Its message is shown to the user. */
export class DemoRefused extends Error {}

export async function hasTickets(db: Db, siteId: bigint): Promise<boolean> {
  const [row] = await db.query<{ has: boolean }>(
    sql`select exists (select from ticket where site_id = ${siteId}) as has`,
  );
  return row?.has ?? false;
}

/** Deletes some thousand tickets with all dependent rows, and answers their number. */
async function deleteSomeTickets(db: Db, siteId: bigint): Promise<number> {
  const rows = await db.query(sql`
    delete from ticket where site_id = ${siteId}
      and id = any(array(select id from ticket where site_id = ${siteId} order by id limit 2000)) returning 1 as one`);
  return rows.length;
}

/** Deletes the rest after the tickets. An agent who owns a token stays. */
async function deleteSiteData(db: Db, siteId: bigint): Promise<void> {
  for (const table of EMPTIED) await db.query(sql`delete from ${table} where site_id = ${siteId}`);
  await db.query(sql`delete from site_due where site_id = ${siteId} and kind = 'webhooks'`);
  await db.query(sql`
    delete from agent a where a.site_id = ${siteId}
      and not exists (select from api_token t where t.site_id = a.site_id and t.agent_id = a.id)`);
}

/** Deletes the API tokens that a story issued under its own labels; no one has ever had them. */
async function deleteStoryTokens(db: Db, siteId: bigint): Promise<void> {
  await db.query(sql`
    delete from api_token t where t.site_id = ${siteId} and t.label = any(${DESK.tokens.map(({ label }) => label)}::text[])
      and exists (select from audit_log a where a.site_id = t.site_id and a.object_type = 'api_token'
        and a.object_id = t.id::text and a.action = 'token.issue' and a.actor_kind = 'system' and a.label = ${DEMO_ACTOR.label})`);
}
