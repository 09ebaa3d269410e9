import { sql, type Db } from '#server/db/db.ts';

/** Whose a session is, by itself, by its visitor and by its ticket. */
export async function findSessionCustomers(db: Db, siteId: bigint, sessionId: string): Promise<bigint[]> {
  const rows = await db.query<{ id: bigint }>(sql`
    select distinct x.id from chat_session s
    left join visitor v on v.site_id = s.site_id and v.visitor_key = s.visitor_key
    left join ticket t on t.site_id = s.site_id and t.id = s.ticket_id
    cross join lateral unnest(array[s.customer_identity_id, v.customer_identity_id, t.customer_identity_id]) as x (id)
    where s.site_id = ${siteId} and s.session_id = ${sessionId} and x.id is not null`);
  return rows.map(({ id }) => id);
}
