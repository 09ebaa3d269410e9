import type { Db } from '#server/db/db.ts';
import type { ContactSite } from '#server/operation/call.ts';
import { findByAlias } from './aliases.sql.ts';
import { countTicketOf, countTicketOfEmail, deleteNewIdentity } from './identities.sql.ts';
import { emailKey, phoneKey } from '#contract/contact-keys.ts';

export interface Contact {
  readonly email: string;
  readonly phone: string | null;
  readonly displayName: string | null;
}

/**
 * The customer of a new ticket, found or made by email. The ticket is counted and the time is seen. Phone and name are
 * stored only with a customer who is made here: on a ticket they can be another person's. Two calls at once for a new
 * email make one customer. An address that was merged into another customer, and has no customer of its own since, counts for that one.
 * See docs/api.md, "Tickets" and "Customers".
 */
export async function resolveIdentity(
  db: Db,
  site: ContactSite,
  contact: Contact,
  { now }: { readonly now: Date },
): Promise<bigint> {
  const { email, phone, displayName } = contact;
  const keys = { emailKey: emailKey(email), phoneKey: phone === null ? null : phoneKey(phone, site.country) };
  const counted = await countTicketOfEmail(db, site.id, { email, phone, displayName, ...keys, now });
  if (!counted.is_new) return counted.id;
  // Looked up after the insert, which waits for a merge that is just taking the address away.
  for (;;) {
    const survivor = await findByAlias(db, site.id, { kind: 'email', key: keys.emailKey });
    if (survivor === undefined) return counted.id;
    // False where the survivor was merged into another in between, who has the address now.
    if (!(await countTicketOf(db, site.id, survivor, now))) continue;
    await deleteNewIdentity(db, site.id, counted.id);
    return survivor;
  }
}
