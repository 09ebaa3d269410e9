import type { Db } from '#server/db/db.ts';
import type { ContactSite, SiteRef } from '#server/operation/call.ts';
import { findIdentityByKeys } from './identities.sql.ts';
import { emailKey, phoneKey } from '#contract/contact-keys.ts';
import { ApiError } from '#server/operation/api-error.ts';

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

/** The customer that an id of a request means. @throws ApiError not_found for an unknown one and another site's */
export async function requireIdentity(db: Db, site: SiteRef, id: bigint): Promise<bigint> {
  const found = await findIdentityByKeys(db, site.id, { identityId: id, emailKey: null, phoneKey: null });
  if (found === undefined) throw new ApiError('not_found', 'There is no customer with this id');
  return found;
}
