import { sql, type Db, type Statement } from '#server/db/db.ts';

/** Whose sessions are meant. */
export interface SessionOwners {
  readonly identityId: bigint | null;
  readonly ticketIds: readonly bigint[];
  readonly visitorKeys: readonly string[];
}

/** One condition for each way of belonging to somebody, each of an index of its own. */
export function conditionsOf({
  identityId = null,
  ticketIds = [],
  visitorKeys = [],
}: Partial<SessionOwners>): Statement[] {
  const conditions: Statement[] = [];
  if (identityId !== null) conditions.push(sql`s.customer_identity_id = ${identityId}`);
  if (ticketIds.length > 0) conditions.push(sql`s.ticket_id = any(${ticketIds}::bigint[])`);
  if (visitorKeys.length > 0) conditions.push(sql`s.visitor_key = any(${visitorKeys}::text[])`);
  return conditions;
}

export async function findSessionIds(db: Db, siteId: bigint, condition: Statement, limit: number): Promise<string[]> {
  const rows = await db.query<{ session_id: string }>(sql`
    select s.session_id from chat_session s where s.site_id = ${siteId} and ${condition} limit ${limit} for update`);
  return rows.map(({ session_id }) => session_id);
}

/** By id, from behind `after` on. */
export async function findSessionPage(
  db: Db,
  siteId: bigint,
  condition: Statement,
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<{ readonly id: bigint; readonly session_id: string }[]> {
  return db.query(sql`
    select s.id, s.session_id from chat_session s
    where s.site_id = ${siteId} and ${condition} and s.id > ${after} order by s.id limit ${limit}`);
}

export async function deleteMessagesOf(
  db: Db,
  siteId: bigint,
  sessionIds: readonly string[],
  limit: number,
): Promise<number> {
  const rows = await db.query(sql`
    delete from chat_message where site_id = ${siteId} and id = any(array(
      select m.id from chat_message m where m.site_id = ${siteId} and m.session_id = any(${sessionIds}::text[])
      limit ${limit}))
    returning 1 as one`);
  return rows.length;
}

/** Messages and handoffs go with their session. */
export async function deleteSessions(db: Db, siteId: bigint, sessionIds: readonly string[]): Promise<number> {
  const rows = await db.query(sql`
    delete from chat_session where site_id = ${siteId} and session_id = any(${sessionIds}::text[]) returning 1 as one`);
  return rows.length;
}

/** The ratings stay as numbers. */
export async function anonymizeFeedback(
  db: Db,
  siteId: bigint,
  {
    ticketIds = [],
    visitorKeys = [],
    sessionIds = [],
  }: Partial<Pick<SessionOwners, 'ticketIds' | 'visitorKeys'>> & { readonly sessionIds?: readonly string[] },
  limit: number,
): Promise<number> {
  const rows = await db.query(sql`
    update feedback set comment = null, session_id = null, visitor_key = null
    where site_id = ${siteId} and id = any(array(
      select f.id from feedback f where f.site_id = ${siteId}
        and (f.ticket_id = any(${ticketIds}::bigint[]) or f.visitor_key = any(${visitorKeys}::text[])
          or f.session_id = any(${sessionIds}::text[]))
        and (f.comment is not null or f.session_id is not null or f.visitor_key is not null)
      limit ${limit}))
    returning 1 as one`);
  return rows.length;
}
