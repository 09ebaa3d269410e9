import type { Db } from '#server/db/db.ts';
import type { Site } from '#server/http/call.ts';
import { clearBodiesWith } from './forget-person.sql.ts';

/**
 * Takes the body out of every delivery that names an address, as a week's age does; what was still to be sent of them
 * is cancelled. To be called inside a transaction. Answers how many there were.
 */
export function forgetPerson(db: Db, site: Pick<Site, 'id'>, email: string, now: Date): Promise<number> {
  return clearBodiesWith(db, site.id, email.toLowerCase(), now);
}
