import { sql, type Db, type Statement } from '#server/db/db.ts';

/** @param text In lower case. */
export function clearBodiesWith(db: Db, siteId: bigint, text: string, now: Date): Promise<number> {
  return clearBodies(db, siteId, sql`position(${text}::text in lower(body)) > 0`, now);
}

export function clearBodiesOfVisitor(db: Db, siteId: bigint, visitorId: bigint, now: Date): Promise<number> {
  const isOfVisitor = sql`event_type = 'visitor.upserted' and body::jsonb #>> '{data,id}' = ${visitorId.toString()}`;
  return clearBodies(db, siteId, isOfVisitor, now);
}

async function clearBodies(db: Db, siteId: bigint, condition: Statement, now: Date): Promise<number> {
  const rows = await db.query(sql`
    update webhook_delivery set body = null, due_utc = null, lease = null,
      finished_utc = case when due_utc is null then finished_utc else ${now.toISOString()}::timestamptz end,
      state = case when due_utc is null then state else 'cancelled' end
    where site_id = ${siteId} and ${condition}
    returning 1 as one`);
  return rows.length;
}
