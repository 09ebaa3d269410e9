import type { TicketStatus } from '#contract/tickets.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { listsOf } from '#server/operation/attach-lists.ts';
import { mapList, StreamedList } from '#server/operation/streamed-reply.ts';
import {
  countPublicComments,
  countTicketsOfRequester,
  findPublicComments,
  findTicketsOfRequester,
  getPublicCommentPlace,
  hasMorePublicComments,
  lockTicketOfRequester,
  readPublicComments,
  weighPublicComments,
  type PublicComment,
  type RequesterTicket,
} from './requester-tickets.sql.ts';

export type { RequesterTicket };
type SiteId = SiteRef;
export type RequesterComment = Omit<PublicComment, 'ticket_id'>;

/** The newest tickets of an address, and how many there are in all. @param emailKey The matched form of the address */
export async function findRequesterTickets(
  db: Db,
  site: SiteId,
  emailKey: string,
  limit: number,
): Promise<{ readonly tickets: RequesterTicket[]; readonly total_count: number }> {
  const tickets = await findTicketsOfRequester(db, site.id, emailKey, limit);
  const total_count = tickets.length < limit ? tickets.length : await countTicketsOfRequester(db, site.id, emailKey);
  return { tickets, total_count };
}

type ReadableThread<Comment> = RequesterTicket & {
  readonly comments: Comment[] | StreamedList<Comment>;
  readonly comment_count: number;
};

/**
 * Adds what a customer may read of tickets: the newest public comments of each, oldest first, and how many there are.
 * @param change of each comment on its way
 */
export async function withPublicComments<Comment>(
  db: Db,
  site: SiteId,
  tickets: readonly RequesterTicket[],
  { newest, change }: { readonly newest: number; readonly change: (comment: RequesterComment) => Comment },
): Promise<ReadableThread<Comment>[]> {
  const counts = await countPublicComments(
    db,
    site.id,
    tickets.map(({ id }) => id),
  );
  const commentsOf = await listsOf(tickets, {
    weigh: (ids) => weighPublicComments(db, site.id, ids, newest),
    findAll: (ids) => findPublicComments(db, site.id, ids, newest),
    ownerOf: ({ ticket_id: id }) => id,
    read: ({ id }) => readPublicComments(db, site.id, id, { count: newest }),
  });
  return tickets.map((ticket) => ({
    ...ticket,
    comments: mapList(commentsOf(ticket), (comment) => change(withoutTicket(comment))),
    comment_count: counts.get(ticket.id) ?? 0,
  }));
}

function withoutTicket({ ticket_id: _ticketId, ...comment }: PublicComment): RequesterComment {
  return comment;
}

/**
 * The newest public comments of a ticket behind one of them, oldest first; undefined where the ticket is not of this
 * address or has no such comment. They are read when the list is: `db` must outlive the transaction.
 * @param change of each comment on its way
 */
export async function findOlderComments<Comment>(
  db: Db,
  site: SiteId,
  place: { readonly emailKey: string; readonly ticketId: bigint; readonly commentId: bigint },
  { newest, change }: { readonly newest: number; readonly change: (comment: RequesterComment) => Comment },
): Promise<{ readonly comments: Comment[] | StreamedList<Comment>; readonly has_more: boolean } | undefined> {
  const before = await getPublicCommentPlace(db, site.id, place);
  if (before === undefined) return undefined;
  const page = { count: newest, before };
  const list = new StreamedList(readPublicComments(db, site.id, place.ticketId, page));
  return {
    comments: mapList(list, (comment) => change(withoutTicket(comment))),
    has_more: await hasMorePublicComments(db, site.id, place.ticketId, page),
  };
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
