import type { Db } from '#server/db/db.ts';
import type { Site } from '#server/http/call.ts';
import { isTicket } from './ticket-detail.sql.ts';

/** Whether the site has this ticket; one of another site is as absent as any. */
export function hasTicket(db: Db, site: Pick<Site, 'id'>, ticketId: bigint): Promise<boolean> {
  return isTicket(db, site.id, ticketId);
}
