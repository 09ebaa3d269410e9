import { correctCounters } from '#server/admin/recount.ts';
import { sql, type Db } from '#server/db/db.ts';

/**
 * Corrects the counters after a test or a bench inserted rows by SQL.
 * @param owner The owner's handle
 */
export async function recountAll(owner: Db): Promise<void> {
  const sites = await owner.query<{ id: bigint }>(sql`select id from site`);
  for (const { id } of sites) {
    await owner.query(sql`delete from customer_channel where site_id = ${id}`);
    await owner.query(sql`
      insert into customer_channel (site_id, channel, identity_id, handles)
      select site_id, channel, identity_id, count(*) from channel_binding where site_id = ${id} group by 1, 2, 3`);
    await correctCounters(owner, id);
  }
}
