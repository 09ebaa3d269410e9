import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { getTicketCustomer } from '#server/tickets/list/ticket-detail.sql.ts';

/** The customer of a ticket; null where it has none and where the site has no such ticket. */
export function customerOfTicket(db: Db, site: SiteRef, ticketId: bigint): Promise<bigint | null> {
  return getTicketCustomer(db, site.id, ticketId);
}
