import { sql, type Db } from '#server/db/db.ts';

/** Over all sites, by the owner; attempts go with their deliveries. */
export async function deleteDeliveriesBefore(db: Db, before: string, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from webhook_delivery where ctid = any(array(
      select ctid from webhook_delivery where created_utc < ${before}::timestamptz limit ${limit} for update skip locked))
    returning 1 as one`);
  return rows.length;
}

/** Pending deliveries keep their body. */
export async function clearBodiesBefore(db: Db, before: string, limit: number): Promise<number> {
  const rows = await db.query(sql`
    update webhook_delivery set body = null where ctid = any(array(
      select ctid from webhook_delivery
      where created_utc < ${before}::timestamptz and body is not null and due_utc is null
      limit ${limit} for update skip locked))
    returning 1 as one`);
  return rows.length;
}

/** Cancels deliveries that were made while their endpoint was being disabled, or left by a service that died. */
export async function cancelUndeliverable(db: Db, now: string): Promise<void> {
  await db.query(sql`
    update webhook_delivery d set state = 'cancelled', lease = null, due_utc = null, finished_utc = ${now}::timestamptz
    from webhook_subscription s
    where s.site_id = d.site_id and s.id = d.subscription_id and s.state = 'disabled' and d.due_utc < ${now}::timestamptz`);
}

export async function countWaiting(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count from webhook_delivery where due_utc is not null`);
  return row?.count ?? 0;
}
