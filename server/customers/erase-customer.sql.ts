import { countHandles, customerRowDeltas } from './customer-counters.ts';
import { inboundRowDeltas } from '#server/counters/inbound.ts';
import { sql, type Db, type Statement } from '#server/db/db.ts';

/** Whose messages are meant. */
export interface MessageOwner {
  readonly identityId: bigint | null;
  /** In matched form: messages also come by an address or phone that is nobody's handle. */
  readonly emailKeys: readonly string[];
  readonly phoneKeys: readonly string[];
}

function handlesOf(siteId: bigint, { identityId, emailKeys, phoneKeys }: MessageOwner): Statement {
  return sql`(
    select b.channel, b.external_user_id from channel_binding b
    where b.site_id = ${siteId} and b.identity_id = ${identityId}::bigint
    union
    select a.channel, a.address
    from (
      select 'email' as channel, e.key as address from unnest(${emailKeys}::text[]) as e (key)
      union all
      select c.channel, p.key from unnest(array['sms', 'whatsapp']) as c (channel) cross join unnest(${phoneKeys}::text[]) as p (key)
    ) a
    where not exists (select from channel_binding b
      where b.site_id = ${siteId} and b.channel = a.channel and b.external_user_id = a.address)
  )`;
}

export async function deleteMessagesOf(db: Db, siteId: bigint, owner: MessageOwner, limit: number): Promise<number> {
  const rows = await db.query(sql`
    with gone as (
      delete from channel_message where site_id = ${siteId} and id = any(array(
        select m.id from ${handlesOf(siteId, owner)} h
        join channel_message m on m.site_id = ${siteId} and m.channel = h.channel and m.external_user_id = h.external_user_id
        limit ${limit}))
      returning *
    ), counted as (
      insert into counter (site_id, name, key, n) select ${siteId}, d.* from (${inboundRowDeltas(sql`gone`, -1)}) d
    )
    select 1 as one from gone`);
  return rows.length;
}

export async function countMessagesOf(db: Db, siteId: bigint, owner: MessageOwner): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    select count(*)::integer as total from ${handlesOf(siteId, owner)} h
    join channel_message m on m.site_id = ${siteId} and m.channel = h.channel and m.external_user_id = h.external_user_id`);
  return row?.total ?? 0;
}

export async function deleteHandlesOf(db: Db, siteId: bigint, identityId: bigint, limit: number): Promise<number> {
  const rows = await db.query<{ channel: string }>(sql`
    delete from channel_binding where site_id = ${siteId} and id = any(array(
      select b.id from channel_binding b where b.site_id = ${siteId} and b.identity_id = ${identityId} limit ${limit}))
    returning channel`);
  await countHandles(
    db,
    siteId,
    rows.map(({ channel }) => ({ channel, identityId, n: -1 })),
  );
  return rows.length;
}

export async function countHandlesOf(db: Db, siteId: bigint, identityId: bigint): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    select count(*)::integer as total from channel_binding where site_id = ${siteId} and identity_id = ${identityId}`);
  return row?.total ?? 0;
}

export async function deleteNotesOf(db: Db, siteId: bigint, identityId: bigint, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from customer_note where site_id = ${siteId} and id = any(array(
      select n.id from customer_note n where n.site_id = ${siteId} and n.identity_id = ${identityId} limit ${limit}))
    returning 1 as one`);
  return rows.length;
}

export async function deleteIdentity(db: Db, siteId: bigint, identityId: bigint): Promise<number> {
  const rows = await db.query(sql`
    with gone as (
      delete from customer_identity where site_id = ${siteId} and id = ${identityId} returning *
    ), counted as (
      insert into counter (site_id, name, key, n) select ${siteId}, d.* from (${customerRowDeltas(sql`gone`, -1)}) d
    )
    select 1 as one from gone`);
  return rows.length;
}

export async function lowerTicketCounts(db: Db, siteId: bigint, by: ReadonlyMap<bigint, number>): Promise<void> {
  await db.query(sql`
    update customer_identity c set ticket_count = greatest(0, c.ticket_count - u.gone)
    from unnest(${[...by.keys()]}::bigint[], ${[...by.values()]}::integer[]) as u (id, gone)
    where c.site_id = ${siteId} and c.id = u.id`);
}
