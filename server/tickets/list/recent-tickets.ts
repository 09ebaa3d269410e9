import type { Ticket } from '#contract/tickets.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { withReplyDue } from './reply-due.ts';
import { findTicketsOfIdentity } from './ticket-detail.sql.ts';

/** The newest tickets of a customer, newest first. */
export async function findRecentTickets(
  db: Db,
  site: SiteRef,
  identityId: bigint,
  options: { readonly limit: number; readonly extensions: boolean; readonly now: Date },
): Promise<Ticket[]> {
  return withReplyDue(db, site, await findTicketsOfIdentity(db, site.id, identityId, options), options);
}
