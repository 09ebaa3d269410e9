import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { deletePortalTokensOf } from './portal-counts.sql.ts';

/** Takes away the links of an address, in its matched form. To be called inside a transaction. Answers how many. */
export function erasePortalTokens(db: Db, site: SiteRef, emailKey: string): Promise<number> {
  return deletePortalTokensOf(db, site.id, emailKey);
}
