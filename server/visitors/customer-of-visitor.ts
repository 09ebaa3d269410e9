import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { getVisitorCustomer } from './visitors.sql.ts';

/** The customer that a visitor is linked to; null where there is none and where the site has no such visitor. */
export function customerOfVisitor(db: Db, site: SiteRef, visitorKey: string): Promise<bigint | null> {
  return getVisitorCustomer(db, site.id, visitorKey);
}
