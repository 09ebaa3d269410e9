import { sql, type Db } from '#server/db/db.ts';

/** What another system says of a ticket, whatever its comments say. */
export async function updateFirstResponse(db: Db, siteId: bigint, ticketId: bigint, iso: string): Promise<void> {
  await db.query(sql`
    update ticket set first_response_utc = ${iso}::timestamptz where site_id = ${siteId} and id = ${ticketId}`);
}
