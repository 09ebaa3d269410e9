import type { Db } from '#server/db/db.ts';
import type { ContactSite, SiteRef } from '#server/operation/call.ts';
import { findIdentityByKeys } from './identities.sql.ts';
import { emailKey, phoneKey } from '#contract/contact-keys.ts';
import { ApiError } from '#server/operation/api-error.ts';

/** The customer with this email, else the oldest one with this phone; null if there is none. Creates nothing. */
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

/** Resolves a customer id, also of a merged customer. @throws ApiError not_found for an unknown id or another site's */
export async function requireIdentity(db: Db, site: SiteRef, id: bigint): Promise<bigint> {
  const found = await findIdentityByKeys(db, site.id, { identityId: id, emailKey: null, phoneKey: null });
  if (found === undefined) throw new ApiError('not_found', 'There is no customer with this id');
  return found;
}
