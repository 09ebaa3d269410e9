import { sql, type Db, type Statement } from '#server/db/db.ts';
import type { LockedTicket, TicketChange } from '#server/tickets/write/ticket-change.ts';
import { tagKey } from '#server/tickets/tags/ticket-tags.ts';
import { authorName } from '#server/tickets/agents.ts';
import type { Author } from '#server/operation/call.ts';

/** Ids of the tickets `t` that match a condition, newest first. */
export async function findTicketIds(db: Db, where: Statement, limit: number): Promise<bigint[]> {
  const rows = await db.query<{ id: bigint }>(
    sql`select t.id from ticket t where ${where} order by t.created_utc desc, t.id desc limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

export async function findTicketsById(db: Db, siteId: bigint, ids: readonly bigint[]): Promise<LockedTicket[]> {
  return db.query<LockedTicket>(selectById(siteId, ids));
}

/** As `findTicketsById`, locked until the transaction ends. Locks in id order, so concurrent writers cannot deadlock. */
export async function lockTickets(db: Db, siteId: bigint, ids: readonly bigint[]): Promise<LockedTicket[]> {
  return db.query<LockedTicket>(sql`${selectById(siteId, ids)} order by t.id for update of t`);
}

function selectById(siteId: bigint, ids: readonly bigint[]): Statement {
  return sql`
    select t.id, t.ticket_number, t.subject, t.status, t.priority, t.channel, t.requester_name, t.requester_email,
      t.requester_phone, t.tags, t.first_response_utc, t.resolved_utc, t.assignee_agent_id, a.name as assignee_name,
      t.snoozed_until_utc, t.last_message_preview, t.version, null::text as agent_name
    from ticket t left join agent a on a.site_id = ${siteId} and a.id = t.assignee_agent_id
    where t.site_id = ${siteId} and t.id = any(${ids}::bigint[])`;
}

export interface LastActivity {
  readonly ticket_id: bigint;
  readonly actor: string;
  readonly created_utc: string;
}

/** The last change of each ticket. */
export function findLastActivity(db: Db, siteId: bigint, ids: readonly bigint[]): Promise<LastActivity[]> {
  return db.query<LastActivity>(sql`
    select i.id as ticket_id, last.actor, last.created_utc
    from unnest(${ids}::bigint[]) as i (id)
    cross join lateral (
      select y.actor, y.created_utc from ticket_activity y
      where y.site_id = ${siteId} and y.ticket_id = i.id order by y.created_utc desc, y.id desc limit 1
    ) last`);
}

export interface TicketRowUpdate {
  readonly id: bigint;
  readonly change: TicketChange;
  /** Null if the tags stay: no other field of a bulk change is in the search text. */
  readonly searchText: string | null;
}

/** Stores many changes in one statement and increments each version. Passes tags as comma lists, as no tag has a comma. */
export async function updateTicketRows(
  db: Db,
  siteId: bigint,
  updates: readonly TicketRowUpdate[],
  at: string,
): Promise<void> {
  const states = updates.map(({ change }) => change.state);
  const [row] = await db.query<{ changed: number }>(sql`
    with changed as (
      update ticket t set status = u.status, priority = u.priority, assignee_agent_id = u.assignee_agent_id,
        tags = string_to_array(u.tags, ','), tag_keys = string_to_array(u.tag_keys, ','),
        snoozed_until_utc = u.snoozed_until_utc, resolved_utc = u.resolved_utc, updated_utc = ${at}::timestamptz,
        version = t.version + 1, search_text = coalesce(u.search_text, t.search_text)
      from unnest(${updates.map(({ id }) => id)}::bigint[], ${states.map(({ status }) => status)}::text[],
        ${states.map(({ priority }) => priority)}::text[], ${states.map(({ assignee }) => assignee?.id ?? null)}::bigint[],
        ${states.map(({ tags }) => tags.join(','))}::text[], ${states.map(({ tags }) => tags.map(tagKey).join(','))}::text[],
        ${states.map(({ snoozedUntilUtc }) => snoozedUntilUtc)}::timestamptz[],
        ${states.map(({ resolvedUtc }) => resolvedUtc)}::timestamptz[],
        ${updates.map(({ searchText }) => searchText)}::text[])
        as u (id, status, priority, assignee_agent_id, tags, tag_keys, snoozed_until_utc, resolved_utc, search_text)
      where t.site_id = ${siteId} and t.id = u.id
      returning 1
    )
    select count(*)::integer as changed from changed`);
  if (row?.changed !== updates.length) throw new Error('an update missed a locked ticket');
}

/** One row for each changed field of each ticket. */
export async function insertActivities(
  db: Db,
  siteId: bigint,
  updates: readonly TicketRowUpdate[],
  stamp: { readonly at: string; readonly by: Author },
): Promise<void> {
  const lines = updates.flatMap(({ id, change }) => change.activity.map((entry) => ({ id, ...entry })));
  const first = await db.takeIds(siteId, lines.length);
  await db.query(sql`
    insert into ticket_activity (site_id, id, ticket_id, kind, actor, from_value, to_value, created_utc)
    select ${siteId}, ${first}::bigint + u.position - 1, u.ticket_id, u.kind, ${authorName(siteId, stamp.by)}, u.from_value, u.to_value, ${stamp.at}::timestamptz
    from unnest(${lines.map(({ id }) => id)}::bigint[], ${lines.map(({ kind }) => kind)}::text[],
      ${lines.map(({ from }) => from)}::text[], ${lines.map(({ to }) => to)}::text[])
      with ordinality as u (ticket_id, kind, from_value, to_value, position)`);
}

/** Skips tags that the site has. Inserts in key order, so concurrent writers cannot deadlock. */
export async function insertNewTags(db: Db, siteId: bigint, tags: readonly string[], at: string): Promise<void> {
  const first = await db.takeIds(siteId, tags.length);
  await db.query(sql`
    insert into tag (site_id, id, name, name_key, created_utc)
    select ${siteId}, ${first}::bigint + row_number() over (order by u.name_key) - 1, u.name, u.name_key, ${at}::timestamptz
    from unnest(${tags}::text[], ${tags.map(tagKey)}::text[]) as u (name, name_key)
    where not exists (select from tag k where k.site_id = ${siteId} and k.name_key = u.name_key)
    order by u.name_key
    on conflict (site_id, name_key) do nothing`);
}
