import { sql, type Db, type Statement } from '#server/db/db.ts';

// Names of tables and columns come only from the catalog of the open database, and are quoted.

export interface Column {
  readonly name: string;
  /** As the catalog writes it, such as `timestamp(3) with time zone`. */
  readonly type: string;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Names of the columns of the primary key, in its order. */
  readonly key: readonly string[];
  /** The tables that its foreign keys reference. */
  readonly needs: readonly string[];
}

/** Every table except the list of migrations, with the stored columns, without generated ones. */
export async function findTables(db: Db): Promise<Table[]> {
  return db.query<Table>(sql`
    select c.relname::text as name,
      (select coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
          order by a.attnum), '[]')
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select coalesce(json_agg(a.attname order by array_position(i.indkey::int2[], a.attnum)), '[]')
        from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey::int2[])
        where i.indrelid = c.oid and i.indisprimary) as key,
      (select coalesce(json_agg(distinct r.relname), '[]')
        from pg_constraint f join pg_class r on r.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'schema_migration'
    order by c.relname`);
}

export interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
}

/** False for a database that no version has opened yet. */
export async function hasMigrations(db: Db): Promise<boolean> {
  const [row] = await db.query<{ has: boolean }>(sql`select to_regclass('public.schema_migration') is not null as has`);
  return row?.has ?? false;
}

export async function findMigrations(db: Db): Promise<AppliedMigration[]> {
  return db.query<AppliedMigration>(sql`select name, checksum from schema_migration order by name`);
}

/** Makes all reads of the transaction see one snapshot. It must be the first statement. */
export async function startSnapshot(db: Db): Promise<void> {
  await db.query(sql`set transaction isolation level repeatable read, read only`);
}

/**
 * All rows in the order of the key, in batches. A row is a list of texts in the order of the columns.
 * @param siteId Limits the rows to this site; null for all.
 */
export async function* readTable(
  db: Db,
  table: Table,
  { siteId, batch }: { readonly siteId: bigint | null; readonly batch: number },
): AsyncGenerator<(string | null)[][]> {
  const cells = table.columns.map(({ name }) => `${quote(name)}::text`).join(', ');
  const rows = siteId === null ? '' : ` where ${table.name === 'site' ? 'id' : 'site_id'} = ${BigInt(siteId)}`;
  const order = table.key.length === 0 ? '' : ` order by ${table.key.map(quote).join(', ')}`;
  await run(
    db,
    `declare backup_rows no scroll cursor for select array[${cells}] as cells from ${quote(table.name)}${rows}${order}`,
  );
  for (;;) {
    const rows = await db.query<{ cells: (string | null)[] }>(raw(`fetch ${Math.trunc(batch)} from backup_rows`));
    if (rows.length === 0) break;
    yield rows.map(({ cells }) => cells);
  }
  await run(db, 'close backup_rows');
}

/** Stores rows of texts, given in the order of `columns`, with their ids. */
export async function insertRows(
  db: Db,
  table: string,
  columns: readonly Column[],
  rows: readonly (readonly (string | null)[])[],
): Promise<void> {
  const names = columns.map(({ name }) => quote(name)).join(', ');
  const cells = columns.map(({ type }, index) => `u.c${index}::${type}`).join(', ');
  const lists = columns.map((_, index) => `$${index + 1}::text[]`).join(', ');
  const given = columns.map((_, index) => `c${index}`).join(', ');
  await db.query({
    text: `insert into ${quote(table)} (${names}) overriding system value select ${cells} from unnest(${lists}) as u (${given})`,
    values: columns.map((_, index) => rows.map((row) => row[index] ?? null)),
  });
}

/** Triggers would repeat effects that the rows already contain. */
export async function switchTriggers(db: Db, table: string, how: 'disable' | 'enable'): Promise<void> {
  await run(db, `alter table ${quote(table)} ${how} trigger user`);
}

export interface SequenceState {
  readonly name: string;
  /** Null if no value was drawn yet. */
  readonly last: string | null;
}

export async function findSequences(db: Db): Promise<SequenceState[]> {
  return db.query<SequenceState>(sql`
    select sequencename::text as name, last_value::text as last from pg_sequences where schemaname = 'public' order by 1`);
}

export async function setSequence(db: Db, { name, last }: SequenceState): Promise<void> {
  await db.query(sql`select setval(${quote(name)}::text::regclass, ${last}::bigint)`);
}

/** Creates the sequences from which ids of a site came before migration 0089, for an older backup. */
export async function createOldSequences(db: Db): Promise<void> {
  const [row] = await db.query<{ is_old: boolean }>(
    sql`select to_regprocedure('create_site_sequences(bigint)') is not null as is_old`,
  );
  if (row?.is_old === true) await db.query(sql`select create_site_sequences(id) from site order by id`);
}

/** Advances the sequences of identity columns, which all sites share, beyond the ids of a loaded site. */
export async function advanceIdSequences(db: Db, siteId: bigint): Promise<void> {
  const columns = await db.query<{ table: string; name: string }>(sql`
    select c.relname::text as table, a.attname::text as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attidentity <> '' and not a.attisdropped
      and (c.relname = 'site' or exists (select from pg_attribute s where s.attrelid = c.oid and s.attname = 'site_id'))
    order by 1`);
  for (const { table, name } of columns) {
    const [own, column] = [table === 'site' ? 'id' : 'site_id', quote(name)];
    const [{ sequence } = { sequence: '' }] = await db.query<{ sequence: string }>(
      sql`select pg_get_serial_sequence(${quote(table)}, ${name}) as sequence`,
    );
    await run(
      db,
      `select setval('${sequence}', greatest(max(${column}), (select last_value from ${sequence})))
       from ${quote(table)} where ${own} = ${BigInt(siteId)} having max(${column}) is not null`,
    );
  }
}

/** The ids of the keys from which the site's portal links and webhook secrets are derived. */
export async function findKeyIds(db: Db, siteId: bigint): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select key_id as id from portal_token where site_id = ${siteId}
    union select unnest(array[key_id, old_key_id]) from webhook_subscription where site_id = ${siteId}
    order by 1`);
  return rows.flatMap(({ id }) => id ?? []);
}

export async function analyzeAll(db: Db): Promise<void> {
  await db.query(sql`analyze`);
}

async function run(db: Db, text: string): Promise<void> {
  await db.query(raw(text));
}

function raw(text: string): Statement {
  return { text, values: [] };
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
