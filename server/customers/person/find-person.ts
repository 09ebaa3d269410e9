import { findAliasKeys } from '#server/customers/aliases.sql.ts';
import { lockBindings } from '#server/customers/channels.sql.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { blockIdentity, findFreeKeys, findHandles, getContact, lockIdentity } from './person.sql.ts';

/** Who a person is to the service: a customer record, and addresses and phones in their matched form. */
export interface Person {
  /** Null for an address without a customer record. */
  readonly identityId: bigint | null;
  readonly emailKeys: readonly string[];
  /** Phones that no other customer has. */
  readonly phoneKeys: readonly string[];
}

/** A person with a customer record, and by what an erasure is confirmed. */
export interface KnownCustomer extends Person {
  readonly identityId: bigint;
  readonly emailKey: string | null;
  readonly phoneKey: string | null;
}

/**
 * A person by their customer record, with the addresses and phones that were merged into it and are nobody else's by
 * now; null where there is none.
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
 * The same, held until the transaction ends: nothing new comes to the person meanwhile. Whom an id or an address means
 * may change while a merge holds the record, so it is asked again once that is through.
 * @param resolve Whom it means now; null for nobody.
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

/** Of addresses, those that are no other customer's. */
export async function withoutOthers(
  db: Db,
  site: SiteRef,
  identityId: bigint | null,
  emails: readonly string[],
): Promise<readonly string[]> {
  return (await findFreeKeys(db, site.id, { identityId, emails, phones: [] })).emailKeys;
}

/** Blocks a customer whose erasure takes several steps: their links end, and nothing new of them is taken in. */
export async function blockPerson(db: Db, site: SiteRef, identityId: bigint, now: Date): Promise<void> {
  await blockIdentity(db, site.id, identityId, now);
}

/** Other names of a customer: the name, email and phone as written, and handles. */
export interface PersonNames {
  readonly names: readonly string[];
  readonly handles: readonly string[];
  /** Of the record, and of those that were merged into it. */
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
