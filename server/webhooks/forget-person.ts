import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { clearBodiesOfVisitor, clearBodiesWith } from './forget-person.sql.ts';

/**
 * Takes the body out of every delivery that names an address, as a week's age does; what was still to be sent of them
 * is cancelled. To be called inside a transaction. Answers how many there were.
 */
export function forgetPerson(db: Db, site: SiteRef, email: string, now: Date): Promise<number> {
  return clearBodiesWith(db, site.id, email.toLowerCase(), now);
}

/** The same for a visitor, whom the body need not name by an address. */
export function forgetVisitor(db: Db, site: SiteRef, visitorId: bigint, now: Date): Promise<number> {
  return clearBodiesOfVisitor(db, site.id, visitorId, now);
}
