import type { TicketLink } from '#contract/tickets.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { findSessionsOfTicket } from './session-links.sql.ts';

/** The sessions that a ticket came from, oldest first, such as `web, 2026-11-20`. See docs/api.md, "Tickets". */
export async function findSessionLinks(db: Db, site: SiteRef, ticket: { readonly id: bigint }): Promise<TicketLink[]> {
  const sessions = await findSessionsOfTicket(db, site.id, ticket.id);
  return sessions.map(({ session_id, channel, started_utc }) => {
    return { kind: 'session', id: session_id, label: `${channel}, ${started_utc.slice(0, 10)}` };
  });
}
