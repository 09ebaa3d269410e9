import { sql, type Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { SiteRef } from '#server/operation/call.ts';

/** False for a ticket of another site. */
export async function hasTicket(db: Db, site: SiteRef, ticketId: bigint): Promise<boolean> {
  const rows = await db.query(sql`select 1 as one from ticket where site_id = ${site.id} and id = ${ticketId}`);
  return rows.length > 0;
}

/** Null and undefined pass. @throws ApiError not_found if the site has no such ticket */
export async function checkTicket(db: Db, site: SiteRef, ticketId: bigint | null | undefined): Promise<void> {
  if (ticketId === undefined || ticketId === null || (await hasTicket(db, site, ticketId))) return;
  throw new ApiError('not_found', 'There is no ticket with this id');
}

/** The customer of a ticket; null if it has none, or if the site has no such ticket. */
export async function customerOfTicket(db: Db, site: SiteRef, ticketId: bigint): Promise<bigint | null> {
  const [row] = await db.query<{ id: bigint | null }>(sql`
    select t.customer_identity_id as id from ticket t where t.site_id = ${site.id} and t.id = ${ticketId}`);
  return row?.id ?? null;
}

/** The ticket that `admin import` stored under this external id. */
export async function findImportedTicket(db: Db, site: SiteRef, externalId: string): Promise<bigint | undefined> {
  return (await findImportedTickets(db, site, [externalId])).get(externalId);
}

/** The tickets that `admin import` stored under these external ids; unknown ones are left out. */
export async function findImportedTickets(
  db: Db,
  site: SiteRef,
  externalIds: readonly string[],
): Promise<Map<string, bigint>> {
  const rows = await db.query<{ external_id: string; ticket_id: bigint }>(sql`
    select external_id, ticket_id from imported_ticket
    where site_id = ${site.id} and external_id = any(${externalIds}::text[])`);
  return new Map(rows.map((row) => [row.external_id, row.ticket_id]));
}
