import { sql, type Db } from '#server/db/db.ts';
import { inSteps, STEP_ROWS } from '#server/operation/in-steps.ts';

const DAY_MS = 86_400_000;
const KEEP_LOG_MS = 30 * DAY_MS;
const KEEP_BODY_MS = 7 * DAY_MS;

/**
 * Deletes a site's deliveries after 30 days and bodies after 7, and cancels those of disabled endpoints. See docs/api.md,
 * "Delivery log".
 */
export async function pruneDeliveries(db: Db, siteId: bigint, now: Date, isWanted?: () => boolean): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  await cancelUndeliverable(db, siteId, now.toISOString());
  await inSteps(() => clearBodiesBefore(db, siteId, before(KEEP_BODY_MS), STEP_ROWS), isWanted);
  await inSteps(() => deleteDeliveriesBefore(db, siteId, before(KEEP_LOG_MS), STEP_ROWS), isWanted);
}

/** Deletes their attempts as well. */
async function deleteDeliveriesBefore(db: Db, siteId: bigint, before: string, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from webhook_delivery where site_id = ${siteId} and id = any(array(
      select id from webhook_delivery where site_id = ${siteId} and created_utc < ${before}::timestamptz
      order by created_utc limit ${limit}))
    returning 1 as one`);
  return rows.length;
}

/** Pending deliveries keep their body. */
async function clearBodiesBefore(db: Db, siteId: bigint, before: string, limit: number): Promise<number> {
  const rows = await db.query(sql`
    update webhook_delivery set body = null where site_id = ${siteId} and id = any(array(
      select id from webhook_delivery
      where site_id = ${siteId} and created_utc < ${before}::timestamptz and body is not null and due_utc is null
      limit ${limit}))
    returning 1 as one`);
  return rows.length;
}

/** Cancels deliveries that were inserted while their endpoint was being disabled, or left by a crashed node. */
async function cancelUndeliverable(db: Db, siteId: bigint, now: string): Promise<void> {
  await db.query(sql`
    update webhook_delivery d set state = 'cancelled', lease = null, due_utc = null, finished_utc = ${now}::timestamptz
    from webhook_subscription s
    where d.site_id = ${siteId} and s.site_id = ${siteId} and s.id = d.subscription_id and s.state = 'disabled' and d.due_utc < ${now}::timestamptz`);
}

/** @param db The owner's handle: counts all sites. */
export async function countWaitingDeliveries(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count from webhook_delivery where due_utc is not null`);
  return row?.count ?? 0;
}
