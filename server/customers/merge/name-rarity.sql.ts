import { sql, type Db } from '#server/db/db.ts';

/** The names of the newest customers, up to `limit`, and how many customers there are. */
export async function findNewestNames(
  db: Db,
  siteId: bigint,
  limit: number,
): Promise<{ readonly names: readonly string[]; readonly customers: number }> {
  const [row] = await db.query<{ names: string[]; customers: number }>(sql`
    select coalesce((select array_agg(n.display_name) from (
        select c.display_name from customer_identity c
        where c.site_id = ${siteId} and c.display_name is not null order by c.id desc limit ${limit}) n), '{}') as names,
      coalesce((select sum(t.n) from row_tally t
        where t.site_id = ${siteId} and t.table_name = 'customer_identity'), 0)::integer as customers`);
  return row ?? { names: [], customers: 0 };
}
