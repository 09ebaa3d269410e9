import { findAliasKeys } from '#server/customers/aliases.sql.ts';
import { lockBindings } from '#server/customers/channels.sql.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { findFreeKeys, getContact, lockIdentity } from './person.sql.ts';

/** Who a person is to the service: a customer record, and addresses and phones in their matched form. */
export interface Person {
  /** Null for an address without a customer record. */
  readonly identityId: bigint | null;
  readonly emailKeys: readonly string[];
  /** Phones that no other customer has. */
  readonly phoneKeys: readonly string[];
  /** The same as the customer has it written. */
  readonly phones: readonly string[];
}

/** A person with a customer record, and by what an erasure is confirmed. */
export interface KnownCustomer extends Person {
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
  const isOwn = contact.phone !== null && contact.phone_key !== null && free.phoneKeys.includes(contact.phone_key);
  const keys = { emailKey: contact.email_key, phoneKey: contact.phone_key };
  return { identityId, ...keys, ...free, phones: isOwn && contact.phone !== null ? [contact.phone] : [] };
}

/** The same, held until the transaction ends: nothing new comes to the person meanwhile. */
export async function holdPerson(db: Db, site: SiteRef, identityId: bigint): Promise<KnownCustomer | null> {
  await lockBindings(db, site.id, 'with others');
  await lockIdentity(db, site.id, identityId);
  return findPerson(db, site, identityId);
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
