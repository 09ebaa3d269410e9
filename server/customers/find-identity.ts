import type { Db } from '#server/db/db.ts';
import type { ContactSite } from '#server/operation/call.ts';
import { emailKey, phoneKey } from './contact-keys.ts';
import { findIdentityByKeys } from './identities.sql.ts';

/** The customer who has this email, else this phone (the oldest of them); null where nobody does. None is made. */
export async function findIdentity(
  db: Db,
  site: ContactSite,
  contact: { readonly email: string | null; readonly phone: string | null },
): Promise<bigint | null> {
  const { email, phone } = contact;
  if (email === null && phone === null) return null;
  const keys = {
    identityId: null,
    emailKey: email === null ? null : emailKey(email),
    phoneKey: phone === null ? null : phoneKey(phone, site.country),
  };
  return (await findIdentityByKeys(db, site.id, keys)) ?? null;
}
