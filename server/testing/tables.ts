import { sql, type Database, type Db } from '#server/db/db.ts';

/**
 * Adds the statements below as functions, whose plans are cached: planning a count of all tables takes longer than
 * counting.
 */
export async function addTestFunctions(owner: Db): Promise<void> {
  const tables = await owner.query<{ name: string }>(sql`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'rate_window'`);
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*) as count from public."${name}"`);
  await owner.query(sql`create schema testing`);
  await owner.query({
    text: `create function testing.count_rows() returns jsonb language plpgsql as $$ begin
      return (select jsonb_object_agg(name, count) from (${counts.join(' union all ')}) t);
    end $$`,
    values: [],
  });
  await owner.query(sql`
    create function testing.empty_tables() returns void language plpgsql as $$
    declare
      tables text;
    begin
      -- Deleting is faster for a few rows; with many, each delete would search through the dead rows of others.
      if exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and pg_relation_size(oid) > 1000000) then
        select string_agg(format('public.%I', tablename), ', ') into tables
          from pg_tables where schemaname = 'public' and tablename <> 'schema_migration';
        execute 'truncate ' || tables;
      end if;
      delete from public.site;
      delete from public.customer_channel;
    end $$`);
}

/** Counts rows in all tables except the counters of calls, to check that a refused call changed nothing. */
export async function countRows({
  database,
}: {
  readonly database: Pick<Database, 'owner'>;
}): Promise<Readonly<Record<string, number>>> {
  const [row] = await database.owner.query<{ counts: Record<string, number> }>(
    sql`select testing.count_rows() as counts`,
  );
  if (row === undefined) throw new Error('a function answers one row');
  return row.counts;
}

/** Deletes all sites with all their rows. */
export async function emptyTables({ owner }: Pick<Database, 'owner'>): Promise<void> {
  await owner.query(sql`select testing.empty_tables()`);
}

/**
 * Every row of every table as one line, `table: row`, to search for data that must not be stored.
 * @param owner A handle that sees all sites
 */
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
