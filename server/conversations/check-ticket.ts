import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/http/api-error.ts';
import type { Site } from '#server/http/call.ts';
import { hasTicket } from '#server/tickets/has-ticket.ts';

/** @throws ApiError not_found for a ticket that the site does not have; no ticket at all is fine */
export async function checkTicket(db: Db, site: Pick<Site, 'id'>, ticketId: bigint | null | undefined): Promise<void> {
  if (ticketId === undefined || ticketId === null || (await hasTicket(db, site, ticketId))) return;
  throw new ApiError('not_found', 'There is no ticket with this id');
}
