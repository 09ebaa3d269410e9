import type { TicketLink } from '#contract/tickets.ts';
import type { Db } from '#server/db/db.ts';
import type { Site } from '#server/http/call.ts';
import { findSessionsOfTicket } from './session-links.sql.ts';

/** The sessions that a ticket came from, oldest first, such as `web, 2026-11-20`. Source: shapes.md, ticket GET include. */
export async function findSessionLinks(db: Db, site: Pick<Site, 'id'>, ticketId: bigint): Promise<TicketLink[]> {
  const sessions = await findSessionsOfTicket(db, site.id, ticketId);
  return sessions.map(({ session_id, channel, started_utc }) => {
    return { kind: 'session', id: session_id, label: `${channel}, ${started_utc.slice(0, 10)}` };
  });
}
