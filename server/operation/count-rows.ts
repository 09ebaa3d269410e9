import { sql, type Db, type Statement } from '#server/db/db.ts';

/** How many rows there are. @param rows What stands behind `from`: table, name and condition */
export async function countRows(db: Db, rows: Statement): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`select count(*)::integer as total from ${rows}`);
  return row?.total ?? 0;
}
