import { countHandles } from './customer-counters.ts';
import type { Channel, ChannelHandle } from '#contract/customers.ts';
import { readBatches } from '#server/db/batches.ts';
import { type Db, sql } from '#server/db/db.ts';

/** Handles are unique per channel. */
export interface HandleKey {
  readonly channel: Channel;
  readonly externalUserId: string;
}

export interface BindingRow extends HandleKey {
  readonly displayHandle: string | null;
  readonly identityId: bigint;
  readonly now: Date;
}

/**
 * Locks the bindings of a site until the transaction ends: exclusively (`alone`) for an import, which looks up a whole
 * chunk before it writes, and shared (`with others`) for single calls and for chunks without a look-up. Call it before
 * locking any customer or binding, to avoid deadlocks.
 */
export async function lockBindings(db: Db, siteId: bigint, how: 'alone' | 'with others'): Promise<void> {
  const key = sql`hashtextextended(${`bindings ${siteId}`}::text, 0)`;
  await db.query(
    how === 'alone' ? sql`select pg_advisory_xact_lock(${key})` : sql`select pg_advisory_xact_lock_shared(${key})`,
  );
}

/** False if the handle is already bound. */
export async function insertBinding(db: Db, siteId: bigint, row: BindingRow): Promise<boolean> {
  const id = await db.takeIds(siteId, 1);
  const made = await db.query(sql`
    insert into channel_binding (site_id, id, channel, external_user_id, display_handle, identity_id, bound_utc)
    values (${siteId}, ${id}, ${row.channel}, ${row.externalUserId}, ${row.displayHandle}, ${row.identityId},
      ${row.now.toISOString()}::timestamptz)
    on conflict (site_id, channel, external_user_id) do nothing returning id`);
  if (made.length > 0) await countHandles(db, siteId, [{ channel: row.channel, identityId: row.identityId, n: 1 }]);
  return made.length > 0;
}

/** The owner of a handle, locked until the transaction ends. */
export async function lockBinding(
  db: Db,
  siteId: bigint,
  { channel, externalUserId }: HandleKey,
): Promise<{ readonly identity_id: bigint } | undefined> {
  const [row] = await db.query<{ identity_id: bigint }>(sql`
    select b.identity_id from channel_binding b
    where b.site_id = ${siteId} and b.channel = ${channel} and b.external_user_id = ${externalUserId} for update`);
  return row;
}

/**
 * Refreshes a locked handle or moves it to another customer. A null display handle keeps the stored one, which is
 * returned.
 * @param from the present owner
 */
export async function updateBinding(db: Db, siteId: bigint, row: BindingRow, from: bigint): Promise<string | null> {
  const [stored] = await db.query<{ display_handle: string | null }>(sql`
    update channel_binding b set display_handle = coalesce(${row.displayHandle}::text, b.display_handle),
      bound_utc = case when b.identity_id = ${row.identityId} then b.bound_utc else ${row.now.toISOString()}::timestamptz end,
      identity_id = ${row.identityId}
    where b.site_id = ${siteId} and b.channel = ${row.channel} and b.external_user_id = ${row.externalUserId}
    returning b.display_handle`);
  if (stored !== undefined && from !== row.identityId) {
    await countHandles(db, siteId, [
      { channel: row.channel, identityId: from, n: -1 },
      { channel: row.channel, identityId: row.identityId, n: 1 },
    ]);
  }
  return stored?.display_handle ?? null;
}

/** Returns the former owner, or undefined if the handle was not bound. */
export async function deleteBinding(
  db: Db,
  siteId: bigint,
  { channel, externalUserId }: HandleKey,
): Promise<bigint | undefined> {
  const [row] = await db.query<{ identity_id: bigint }>(sql`
    delete from channel_binding b
    where b.site_id = ${siteId} and b.channel = ${channel} and b.external_user_id = ${externalUserId}
    returning b.identity_id`);
  if (row !== undefined) await countHandles(db, siteId, [{ channel, identityId: row.identity_id, n: -1 }]);
  return row?.identity_id;
}

/** Newest first; all of them without a limit. */
export function readBindings(
  db: Db,
  siteId: bigint,
  identityId: bigint,
  page: { readonly limit?: number } = {},
): AsyncGenerator<ChannelHandle[]> {
  return readBatches<ChannelHandle>(db, {
    columns: sql`channel, external_user_id, display_handle, bound_utc`,
    rows: (position) => sql`
      select * from channel_binding where site_id = ${siteId} and identity_id = ${identityId} and ${position}`,
    at: 'bound_utc',
    order: 'newest first',
    size: sql`octet_length(external_user_id) + coalesce(octet_length(display_handle), 0)`,
    ...page,
  });
}

/** Reads the channel tables for a handle that cannot exist. Returns the number of rows found, which must be 0. */
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
