import type { Comment, Ticket } from '#contract/tickets.ts';
import type { Db, Statement } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { listsOf } from '#server/operation/attach-lists.ts';
import type { StreamedList } from '#server/operation/streamed-reply.ts';
import {
  findCommentsOf,
  readTicketsOfPerson,
  ticketIdsOfPerson,
  weighComments,
  type KnownPerson,
} from './person-tickets.sql.ts';
import { withReplyDue } from './reply-due.ts';
import { readComments } from './ticket-thread.sql.ts';

export type Thread = Ticket & { readonly comments: readonly Comment[] | StreamedList<Comment> };

/** Every ticket of a person with its whole thread, newest first; comments oldest first. */
export async function* readThreadsOf(db: Db, site: SiteRef, person: KnownPerson, now: Date): AsyncGenerator<Thread[]> {
  for await (const stored of readTicketsOfPerson(db, site.id, person)) {
    const tickets = await withReplyDue(db, site, stored, { now });
    const commentsOf = await listsOf(tickets, {
      weigh: (ids) => weighComments(db, site.id, ids),
      findAll: (ids) => findCommentsOf(db, site.id, ids),
      ownerOf: ({ ticket_id: id }) => id,
      read: ({ id }) => readComments(db, site.id, id),
    });
    yield tickets.map((ticket) => ({ ...ticket, comments: commentsOf(ticket) }));
  }
}

/** A select of the ids of a person's tickets, for what other families hold of them. */
export function ticketIdsOf(site: SiteRef, person: KnownPerson): Statement {
  return ticketIdsOfPerson(site.id, person);
}
