import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { findIdentityByKeys } from './identities.sql.ts';

/** The customer that an id of a request means. @throws ApiError not_found for an unknown one and another site's */
export async function requireIdentity(db: Db, site: SiteRef, id: bigint): Promise<bigint> {
  const found = await findIdentityByKeys(db, site.id, { identityId: id, emailKey: null, phoneKey: null });
  if (found === undefined) throw new ApiError('not_found', 'There is no customer with this id');
  return found;
}
