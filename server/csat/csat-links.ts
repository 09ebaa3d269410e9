import type { TicketLink } from '#contract/tickets.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { getCsatOfTicket } from './csat-report.sql.ts';

/** The rating of a ticket as one of its links, such as `4/5`. See docs/api.md, "Tickets". */
export async function findCsatLinks(db: Db, site: SiteRef, ticket: { readonly id: bigint }): Promise<TicketLink[]> {
  const row = await getCsatOfTicket(db, site.id, ticket.id);
  return row === undefined ? [] : [{ kind: 'csat', id: row.id.toString(), label: `${row.score}/5` }];
}
