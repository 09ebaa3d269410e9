import { sql, type Db, type Statement } from '#server/db/db.ts';

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

interface KnownOtherwise {
  readonly identityId: bigint | null;
  readonly ticketIds: readonly bigint[];
}

function sessionsOf(siteId: bigint, { identityId, ticketIds }: KnownOtherwise): Statement {
  return sql`site_id = ${siteId}
    and (customer_identity_id = ${identityId}::bigint or ticket_id = any(${ticketIds}::bigint[]))`;
}

/** Of the tickets and of the sessions that `deleteSessionsOf` takes. */
export async function anonymizeFeedbackOf(db: Db, siteId: bigint, person: KnownOtherwise): Promise<void> {
  await db.query(sql`
    update feedback set comment = null, session_id = null, visitor_key = null
    where site_id = ${siteId} and (ticket_id = any(${person.ticketIds}::bigint[])
      or session_id in (select session_id from chat_session where ${sessionsOf(siteId, person)}))`);
}

export async function deleteSessionsOf(db: Db, siteId: bigint, person: KnownOtherwise): Promise<number> {
  const rows = await db.query(sql`delete from chat_session where ${sessionsOf(siteId, person)} returning 1 as one`);
  return rows.length;
}
