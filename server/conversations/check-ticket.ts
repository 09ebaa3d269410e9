import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { hasTicket } from '#server/tickets/has-ticket.ts';

/** @throws ApiError not_found for a ticket that the site does not have; no ticket at all is fine */
export async function checkTicket(db: Db, site: SiteRef, ticketId: bigint | null | undefined): Promise<void> {
  if (ticketId === undefined || ticketId === null || (await hasTicket(db, site, ticketId))) return;
  throw new ApiError('not_found', 'There is no ticket with this id');
}
