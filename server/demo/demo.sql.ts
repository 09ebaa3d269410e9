import { sql, type Db } from '#server/db/db.ts';
import type { Site } from '#server/http/call.ts';

export async function hasTickets(db: Db, siteId: bigint): Promise<boolean> {
  const [row] = await db.query<{ has: boolean }>(
    sql`select exists (select from ticket where site_id = ${siteId}) as has`,
  );
  return row?.has ?? false;
}

export async function markAsDemo(db: Db, siteId: bigint): Promise<void> {
  await db.query(sql`update site set is_demo = true where id = ${siteId} and not is_demo`);
}

/** Deletes some thousand tickets with all that hangs on them, and answers how many. */
export async function deleteSomeTickets(db: Db, siteId: bigint): Promise<number> {
  const rows = await db.query(sql`
    delete from ticket where site_id = ${siteId}
      and id in (select id from ticket where site_id = ${siteId} order by id limit 2000) returning 1 as one`);
  return rows.length;
}

/** What is left after the tickets. An agent whom a token belongs to stays. */
export async function deleteSiteData(db: Db, siteId: bigint): Promise<void> {
  await db.query(sql`delete from channel_message where site_id = ${siteId}`);
  await db.query(sql`delete from visitor where site_id = ${siteId}`);
  await db.query(sql`delete from segment where site_id = ${siteId}`);
  await db.query(sql`delete from chat_session where site_id = ${siteId}`);
  await db.query(sql`delete from feedback where site_id = ${siteId}`);
  await db.query(sql`delete from conversation_starter where site_id = ${siteId}`);
  await db.query(sql`delete from customer_identity where site_id = ${siteId}`);
  await db.query(sql`delete from tag where site_id = ${siteId}`);
  await db.query(sql`delete from calendar_window where site_id = ${siteId}`);
  await db.query(sql`delete from calendar_holiday where site_id = ${siteId}`);
  await db.query(sql`delete from calendar_override where site_id = ${siteId}`);
  await db.query(sql`delete from portal_token where site_id = ${siteId}`);
  await db.query(sql`
    delete from agent a where a.site_id = ${siteId}
      and not exists (select from api_token t where t.site_id = a.site_id and t.agent_id = a.id)`);
}

/** Tells the planner about the new rows at once; the tables by name, as those of the system take longer than these. */
export async function analyzeDemo(db: Db): Promise<void> {
  await db.query(sql`
    analyze ticket, ticket_comment, ticket_activity, channel_message, channel_binding, customer_identity, tag, agent`);
}

interface SiteRow {
  readonly id: bigint;
  readonly name: string;
  readonly time_zone: string;
  readonly is_demo: boolean;
  readonly undeployed: Site['undeployed'];
}

/** All sites, oldest first. */
export async function findSites(db: Db): Promise<Site[]> {
  const rows = await db.query<SiteRow>(sql`select id, name, time_zone, is_demo, undeployed from site order by id`);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    timeZone: row.time_zone,
    isDemo: row.is_demo,
    undeployed: row.undeployed,
  }));
}

/** Agents by name, the first made first. */
export async function findAgentIds(db: Db, siteId: bigint): Promise<Map<string, bigint>> {
  const rows = await db.query<{ id: bigint; name: string }>(
    sql`select id, name from agent where site_id = ${siteId} order by id`,
  );
  return new Map(rows.map(({ id, name }) => [name, id]));
}

export async function getTokenState(
  db: Db,
  hash: Uint8Array,
  now: Date,
): Promise<{ site_id: bigint; is_good: boolean } | undefined> {
  const [row] = await db.query<{ site_id: bigint; is_good: boolean }>(sql`
    select site_id, revoked_utc is null and coalesce(expires_utc > ${now.toISOString()}::timestamptz, true) as is_good
    from api_token where token_hash = ${hash}`);
  return row;
}
