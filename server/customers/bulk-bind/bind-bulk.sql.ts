import { countHandles, customerRowDeltas } from '#server/customers/customer-counters.ts';
import { sql, type Db, type Statement } from '#server/db/db.ts';
import { findByAliases, type Alias } from '#server/customers/aliases.sql.ts';
import type { Found, KeyedRow, MintedCustomer, StoredHandle } from './bind-plan.ts';

/**
 * Forces index scans for the rest of this transaction. While an import fills an empty table, cached plans (also of the
 * foreign key checks) would keep scanning the whole table for each key, so they are discarded. `offset 0` in the queries
 * below keeps look-ups from becoming a join, which without statistics could be a nested loop over both tables.
 */
export async function forceIndexScans(db: Db): Promise<void> {
  await db.query(sql`select set_config('enable_seqscan', 'off', true) as value`);
  await db.query(sql`discard plans`);
}

interface Hits {
  readonly indexes: number[] | null;
  readonly ids: bigint[] | null;
}

/** Customers by email, including emails of merged customers. Aggregated into arrays: one row per customer would cost more than the look-up. */
export async function findByEmails(db: Db, siteId: bigint, keys: readonly string[]): Promise<Found['emails']> {
  if (keys.length === 0) return new Map();
  const [hits] = await db.query<Hits>(sql`
    select array_agg(k.position::integer) as indexes, array_agg(c.id) as ids
    from unnest(${keys}::text[]) with ordinality as k (email_key, position)
    cross join lateral (
      select i.id from customer_identity i where i.site_id = ${siteId} and i.email_key = k.email_key offset 0
    ) c`);
  return withAliases(db, siteId, 'email', keys, byKey(keys, hits));
}

/** Customers by phone, including phones of merged customers; the oldest if several share one. */
export async function findByPhones(db: Db, siteId: bigint, keys: readonly string[]): Promise<Found['phones']> {
  if (keys.length === 0) return new Map();
  const [hits] = await db.query<Hits>(sql`
    select array_agg(f.position::integer) as indexes, array_agg(f.id) as ids from (
      select k.position, min(c.id) as id
      from unnest(${keys}::text[]) with ordinality as k (phone_key, position)
      cross join lateral (
        select i.id from customer_identity i where i.site_id = ${siteId} and i.phone_key = k.phone_key offset 0
      ) c
      group by k.position
    ) f`);
  return withAliases(db, siteId, 'phone', keys, byKey(keys, hits));
}

/** Adds customers found by the alias of a merged one. */
async function withAliases(
  db: Db,
  siteId: bigint,
  kind: Alias['kind'],
  keys: readonly string[],
  found: Map<string, bigint>,
): Promise<Map<string, bigint>> {
  const absent = keys.filter((key) => !found.has(key));
  for (const [key, id] of await findByAliases(db, siteId, kind, absent)) found.set(key, id);
  return found;
}

function byKey(keys: readonly string[], hits: Hits | undefined): Map<string, bigint> {
  const found = new Map<string, bigint>();
  for (const [index, position] of (hits?.indexes ?? []).entries()) {
    const [key, id] = [keys[position - 1], hits?.ids?.[index]];
    if (key !== undefined && id !== undefined) found.set(key, id);
  }
  return found;
}

interface HandleHits extends Hits {
  readonly handles: (string | null)[] | null;
  readonly bindings: bigint[] | null;
}

/** The rows' handles that are already bound. */
export async function findHandles(db: Db, siteId: bigint, rows: readonly KeyedRow[]): Promise<Found['handles']> {
  const [hits] = await db.query<HandleHits>(sql`
    select array_agg(k.position::integer) as indexes, array_agg(b.identity_id) as ids, array_agg(b.display_handle) as handles,
      array_agg(b.id) as bindings
    from unnest(${rows.map(({ channel }) => channel)}::text[], ${rows.map(({ externalUserId }) => externalUserId)}::text[])
      with ordinality as k (channel, external_user_id, position)
    cross join lateral (
      select h.id, h.identity_id, h.display_handle from channel_binding h
      where h.site_id = ${siteId} and h.channel = k.channel and h.external_user_id = k.external_user_id offset 0
    ) b`);
  const found = new Map<string, StoredHandle>();
  for (const [index, position] of (hits?.indexes ?? []).entries()) {
    const [row, id, identityId] = [rows[position - 1], hits?.bindings?.[index], hits?.ids?.[index]];
    if (row === undefined || id === undefined || identityId === undefined) continue;
    found.set(row.handleKey, { id, identityId, displayHandle: hits?.handles?.[index] ?? null });
  }
  return found;
}

/** Inserts customers with the ids at the same index. Fails with 23505 if an email was taken meanwhile. */
export async function insertCustomers(
  db: Db,
  siteId: bigint,
  { customers, ids }: { readonly customers: readonly MintedCustomer[]; readonly ids: readonly bigint[] },
  at: string,
): Promise<void> {
  if (customers.length === 0) return;
  await db.query(sql`
    with made as (
    insert into customer_identity (site_id, id, email, email_key, phone, phone_key, display_name, first_seen_utc, last_seen_utc)
    select ${siteId}, u.id, u.email, u.email_key, u.phone, u.phone_key, u.display_name, u.at, u.at
    from unnest(${ids}::bigint[], ${customers.map(({ email }) => email)}::text[],
      ${customers.map(({ emailKey }) => emailKey)}::text[], ${customers.map(({ phone }) => phone)}::text[],
      ${customers.map(({ phoneKey }) => phoneKey)}::text[], ${customers.map(({ displayName = null }) => displayName)}::text[],
      ${customers.map(({ boundUtc = at }) => boundUtc)}::timestamptz[])
      as u (id, email, email_key, phone, phone_key, display_name, at)
    returning email, phone
    )
    insert into counter (site_id, name, key, n) select ${siteId}, d.* from (${customerRowDeltas(sql`made`, 1)}) d`);
}

export interface HandleWrite {
  /** Id of the binding. */
  readonly id: bigint;
  readonly channel: string;
  readonly externalUserId: string;
  readonly displayHandle: string | null;
  readonly identityId: bigint;
  readonly boundUtc: string | undefined;
}

/** Inserts handles that are not bound yet. */
export async function insertHandles(
  db: Db,
  siteId: bigint,
  handles: readonly HandleWrite[],
  at: string,
): Promise<void> {
  if (handles.length === 0) return;
  await db.query(insertInto(siteId, handles, at));
  await countHandles(
    db,
    siteId,
    handles.map(({ channel, identityId }) => ({ channel, identityId, n: 1 })),
  );
}

/** Moves handles to other customers. @param handles `from` is the present owner */
export async function moveHandles(
  db: Db,
  siteId: bigint,
  handles: readonly (HandleWrite & { readonly from: bigint })[],
  at: string,
): Promise<void> {
  if (handles.length === 0) return;
  await db.query(sql`${insertInto(siteId, handles, at)}
    ${REPLACE}, bound_utc = excluded.bound_utc`);
  const deltas = handles.flatMap(({ channel, identityId, from }) => [
    { channel, identityId: from, n: -1 as const },
    { channel, identityId, n: 1 as const },
  ]);
  await countHandles(db, siteId, deltas);
}

/** Updates display handles. */
export async function renameHandles(
  db: Db,
  siteId: bigint,
  handles: readonly HandleWrite[],
  at: string,
): Promise<void> {
  if (handles.length > 0) await db.query(sql`${insertInto(siteId, handles, at)} ${REPLACE}`);
}

/** An upsert in which every row conflicts: it uses the unique index, whereas an update would need a join. */
const REPLACE = sql`on conflict (site_id, channel, external_user_id) do update set
    display_handle = excluded.display_handle, identity_id = excluded.identity_id`;

function insertInto(siteId: bigint, handles: readonly HandleWrite[], at: string): Statement {
  return sql`
    insert into channel_binding as b (site_id, id, channel, external_user_id, display_handle, identity_id, bound_utc)
    select ${siteId}, u.id, u.channel, u.external_user_id, u.display_handle, u.identity_id, u.at
    from unnest(${handles.map(({ id }) => id)}::bigint[], ${handles.map(({ channel }) => channel)}::text[],
      ${handles.map(({ externalUserId }) => externalUserId)}::text[],
      ${handles.map(({ displayHandle }) => displayHandle)}::text[],
      ${handles.map(({ identityId }) => identityId)}::bigint[], ${handles.map(({ boundUtc = at }) => boundUtc)}::timestamptz[])
      as u (id, channel, external_user_id, display_handle, identity_id, at)`;
}
