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
export type RequesterComment = Omit<PublicComment, 'ticket_id'>;

/** The newest tickets of an address, and the total. @param emailKey the address, normalized for matching */
export async function findRequesterTickets(
  db: Db,
  site: SiteRef,
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
 * Adds what a customer may read: the newest public comments of each ticket, oldest first, and their total.
 * @param change maps each comment
 */
export async function withPublicComments<Comment>(
  db: Db,
  site: SiteRef,
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
 * The newest public comments of a ticket that are older than a given one, oldest first; undefined if the ticket is of
 * another address or has no such comment. Comments are read when the list is consumed, so `db` must outlive the
 * transaction.
 * @param change maps each comment
 */
export async function findOlderComments<Comment>(
  db: Db,
  site: SiteRef,
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

/** Locks a ticket's status until the transaction ends; undefined if it is of another address. */
export function lockRequesterTicket(
  db: Db,
  site: SiteRef,
  ticketId: bigint,
  emailKey: string,
): Promise<{ readonly status: TicketStatus } | undefined> {
  return lockTicketOfRequester(db, site.id, ticketId, emailKey);
}
