import type { Db } from '#server/db/db.ts';
import type { ContactSite, SiteRef } from '#server/operation/call.ts';
import { findByAlias, findByAliases } from './aliases.sql.ts';
import { countTicketOf, countTicketsOfEmails, deleteNewIdentity } from './identities.sql.ts';
import { emailKey, phoneKey } from '#contract/contact-keys.ts';

export interface Contact {
  readonly email: string;
  readonly phone: string | null;
  readonly displayName: string | null;
  /** When the ticket was created. */
  readonly now: Date;
}

/**
 * Finds or creates the customer of each new ticket by its email, and updates ticket counts and first and last seen times.
 * Phone and name are stored only for a customer created here: on a ticket they can be another person's. Concurrent calls
 * for a new email create one customer. An email merged into another customer resolves to that customer unless someone
 * has it again. See docs/api.md, "Tickets" and "Customers".
 */
export async function resolveIdentities(db: Db, site: ContactSite, contacts: readonly Contact[]): Promise<bigint[]> {
  if (contacts.length === 0) return [];
  const rows = contacts.map((contact) => ({
    ...contact,
    emailKey: emailKey(contact.email),
    phoneKey: contact.phone === null ? null : phoneKey(contact.phone, site.country),
  }));
  const ids = new Map<string, bigint>();
  const made = new Map<string, bigint>();
  for (const { id, email_key: key, is_new: isNew } of await countTicketsOfEmails(db, site.id, rows)) {
    ids.set(key, id);
    if (isNew) made.set(key, id);
  }
  // Look up aliases after the insert, which waits for a merge in progress.
  for (const key of (await findByAliases(db, site.id, 'email', [...made.keys()])).keys()) {
    const counted = rows.filter((row) => row.emailKey === key).map(({ now }) => now);
    const [newId, survivor] = [made.get(key), await countForSurvivor(db, site, key, counted)];
    if (newId === undefined || survivor === undefined) continue;
    await deleteNewIdentity(db, site.id, newId);
    ids.set(key, survivor);
  }
  return rows.map(({ emailKey: key }) => {
    const id = ids.get(key);
    if (id === undefined) throw new Error('the insert returned no customer for an email');
    return id;
  });
}

/** Undefined if the merge was undone meanwhile. */
async function countForSurvivor(
  db: Db,
  site: SiteRef,
  key: string,
  times: readonly Date[],
): Promise<bigint | undefined> {
  for (;;) {
    const survivor = await findByAlias(db, site.id, { kind: 'email', key });
    if (survivor === undefined) return undefined;
    const counted = await Promise.all(times.map((now) => countTicketOf(db, site.id, survivor, now)));
    // False: the survivor itself was merged in between, and the alias now leads elsewhere.
    if (counted.every((isThere) => isThere)) return survivor;
  }
}
