import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { getImportedTicket, getTicketCustomer, isTicket } from '#server/tickets/list/ticket-detail.sql.ts';
import { ApiError } from '#server/operation/api-error.ts';

/** Whether the site has this ticket; one of another site is as absent as any. */
export function hasTicket(db: Db, site: SiteRef, ticketId: bigint): Promise<boolean> {
  return isTicket(db, site.id, ticketId);
}

/** The customer of a ticket; null where it has none and where the site has no such ticket. */
export function customerOfTicket(db: Db, site: SiteRef, ticketId: bigint): Promise<bigint | null> {
  return getTicketCustomer(db, site.id, ticketId);
}

/** The ticket that was imported with this id. */
export function findImportedTicket(db: Db, site: SiteRef, externalId: string): Promise<bigint | undefined> {
  return getImportedTicket(db, site.id, externalId);
}

/** @throws ApiError not_found for a ticket that the site does not have; no ticket at all is fine */
export async function checkTicket(db: Db, site: SiteRef, ticketId: bigint | null | undefined): Promise<void> {
  if (ticketId === undefined || ticketId === null || (await hasTicket(db, site, ticketId))) return;
  throw new ApiError('not_found', 'There is no ticket with this id');
}
