import { sql, type Db } from '#server/db/db.ts';

export async function findSessionCosts(
  db: Db,
  siteId: bigint,
  sessionIds: readonly string[],
): Promise<{ session_id: string; cost_usd: string }[]> {
  return db.query(sql`
    select c.session_id, sum(c.cost_usd) as cost_usd from ai_call c
    where c.site_id = ${siteId} and c.session_id = any(${sessionIds}::text[]) group by 1`);
}
