import { sql, type Db } from '#server/db/db.ts';

export async function clearSessionsOfCalls(
  db: Db,
  siteId: bigint,
  sessionIds: readonly string[],
  limit: number,
): Promise<number> {
  const rows = await db.query(sql`
    update ai_call set session_id = null where site_id = ${siteId} and id = any(array(
      select c.id from ai_call c where c.site_id = ${siteId} and c.session_id = any(${sessionIds}::text[]) limit ${limit}))
    returning 1 as one`);
  return rows.length;
}
