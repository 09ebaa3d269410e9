import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { emailKey, phoneKey } from './contact-keys.ts';
import { countTicketOfEmail } from './identities.sql.ts';

export interface Contact {
  readonly email: string;
  readonly phone: string | null;
  readonly displayName: string | null;
}

/**
 * The customer of a new ticket, found or made by email. The ticket is counted and the time is seen; a phone or a name
 * is stored where the customer had none. Two calls at once for a new email make one customer.
 * See docs/api.md, "Tickets" and "Customers".
 */
export async function resolveIdentity(
  db: Db,
  site: SiteRef,
  contact: Contact,
  { now }: { readonly now: Date },
): Promise<bigint> {
  const { email, phone, displayName } = contact;
  const keys = { emailKey: emailKey(email), phoneKey: phone === null ? null : phoneKey(phone) };
  return countTicketOfEmail(db, site.id, { email, phone, displayName, ...keys, now });
}
