import type { Channel, ChannelHandle } from '#contract/customers.ts';
import { sql, type Db } from '#server/db/db.ts';

export interface BindingRow {
  readonly channel: Channel;
  readonly externalUserId: string;
  readonly displayHandle: string | null;
  readonly identityId: bigint;
  readonly now: Date;
}

export interface StoredBinding {
  readonly display_handle: string | null;
  readonly is_new: boolean;
  /** The customer who had the handle before; null for a new one. */
  readonly previous_identity_id: bigint | null;
}

/** One row for each handle: made, refreshed, or moved to another customer. A display handle left out keeps the old one. */
export async function upsertBinding(db: Db, siteId: bigint, row: BindingRow): Promise<StoredBinding> {
  const at = row.now.toISOString();
  const [stored] = await db.query<StoredBinding>(sql`
    with before as (
      select b.identity_id from channel_binding b
      where b.site_id = ${siteId} and b.channel = ${row.channel} and b.external_user_id = ${row.externalUserId}
    ), stored as (
      insert into channel_binding as b (site_id, id, channel, external_user_id, display_handle, identity_id, bound_utc)
      values (${siteId}, next_id(${siteId}), ${row.channel}, ${row.externalUserId}, ${row.displayHandle}, ${row.identityId},
        ${at}::timestamptz)
      on conflict (site_id, channel, external_user_id) do update set
        display_handle = coalesce(excluded.display_handle, b.display_handle),
        bound_utc = case when b.identity_id = excluded.identity_id then b.bound_utc else excluded.bound_utc end,
        identity_id = excluded.identity_id
      returning b.display_handle, b.xmax = 0 as is_new
    )
    select s.display_handle, s.is_new, (select identity_id from before) as previous_identity_id from stored s`);
  if (stored === undefined) throw new Error('the binding was not answered');
  return stored;
}

/** Newest first, then by channel and id. */
export async function findBindings(db: Db, siteId: bigint, identityId: bigint): Promise<ChannelHandle[]> {
  return db.query<ChannelHandle>(sql`
    select channel, external_user_id, display_handle, bound_utc from channel_binding
    where site_id = ${siteId} and identity_id = ${identityId} order by bound_utc desc, id desc`);
}
