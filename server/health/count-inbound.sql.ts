import { sql, type Db } from '#server/db/db.ts';

/** A site whose messages of before the tally are not in it yet. */
export async function findUncountedSite(owner: Db): Promise<bigint | undefined> {
  const [row] = await owner.query<{ id: bigint }>(
    sql`select id from site where not inbound_counted order by id limit 1`,
  );
  return row?.id;
}

/** To be called in a transaction: whoever writes a message of the site waits until it ends. */
export async function countInbound(owner: Db, siteId: bigint): Promise<void> {
  const [site] = await owner.query(sql`select id from site where id = ${siteId} and not inbound_counted for update`);
  if (site === undefined) return;
  await owner.query(sql`
    insert into inbound_tally (site_id, is_sum, channel, hour_utc, n)
    select site_id, true, channel, date_trunc('hour', created_utc, 'UTC'), count(*) from channel_message
    where site_id = ${siteId} and direction = 'in' and channel <> 'web' group by 1, 3, 4`);
  await owner.query(sql`update site set inbound_counted = true where id = ${siteId}`);
}
