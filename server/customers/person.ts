import type { ChannelHandle, CustomerIdentity } from '#contract/customers.ts';
import { type Db, sql } from '#server/db/db.ts';
import type { SiteRef, Site } from '#server/operation/call.ts';
import { findAliasKeys } from './aliases.sql.ts';
import { lockBindings, readBindings } from './channels.sql.ts';

/** A person: a customer record, and emails and phones in matched form. */
export interface Person {
  /** Null for an address without a customer record. */
  readonly identityId: bigint | null;
  readonly emailKeys: readonly string[];
  /** Only phones that no other customer has. */
  readonly phoneKeys: readonly string[];
}

/** A person with a customer record. `emailKey` or `phoneKey` confirms an erasure. */
export interface KnownCustomer extends Person {
  readonly identityId: bigint;
  readonly emailKey: string | null;
  readonly phoneKey: string | null;
}

/**
 * A person by their customer record, including emails and phones from merges that no other customer has now. Null if the
 * record does not exist.
 */
export async function findPerson(db: Db, site: SiteRef, identityId: bigint): Promise<KnownCustomer | null> {
  const contact = await getContact(db, site.id, identityId);
  if (contact === undefined) return null;
  const emails = await findAliasKeys(db, site.id, identityId, 'email');
  const phones = await findAliasKeys(db, site.id, identityId, 'phone');
  if (contact.email_key !== null) emails.unshift(contact.email_key);
  if (contact.phone_key !== null) phones.unshift(contact.phone_key);
  const free = await findFreeKeys(db, site.id, { identityId, emails, phones });
  return { identityId, emailKey: contact.email_key, phoneKey: contact.phone_key, ...free };
}

/**
 * `findPerson` with the record locked until the transaction ends, so that nothing is added meanwhile. A merge in progress
 * may delete the record while this waits for the lock; the id is then resolved again.
 * @param resolve returns the present customer id, or null for no one
 */
export async function holdPerson(
  db: Db,
  site: SiteRef,
  resolve: (db: Db) => Promise<bigint | null>,
): Promise<KnownCustomer | null> {
  await lockBindings(db, site.id, 'with others');
  for (let last: bigint | null = null; ;) {
    const identityId = await resolve(db);
    if (identityId === null || identityId === last) return null;
    if (await lockIdentity(db, site.id, identityId)) return findPerson(db, site, identityId);
    last = identityId;
  }
}

/** The emails that no other customer has. */
export async function findFreeEmails(
  db: Db,
  site: SiteRef,
  identityId: bigint | null,
  emails: readonly string[],
): Promise<readonly string[]> {
  return (await findFreeKeys(db, site.id, { identityId, emails, phones: [] })).emailKeys;
}

/** Blocks a customer whose erasure takes several steps: portal links stop working and new items are refused. */
export async function blockPerson(db: Db, site: SiteRef, identityId: bigint, now: Date): Promise<void> {
  await db.query(sql`
    update customer_identity set blocked_utc = ${now.toISOString()}::timestamptz, version = version + 1
    where site_id = ${site.id} and id = ${identityId} and blocked_utc is null`);
}

/** Texts and ids that identify a customer elsewhere: name, email and phone as written, and handles. */
export interface PersonNames {
  readonly names: readonly string[];
  readonly handles: readonly string[];
  /** Ids of the record and of the records merged into it. */
  readonly identityIds: readonly bigint[];
}

export async function findNamesOf(db: Db, site: SiteRef, identityId: bigint): Promise<PersonNames> {
  const contact = await getContact(db, site.id, identityId);
  const names = [contact?.display_name, contact?.email, contact?.phone].filter((name) => typeof name === 'string');
  const merged = await findAliasKeys(db, site.id, identityId, 'id');
  const found = await findHandles(db, site.id, identityId);
  const handles = found.flatMap(({ external_user_id: id, display_handle: shown }) =>
    shown === null ? [id] : [id, shown],
  );
  return { names, handles, identityIds: [identityId, ...merged.map(BigInt)] };
}

export type PersonRecord = RecordRow & { readonly merged_from: bigint[] };

/** The customer record for an export; undefined if there is none. */
export async function readPersonRecord(db: Db, site: SiteRef, identityId: bigint): Promise<PersonRecord | undefined> {
  const record = await getRecord(db, site.id, identityId);
  if (record === undefined) return undefined;
  return {
    ...record,
    merged_from: (await findAliasKeys(db, site.id, identityId, 'id')).map(BigInt),
  };
}

/** The handles of a customer, newest first; none if channels are not deployed. */
export async function* readHandlesOf(db: Db, site: Site, identityId: bigint): AsyncGenerator<ChannelHandle[]> {
  if (!site.undeployed.includes('channels')) yield* readBindings(db, site.id, identityId);
}

/** Erases a customer, and those merged into it, from merge receipts. The merges can no longer be undone. */
export async function clearReceiptsOf(db: Db, site: SiteRef, identityId: bigint): Promise<void> {
  const merged = await findAliasKeys(db, site.id, identityId, 'id');
  await clearReceipts(db, site.id, [identityId, ...merged.map(BigInt)]);
}

type RecordRow = CustomerIdentity & { readonly blocked_utc: string | null };

async function getRecord(db: Db, siteId: bigint, identityId: bigint): Promise<RecordRow | undefined> {
  const [row] = await db.query<RecordRow>(sql`
    select id, email, phone, display_name, ticket_count, first_seen_utc, last_seen_utc, blocked_utc
    from customer_identity where site_id = ${siteId} and id = ${identityId}`);
  return row;
}

interface ContactKeys {
  readonly email: string | null;
  readonly email_key: string | null;
  readonly phone: string | null;
  readonly phone_key: string | null;
  readonly display_name: string | null;
}

async function getContact(db: Db, siteId: bigint, identityId: bigint): Promise<ContactKeys | undefined> {
  const [row] = await db.query<ContactKeys>(sql`
    select email, email_key, phone, phone_key, display_name from customer_identity
    where site_id = ${siteId} and id = ${identityId}`);
  return row;
}

async function findHandles(
  db: Db,
  siteId: bigint,
  identityId: bigint,
): Promise<{ readonly external_user_id: string; readonly display_handle: string | null }[]> {
  return db.query(sql`
    select external_user_id, display_handle from channel_binding
    where site_id = ${siteId} and identity_id = ${identityId} order by id`);
}

/** Locks the customer row, which blocks inserts that reference it, until the transaction ends. False if there is none. */
async function lockIdentity(db: Db, siteId: bigint, identityId: bigint): Promise<boolean> {
  const rows = await db.query(sql`
    select id from customer_identity where site_id = ${siteId} and id = ${identityId} for update`);
  return rows.length > 0;
}

/** The emails and phones that no other customer has. */
async function findFreeKeys(
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

/** Clears the names in receipts that involve these customers, and deletes their undo data. */
async function clearReceipts(db: Db, siteId: bigint, identityIds: readonly bigint[]): Promise<void> {
  await db.query(sql`
    with named as (
      update customer_merge set survivor_name = null, merged_name = null
      where site_id = ${siteId}
        and (survivor_id = any(${identityIds}::bigint[]) or merged_id = any(${identityIds}::bigint[]))
      returning id
    )
    delete from customer_merge_undo u using named n where u.site_id = ${siteId} and u.merge_id = n.id`);
}
