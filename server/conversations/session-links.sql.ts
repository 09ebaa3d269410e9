import { sql, type Db } from '#server/db/db.ts';

/** Oldest first. */
export async function findSessionsOfTicket(
  db: Db,
  siteId: bigint,
  ticketId: bigint,
): Promise<{ session_id: string; channel: string; started_utc: string }[]> {
  return db.query(sql`
    select s.session_id, s.channel, s.started_utc from chat_session s
    where s.site_id = ${siteId} and s.ticket_id = ${ticketId} order by s.started_utc, s.id`);
}
