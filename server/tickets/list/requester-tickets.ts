import type { TicketStatus } from '#contract/tickets.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import {
  countTicketsOfRequester,
  findPublicComments,
  findTicketsOfRequester,
  lockTicketOfRequester,
  type PublicComment,
  type RequesterTicket,
} from './requester-tickets.sql.ts';

type SiteId = SiteRef;
type WithComments = RequesterTicket & { readonly comments: Omit<PublicComment, 'ticket_id'>[] };

/**
 * What a customer may see of the tickets of their address: the newest ones with their public comments, and how many
 * there are in all. @param emailKey The matched form of the address
 */
export async function findRequesterTickets(
  db: Db,
  site: SiteId,
  emailKey: string,
  limit: number,
): Promise<{ readonly tickets: WithComments[]; readonly total_count: number }> {
  const rows = await findTicketsOfRequester(db, site.id, emailKey, limit);
  const total_count = rows.length < limit ? rows.length : await countTicketsOfRequester(db, site.id, emailKey);
  const ids = rows.map((row) => row.id);
  const comments = ids.length === 0 ? [] : await findPublicComments(db, site.id, ids);
  const byTicket = Map.groupBy(comments, (comment) => comment.ticket_id);
  const tickets = rows.map((row) => ({
    ...row,
    comments: (byTicket.get(row.id) ?? []).map(({ ticket_id: _id, ...comment }) => comment),
  }));
  return { tickets, total_count };
}

/** A ticket of this address, held in its status until the transaction ends; undefined for any other. */
export function lockRequesterTicket(
  db: Db,
  site: SiteId,
  ticketId: bigint,
  emailKey: string,
): Promise<{ readonly status: TicketStatus } | undefined> {
  return lockTicketOfRequester(db, site.id, ticketId, emailKey);
}
