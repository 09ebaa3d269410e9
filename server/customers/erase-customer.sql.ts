import { sql, type Db } from '#server/db/db.ts';

/** Handles of a customer, and the messages that came and went by them. */
export async function deleteHandlesOf(
  db: Db,
  siteId: bigint,
  identityId: bigint,
): Promise<{ handles: number; messages: number }> {
  const [row] = await db.query<{ handles: number; messages: number }>(sql`
    with gone as (
      delete from channel_binding where site_id = ${siteId} and identity_id = ${identityId}
      returning channel, external_user_id
    ), silent as (
      delete from channel_message m using gone
      where m.site_id = ${siteId} and m.channel = gone.channel and m.external_user_id = gone.external_user_id
      returning 1
    )
    select (select count(*)::integer from gone) as handles, (select count(*)::integer from silent) as messages`);
  return row ?? { handles: 0, messages: 0 };
}

export async function deleteIdentity(db: Db, siteId: bigint, identityId: bigint): Promise<number> {
  const rows = await db.query(sql`
    delete from customer_identity where site_id = ${siteId} and id = ${identityId} returning 1 as one`);
  return rows.length;
}

export async function lowerTicketCounts(db: Db, siteId: bigint, by: ReadonlyMap<bigint, number>): Promise<void> {
  await db.query(sql`
    update customer_identity c set ticket_count = greatest(0, c.ticket_count - u.gone)
    from unnest(${[...by.keys()]}::bigint[], ${[...by.values()]}::integer[]) as u (id, gone)
    where c.site_id = ${siteId} and c.id = u.id`);
}
