import type { exportCustomer } from '#contract/customer-data.ts';
import type { Reply } from '#contract/operation.ts';
import { readBatches } from '#server/db/batches.ts';
import { sql, type Db, type Statement } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';

/**
 * A customer's ratings over all tickets; the average is 0 to 5, or null without an answer. See docs/api.md,
 * "Customers".
 */
export async function getCustomerCsat(
  db: Db,
  site: SiteRef,
  identityId: bigint,
): Promise<{ count: number; average: number | null }> {
  const [row] = await db.query<{ count: number; total: number }>(sql`
    select count(*)::integer as count, coalesce(sum(c.score), 0)::integer as total
    from ticket t join csat_response c on c.site_id = t.site_id and c.ticket_id = t.id
    where t.site_id = ${site.id} and t.customer_identity_id = ${identityId}`);
  if (row === undefined || row.count === 0) return { count: 0, average: null };
  return { count: row.count, average: row.total / row.count };
}

type TicketCsat = Reply<typeof exportCustomer>['csat'][number];

/** All ratings of some tickets, newest first. @param ticketIds a select of their ids */
export function readCsatOf(db: Db, site: SiteRef, ticketIds: Statement): AsyncGenerator<TicketCsat[]> {
  return readBatches<TicketCsat>(db, {
    columns: sql`ticket_id, score, comment, created_utc`,
    rows: (position) => sql`
      select * from (select * from csat_response where site_id = ${site.id} and ticket_id in (${ticketIds}) offset 0) r
      where ${position}`,
    at: 'created_utc',
    order: 'newest first',
    size: sql`coalesce(octet_length(comment), 0) + 100`,
  });
}
