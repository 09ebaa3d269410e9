import { sql, type Db } from '#server/db/db.ts';

/** Every row of every table as one line, `table: row`, to look for what must not be anywhere. @param owner sees all sites */
export async function dumpTables(owner: Db): Promise<string[]> {
  const tables = await owner.query<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const lines: string[] = [];
  for (const { name } of tables) {
    const rows = await owner.query<{ text: string }>({ text: `select t::text as text from "${name}" t`, values: [] });
    lines.push(...rows.map(({ text }) => `${name}: ${text.replaceAll('\n', ' ')}`));
  }
  return lines;
}
