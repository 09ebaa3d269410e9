import { sql, type Db } from '#server/db/db.ts';
import type { Site } from '#server/operation/call.ts';

/** Locks the demo until the transaction ends; false if another node holds the lock. */
export async function tryLockDemo(db: Db): Promise<boolean> {
  const [row] = await db.query<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('demo', 0)) as taken`,
  );
  return row?.taken === true;
}

/** Like `tryLockDemo`, but waits for the lock. */
export async function lockDemo(db: Db): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended('demo', 0))`);
}

export async function hasTickets(db: Db, siteId: bigint): Promise<boolean> {
  const [row] = await db.query<{ has: boolean }>(
    sql`select exists (select from ticket where site_id = ${siteId}) as has`,
  );
  return row?.has ?? false;
}

export async function markAsDemo(db: Db, siteId: bigint): Promise<void> {
  await db.query(sql`update site set is_demo = true where id = ${siteId} and not is_demo`);
}

/** The number of handles that the story bound or unbound, by the audit log. */
export async function countBindingsMade(db: Db, siteId: bigint): Promise<number> {
  const [row] = await db.query<{ made: number }>(sql`
    select count(*)::integer as made from audit_log
    where site_id = ${siteId} and action in ('channel.bind', 'channel.unbind') and actor_kind = 'system'`);
  return row?.made ?? 0;
}

/** Deletes some thousand tickets with all dependent rows, and answers their number. */
export async function deleteSomeTickets(db: Db, siteId: bigint): Promise<number> {
  const rows = await db.query(sql`
    delete from ticket where site_id = ${siteId}
      and id = any(array(select id from ticket where site_id = ${siteId} order by id limit 2000)) returning 1 as one`);
  return rows.length;
}

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
  sql`csat_tally`,
  sql`resolved_tally`,
  sql`customer_merge`,
  sql`customer_match_queue`,
  sql`tag`,
  sql`calendar_window`,
  sql`calendar_holiday`,
  sql`calendar_override`,
  sql`portal_token`,
  sql`import_run`,
  sql`bind_job`,
  sql`article`,
  sql`macro`,
  sql`health_snapshot`,
  sql`self_test_run`,
  sql`site_settings`,
  sql`chart_note`,
];

/** Deletes the rest after the tickets. An agent who owns a token stays. */
export async function deleteSiteData(db: Db, siteId: bigint): Promise<void> {
  for (const table of EMPTIED) await db.query(sql`delete from ${table} where site_id = ${siteId}`);
  await db.query(sql`
    delete from agent a where a.site_id = ${siteId}
      and not exists (select from api_token t where t.site_id = a.site_id and t.agent_id = a.id)`);
}

/** API tokens that a story issued under its own labels; no one has ever had them. */
export async function deleteDemoTokens(
  db: Db,
  siteId: bigint,
  { labels, issuer }: { readonly labels: readonly string[]; readonly issuer: string },
): Promise<void> {
  await db.query(sql`
    delete from api_token t where t.site_id = ${siteId} and t.label = any(${labels}::text[])
      and exists (select from audit_log a where a.site_id = t.site_id and a.object_type = 'api_token'
        and a.object_id = t.id::text and a.action = 'token.issue' and a.actor_kind = 'system' and a.label = ${issuer})`);
}

/** The usage of a demo token. No client has these tokens, so no real call increases it. */
export async function updateTokenStory(
  db: Db,
  siteId: bigint,
  { id, calls, last }: { readonly id: bigint; readonly calls: number; readonly last: Date },
): Promise<void> {
  await db.query(sql`
    update api_token set request_count = ${calls}, last_used_utc = ${last.toISOString()}::timestamptz
    where site_id = ${siteId} and id = ${id}`);
}

/** Ids of tokens by label; of several with one label, the newest. */
export async function findTokenIds(db: Db, siteId: bigint): Promise<Map<string, bigint>> {
  const rows = await db.query<{ label: string; id: bigint }>(
    sql`select label, id from api_token where site_id = ${siteId} order by id`,
  );
  return new Map(rows.map(({ label, id }) => [label, id]));
}

export async function hasSubscriptions(db: Db, siteId: bigint): Promise<boolean> {
  const [row] = await db.query<{ has: boolean }>(
    sql`select exists (select from webhook_subscription where site_id = ${siteId}) as has`,
  );
  return row?.has ?? false;
}

/** Answers since an instant about some tickets, with a score of at most `most`, oldest first. */
export async function findLowAnswers(
  db: Db,
  siteId: bigint,
  { ticketIds, most, since }: { readonly ticketIds: readonly bigint[]; readonly most: number; readonly since: Date },
): Promise<{ id: bigint; created_utc: string }[]> {
  return db.query(sql`
    select id, created_utc from csat_response
    where site_id = ${siteId} and ticket_id = any(${ticketIds}::bigint[]) and score <= ${most} and created_utc > ${since.toISOString()}::timestamptz
    order by created_utc, id`);
}

/** When the next webhook of a site is due. */
export async function getNextDue(db: Db, siteId: bigint): Promise<string | undefined> {
  const [row] = await db.query<{ due_utc: string }>(sql`
    select greatest(d.due_utc, s.probe_utc) as due_utc
    from webhook_delivery d join webhook_subscription s on s.site_id = d.site_id and s.id = d.subscription_id
    where d.site_id = ${siteId} and d.due_utc is not null order by 1 limit 1`);
  return row?.due_utc;
}

/**
 * Updates the planner's statistics of the new rows. It names the tables, as system tables would take longer than these.
 */
export async function analyzeDemo(db: Db): Promise<void> {
  await db.query(sql`
    analyze ticket, ticket_comment, ticket_activity, channel_message, channel_binding, customer_identity, tag, agent,
      csat_response, chat_session, chat_message, handoff, feedback, visitor, visitor_event, ai_call, ai_usage_day,
      ai_latency_day, portal_token, webhook_delivery, counter, health_snapshot`);
}

interface SiteRow {
  readonly id: bigint;
  readonly name: string;
  readonly time_zone: string;
  readonly is_demo: boolean;
  readonly country: Site['country'];
  readonly undeployed: Site['undeployed'];
}

/** All sites, oldest first. */
export async function findSites(db: Db): Promise<Site[]> {
  const rows = await db.query<SiteRow>(
    sql`select id, name, time_zone, is_demo, country, undeployed from site order by id`,
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    timeZone: row.time_zone,
    isDemo: row.is_demo,
    country: row.country,
    undeployed: row.undeployed,
  }));
}

/** Agents by name, in order of creation. */
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

/**
 * Whether the database holds only demo sites that an interrupted start left. The demo's token is issued last, and
 * without their own token or an admin command people cannot have written anything.
 * @param storyLabels Labels of the story's tokens, which exist only as hashes
 */
export async function isLeftByStart(
  db: Db,
  names: readonly string[],
  storyLabels: readonly string[],
): Promise<boolean> {
  const [row] = await db.query<{ is_left: boolean }>(sql`
    select not exists (select from site where not is_demo or name <> all(${names}::text[]))
      and not exists (select from api_token where label <> all(${storyLabels}::text[]))
      and not exists (select from audit_log where actor_kind = 'admin' and action <> 'site.create') as is_left`);
  return row?.is_left ?? false;
}
