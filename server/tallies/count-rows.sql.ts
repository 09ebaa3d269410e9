import { sql, type Db } from '#server/db/db.ts';

export async function countTalliedRows(
  db: Db,
  siteId: bigint,
  table: 'customer_identity' | 'customer_channel' | 'ticket_tag',
  key: string,
): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    select coalesce(sum(t.n), 0)::integer as total from row_tally t
    where t.site_id = ${siteId} and t.table_name = ${table} and t.key = ${key}`);
  return row?.total ?? 0;
}
