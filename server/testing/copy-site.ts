import { sql, type Db } from '#server/db/db.ts';

/** Not copied: state of one run of the service, sessions, whose tokens are lost, and what the new site has already. */
const LEFT_OUT = new Set(['site', 'site_sequence', 'site_due', 'browser_session', 'rate_window', 'idempotency_record']);
/** Columns with ids of tokens: these are drawn over all sites, so a copy has different ones. */
const TOKEN_COLUMNS = new Set(['token_id', 'issued_by_token_id', 'replaced_by_id']);

interface Column {
  readonly table_name: string;
  readonly column_name: string;
  /** Drawn from a sequence that all sites share. */
  readonly is_drawn: boolean;
  readonly is_computed: boolean;
}

let columns: Promise<Column[]> | undefined;

/**
 * Copies the rows of a site to an empty one, with their ids, which are drawn per site. Raw tokens and portal links of
 * the original do not work for the copy.
 * @param db The owner's handle
 */
export async function copySite(db: Db, from: bigint, to: bigint): Promise<void> {
  columns ??= readColumns(db);
  const tables = Map.groupBy(await columns, ({ table_name }) => table_name);
  await db.transaction(async (db) => {
    // Copy rows as they are, without triggers and constraints: counters and references are copied as well.
    await db.query(sql`set local session_replication_role = replica`);
    await db.query(sql`delete from audit_log where site_id = ${to}`);
    await db.query(sql`create temporary table copied_token (was bigint, id bigint)`);
    await db.query(sql`
      insert into copied_token select id, nextval(pg_get_serial_sequence('api_token', 'id')) from api_token where site_id = ${from}`);
    for (const [table, of] of tables) await db.query(copyStatement(table, of, from, to));
    await db.query(sql`set local session_replication_role = origin`);
    await db.query(sql`drop table copied_token`);
    await db.query(sql`
      update site_sequence t set next_id = f.next_id + 1000, next_ticket_number = f.next_ticket_number + 1000
      from site_sequence f where t.site_id = ${to} and f.site_id = ${from}`);
  });
}

function copyStatement(table: string, of: readonly Column[], from: bigint, to: bigint) {
  const written = of.filter(({ is_computed, is_drawn }) => !is_computed && (!is_drawn || table === 'api_token'));
  const value = ({ column_name: name }: Column): string => {
    if (name === 'site_id') return '$2::bigint';
    if (table === 'api_token' && name === 'id') return '(select c.id from copied_token c where c.was = o.id)';
    if (TOKEN_COLUMNS.has(name))
      return `coalesce((select c.id from copied_token c where c.was = o.${name}), o.${name})`;
    return `o."${name}"`;
  };
  const names = written.map(({ column_name }) => `"${column_name}"`).join(', ');
  const text = `insert into "${table}" (${names}) overriding system value
    select ${written.map(value).join(', ')} from "${table}" o where o.site_id = $1`;
  return { text, values: [from, to] };
}

async function readColumns(db: Db): Promise<Column[]> {
  const all = await db.query<Column>(sql`
    select c.relname as table_name, a.attname as column_name,
      a.attidentity <> '' as is_drawn, a.attgenerated <> '' as is_computed
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and exists (select from pg_attribute s where s.attrelid = c.oid and s.attname = 'site_id' and not s.attisdropped)
    order by c.relname, a.attnum`);
  return all.filter(({ table_name }) => !LEFT_OUT.has(table_name));
}
