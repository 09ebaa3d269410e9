import { sql, type Db } from '#server/db/db.ts';

/** @param text In lower case. */
export async function clearBodiesWith(db: Db, siteId: bigint, text: string, now: Date): Promise<number> {
  const rows = await db.query(sql`
    update webhook_delivery set body = null, due_utc = null, lease = null,
      finished_utc = case when due_utc is null then finished_utc else ${now.toISOString()}::timestamptz end,
      state = case when due_utc is null then state else 'cancelled' end
    where site_id = ${siteId} and position(${text}::text in lower(body)) > 0
    returning 1 as one`);
  return rows.length;
}
