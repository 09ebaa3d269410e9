import type { TicketLink } from '#contract/tickets.ts';
import type { Db } from '#server/db/db.ts';
import type { Site } from '#server/http/call.ts';
import { getCsatOfTicket } from './csat-report.sql.ts';

/** The rating of a ticket as one of its links, such as `4/5`. Source: shapes.md, ticket GET include. */
export async function findCsatLinks(db: Db, site: Pick<Site, 'id'>, ticketId: bigint): Promise<TicketLink[]> {
  const row = await getCsatOfTicket(db, site.id, ticketId);
  return row === undefined ? [] : [{ kind: 'csat', id: row.id.toString(), label: `${row.score}/5` }];
}
