import { setImmediate } from 'node:timers/promises';
import { sql, type Db } from '#server/db/db.ts';

const MAX_DELTAS = 20_000;

/**
 * Adds the deltas of every site to its totals, site by site. Counts are right without it, but slower the more deltas
 * there are.
 * @param db the owner's handle
 * @returns the number of deltas
 */
export async function foldCounters(db: Db, isWanted: () => boolean = () => true): Promise<number> {
  const sites = await db.query<{ site_id: bigint }>(
    sql`select site_id from counter where not is_total group by site_id order by site_id`,
  );
  let folded = 0;
  for (const { site_id: siteId } of sites) {
    for (let deltas = await foldSite(db, siteId); deltas > 0 && isWanted(); deltas = await foldSite(db, siteId)) {
      folded += deltas;
      await setImmediate();
    }
  }
  return folded;
}

/** Skips deltas that another node is folding. */
async function foldSite(db: Db, siteId: bigint): Promise<number> {
  const rows = await db.query(sql`
    with taken as (
      select id from counter where site_id = ${siteId} and not is_total order by id limit ${MAX_DELTAS}
      for update skip locked
    ), gone as (
      delete from counter c using taken t where c.site_id = ${siteId} and c.id = t.id returning c.name, c.key, c.n
    ), folded as (
      insert into counter as c (site_id, is_total, name, key, n)
      select ${siteId}, true, name, key, sum(n) from gone group by 3, 4 order by 3, 4
      on conflict (site_id, name, key) where is_total do update set n = c.n + excluded.n
    )
    select 1 as one from gone`);
  if (rows.length > 0) await db.query(sql`delete from counter where site_id = ${siteId} and is_total and n = 0`);
  return rows.length;
}
