import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { isTicket } from '#server/tickets/list/ticket-detail.sql.ts';

/** Whether the site has this ticket; one of another site is as absent as any. */
export function hasTicket(db: Db, site: SiteRef, ticketId: bigint): Promise<boolean> {
  return isTicket(db, site.id, ticketId);
}
