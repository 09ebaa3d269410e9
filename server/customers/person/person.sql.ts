import type { CustomerIdentity } from '#contract/customers.ts';
import { sql, type Db } from '#server/db/db.ts';

export type RecordRow = CustomerIdentity & { readonly blocked_utc: string | null };

export async function getRecord(db: Db, siteId: bigint, identityId: bigint): Promise<RecordRow | undefined> {
  const [row] = await db.query<RecordRow>(sql`
    select id, email, phone, display_name, ticket_count, first_seen_utc, last_seen_utc, blocked_utc
    from customer_identity where site_id = ${siteId} and id = ${identityId}`);
  return row;
}

export interface ContactKeys {
  readonly email: string | null;
  readonly email_key: string | null;
  readonly phone: string | null;
  readonly phone_key: string | null;
  readonly display_name: string | null;
}

export async function getContact(db: Db, siteId: bigint, identityId: bigint): Promise<ContactKeys | undefined> {
  const [row] = await db.query<ContactKeys>(sql`
    select email, email_key, phone, phone_key, display_name from customer_identity
    where site_id = ${siteId} and id = ${identityId}`);
  return row;
}

export async function findHandles(
  db: Db,
  siteId: bigint,
  identityId: bigint,
): Promise<{ readonly external_user_id: string; readonly display_handle: string | null }[]> {
  return db.query(sql`
    select external_user_id, display_handle from channel_binding
    where site_id = ${siteId} and identity_id = ${identityId} order by id`);
}

/** Makes who would add something to the customer wait until the transaction ends. False where there is none. */
export async function lockIdentity(db: Db, siteId: bigint, identityId: bigint): Promise<boolean> {
  const rows = await db.query(sql`
    select id from customer_identity where site_id = ${siteId} and id = ${identityId} for update`);
  return rows.length > 0;
}

/** Of addresses and phones, those that no other customer has. */
export async function findFreeKeys(
  db: Db,
  siteId: bigint,
  {
    identityId,
    emails,
    phones,
  }: { readonly identityId: bigint | null; readonly emails: readonly string[]; readonly phones: readonly string[] },
): Promise<{ emailKeys: string[]; phoneKeys: string[] }> {
  const [row] = await db.query<{ email_keys: string[]; phone_keys: string[] }>(sql`
    select
      array(select u.key from unnest(${emails}::text[]) with ordinality as u (key, position) where not exists (
        select from customer_identity c where c.site_id = ${siteId} and c.email_key = u.key
          and c.id is distinct from ${identityId}::bigint) order by u.position) as email_keys,
      array(select u.key from unnest(${phones}::text[]) with ordinality as u (key, position) where not exists (
        select from customer_identity c where c.site_id = ${siteId} and c.phone_key = u.key
          and c.id is distinct from ${identityId}::bigint) order by u.position) as phone_keys`);
  return { emailKeys: row?.email_keys ?? [], phoneKeys: row?.phone_keys ?? [] };
}

/** Takes out of receipts what names a person who is or was a part of them, so that none can be undone. */
export async function emptyReceipts(db: Db, siteId: bigint, identityIds: readonly bigint[]): Promise<void> {
  await db.query(sql`
    with named as (
      update customer_merge set survivor_name = null, merged_name = null
      where site_id = ${siteId}
        and (survivor_id = any(${identityIds}::bigint[]) or merged_id = any(${identityIds}::bigint[]))
      returning id
    )
    delete from customer_merge_undo u using named n where u.site_id = ${siteId} and u.merge_id = n.id`);
}

/** Blocks a customer, if they are not yet. */
export async function blockIdentity(db: Db, siteId: bigint, identityId: bigint, now: Date): Promise<void> {
  await db.query(sql`
    update customer_identity set blocked_utc = ${now.toISOString()}::timestamptz, version = version + 1
    where site_id = ${siteId} and id = ${identityId} and blocked_utc is null`);
}
