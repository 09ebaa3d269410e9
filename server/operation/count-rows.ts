import { sql, type Db, type Statement } from '#server/db/db.ts';

/** @param rows The `from` clause without its keyword: table, alias and conditions */
export async function countRows(db: Db, rows: Statement): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`select count(*)::integer as total from ${rows}`);
  return row?.total ?? 0;
}
