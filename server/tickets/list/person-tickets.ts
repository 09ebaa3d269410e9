import type { Comment, Ticket } from '#contract/tickets.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { findCommentsOf, findTicketsOfPerson, type KnownPerson } from './person-tickets.sql.ts';

/** Every ticket of a person with its whole thread, newest first; comments oldest first. */
export async function findThreadsOf(
  db: Db,
  site: SiteRef,
  person: KnownPerson,
): Promise<(Ticket & { comments: Comment[] })[]> {
  const tickets = await findTicketsOfPerson(db, site.id, person);
  const threads = new Map<bigint, Comment[]>(tickets.map(({ id }) => [id, []]));
  const comments = await findCommentsOf(db, site.id, [...threads.keys()]);
  for (const comment of comments) threads.get(comment.ticket_id)?.push(comment);
  return tickets.map((ticket) => ({ ...ticket, comments: threads.get(ticket.id) ?? [] }));
}
