import { sql, type Database, type Db } from '#server/db/db.ts';

/** Adds what is below as functions: their plans are kept, and planning a count of all tables takes longer than counting. */
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
      sequences text;
      tables text;
    begin
      -- Deleting is quicker for a few rows; of many, each would be looked for in what others left behind.
      if exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and pg_relation_size(oid) > 1000000) then
        select string_agg(format('public.%I', tablename), ', ') into tables
          from pg_tables where schemaname = 'public' and tablename <> 'schema_migration';
        execute 'truncate ' || tables;
      end if;
      delete from public.site;
      delete from public.customer_channel;
      select string_agg(format('public.%I', sequencename), ', ') into sequences
        from pg_sequences where schemaname = 'public' and sequencename ~ '^site_[0-9]+_';
      if sequences is not null then execute 'drop sequence ' || sequences; end if;
    end $$`);
}

/** Rows in all tables but the count of calls itself, to see that a refused call changed nothing. */
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

/** Deletes all sites and with them everything that belongs to one. Their sequences go too. */
export async function emptyTables({ owner }: Pick<Database, 'owner'>): Promise<void> {
  await owner.query(sql`select testing.empty_tables()`);
}
