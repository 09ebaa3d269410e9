import type { Db, Statement } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { getCsatOfIdentity, readCsatOfTickets, type TicketCsat } from './csat-report.sql.ts';

/**
 * A customer's ratings over all tickets; the average is 0 to 5, or null without an answer. See docs/api.md,
 * "Customers".
 */
export async function getCustomerCsat(
  db: Db,
  site: SiteRef,
  identityId: bigint,
): Promise<{ count: number; average: number | null }> {
  const row = await getCsatOfIdentity(db, site.id, identityId);
  if (row === undefined || row.count === 0) return { count: 0, average: null };
  return { count: row.count, average: row.total / row.count };
}

/** All ratings of some tickets, newest first. @param ticketIds a select of their ids */
export function readCsatOf(db: Db, site: SiteRef, ticketIds: Statement): AsyncGenerator<TicketCsat[]> {
  return readCsatOfTickets(db, site.id, ticketIds);
}
