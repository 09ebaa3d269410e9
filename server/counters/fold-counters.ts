import { setImmediate } from 'node:timers/promises';
import { sql, type Db } from '#server/db/db.ts';

const MAX_DELTAS = 20_000;

/**
 * Adds the deltas of a site to its totals. Counts are right without it, but slower the more deltas there are.
 * @returns the number of deltas
 */
export async function foldCounters(db: Db, siteId: bigint, isWanted: () => boolean = () => true): Promise<number> {
  let folded = 0;
  for (let deltas = await foldSome(db, siteId); deltas > 0 && isWanted(); deltas = await foldSome(db, siteId)) {
    folded += deltas;
    await setImmediate();
  }
  return folded;
}

/**
 * Skips deltas that another node is folding. Deletes them by an array: the planner takes a join for small while a new table has no
 * statistics, and compares every pair of rows.
 */
async function foldSome(db: Db, siteId: bigint): Promise<number> {
  const rows = await db.query(sql`
    with taken as (
      select id from counter where site_id = ${siteId} and not is_total limit ${MAX_DELTAS} for update skip locked
    ), gone as (
      delete from counter c where c.site_id = ${siteId} and c.id = any(array(select id from taken))
      returning c.name, c.key, c.n
    ), folded as (
      insert into counter as c (site_id, is_total, name, key, n)
      select ${siteId}, true, name, key, sum(n) from gone group by 3, 4 order by 3, 4
      on conflict (site_id, name, key) where is_total do update set n = c.n + excluded.n
    )
    select 1 as one from gone`);
  if (rows.length > 0) await db.query(sql`delete from counter where site_id = ${siteId} and is_total and n = 0`);
  return rows.length;
}
