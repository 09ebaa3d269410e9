import { sql, type Db } from '#server/db/db.ts';

/** Reads what the binding of channels stores, for a handle that nobody can have; answers how many rows came. */
export async function countSentinelRows(db: Db, siteId: bigint, sentinel: string): Promise<number> {
  const bindings = await db.query(sql`
    select b.id, b.channel, b.external_user_id, b.display_handle, b.bound_utc, i.id as identity_id, i.email_key, i.phone_key
    from channel_binding b join customer_identity i on i.site_id = b.site_id and i.id = b.identity_id
    where b.site_id = ${siteId} and b.channel = 'email' and b.external_user_id = ${sentinel}`);
  const messages = await db.query(sql`
    select m.channel, m.direction, m.created_utc from channel_message m
    where m.site_id = ${siteId} and m.channel = ${sentinel} limit 1`);
  return bindings.length + messages.length;
}
