import type { Comment, Ticket } from '#contract/tickets.ts';
import type { Db, Statement } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { attachLists, type WithList } from '#server/operation/attach-lists.ts';
import {
  findCommentsOf,
  readTicketsOfPerson,
  ticketIdsOfPerson,
  weighComments,
  type KnownPerson,
} from './person-tickets.sql.ts';
import { readComments } from './ticket-thread.sql.ts';

/** Every ticket of a person with its whole thread, newest first; comments oldest first. */
export async function* readThreadsOf(
  db: Db,
  site: SiteRef,
  person: KnownPerson,
): AsyncGenerator<WithList<Ticket, 'comments', Comment>[]> {
  for await (const tickets of readTicketsOfPerson(db, site.id, person)) {
    yield await attachLists(tickets, 'comments', {
      weigh: (ids) => weighComments(db, site.id, ids),
      findAll: (ids) => findCommentsOf(db, site.id, ids),
      ownerOf: ({ ticket_id: id }) => id,
      read: ({ id }) => readComments(db, site.id, id),
    });
  }
}

/** A select of the ids of a person's tickets, for what other families hold of them. */
export function ticketIdsOf(site: SiteRef, person: KnownPerson): Statement {
  return ticketIdsOfPerson(site.id, person);
}
