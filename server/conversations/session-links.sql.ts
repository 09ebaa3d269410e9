import { sql, type Db } from '#server/db/db.ts';

/** More of them are found by ai_sessions with the ticket's id. */
const MAX_SESSIONS = 200;

/** The newest 200, the oldest of them first. */
export async function findSessionsOfTicket(
  db: Db,
  siteId: bigint,
  ticketId: bigint,
): Promise<{ session_id: string; channel: string; started_utc: string }[]> {
  return db.query(sql`
    select s.session_id, s.channel, s.started_utc from (
      select * from chat_session where site_id = ${siteId} and ticket_id = ${ticketId}
      order by started_utc desc, id desc limit ${MAX_SESSIONS}) s
    order by s.started_utc, s.id`);
}
