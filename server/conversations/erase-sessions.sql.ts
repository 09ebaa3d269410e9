import { sql, type Db } from '#server/db/db.ts';

/** What the visitor gave, by key or in one of the sessions. */
export async function anonymizeFeedback(db: Db, siteId: bigint, visitorKey: string): Promise<void> {
  await db.query(sql`
    update feedback set comment = null, session_id = null, visitor_key = null
    where site_id = ${siteId} and (visitor_key = ${visitorKey} or session_id in (
      select s.session_id from chat_session s where s.site_id = ${siteId} and s.visitor_key = ${visitorKey}))`);
}

/** Messages and handoffs go with their session. */
export async function deleteSessionsOfVisitor(db: Db, siteId: bigint, visitorKey: string): Promise<number> {
  const rows = await db.query(
    sql`delete from chat_session where site_id = ${siteId} and visitor_key = ${visitorKey} returning 1 as one`,
  );
  return rows.length;
}
