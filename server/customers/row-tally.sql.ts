import { sql, type Db } from '#server/db/db.ts';

const MOST_STEPS = 20_000;

/** How many customers a site has, without reading one. */
export async function countIdentities(db: Db, siteId: bigint): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    select coalesce(sum(t.n), 0)::integer as total from row_tally t
    where t.site_id = ${siteId} and t.table_name = 'customer_identity'`);
  return row?.total ?? 0;
}

/** Adds steps of all sites to their sums and answers how many; steps that another session adds are left to it. */
export async function foldRowSteps(db: Db): Promise<number> {
  const rows = await db.query(sql`
    with taken as (
      select site_id, id from row_tally where not is_sum order by site_id, id limit ${MOST_STEPS} for update skip locked
    ), gone as (
      delete from row_tally t using taken k where t.site_id = k.site_id and t.id = k.id
      returning t.site_id, t.table_name, t.n
    ), folded as (
      insert into row_tally as t (site_id, is_sum, table_name, n)
      select site_id, true, table_name, sum(n) from gone group by 1, 3 order by 1, 3
      on conflict (site_id, table_name) where is_sum do update set n = t.n + excluded.n
    )
    select 1 as one from gone`);
  if (rows.length > 0) await db.query(sql`delete from row_tally where is_sum and n = 0`);
  return rows.length;
}
