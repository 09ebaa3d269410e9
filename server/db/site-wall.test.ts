import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from '#server/testing/database.ts';
import { sql, type Database, type Db } from './db.ts';

/** All tables whose rows belong to no site, with the rights of the service's role. */
const OUTSIDE: Readonly<Record<string, string>> = {
  schema_migration: '',
};

/** Tables where the service's role has fewer rights: history is never changed, and only the owner creates sites and their ids. */
const RIGHTS: Readonly<Record<string, string>> = {
  audit_log: 'INSERT SELECT',
  site: 'SELECT UPDATE',
  site_sequence: 'SELECT UPDATE',
};
const ALL_RIGHTS = 'DELETE INSERT SELECT UPDATE';

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});

const tables = async () =>
  (
    await database.owner.query<{ name: string }>(
      sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    )
  ).map(({ name }) => name);

const outside = async (db: Db) =>
  (
    await db.query<{ name: string }>(sql`
      select c.relname::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm')
        and not (c.relkind = 'r' and c.relrowsecurity and c.relforcerowsecurity)
      order by 1`)
  ).map(({ name }) => name);

const findPolicies = (db: Db) =>
  db.query<{ tablename: string; qual: string }>(sql`
    select tablename::text, policyname::text, permissive::text, array_to_string(roles, ',') as roles, cmd::text, qual::text,
      with_check::text
    from pg_policies where schemaname = 'public' order by tablename, policyname`);

test('row-level security covers every table for every login, except the tables named here', async () => {
  expect(await outside(database.owner)).toEqual(Object.keys(OUTSIDE).toSorted());
});

test('a new table with a site_id is unprotected until enable_tenant_rls, which does not change the others', async () => {
  const putBack = new Error('the table is put back');
  const work = database.owner.transaction(async (db) => {
    const before = await findPolicies(db);
    await db.query(sql`create table later (site_id bigint references site on delete cascade, id bigint)`);
    expect(await outside(db)).toContain('later');
    await db.query(sql`select enable_tenant_rls()`);
    expect(await outside(db)).not.toContain('later');
    const after = await findPolicies(db);
    expect(after.filter(({ tablename }) => tablename === 'later').map(({ qual }) => qual)).toEqual([
      'true',
      '(site_id = current_site())',
    ]);
    expect(after.filter(({ tablename }) => tablename !== 'later')).toEqual(before);
    throw putBack;
  });
  await expect(work).rejects.toBe(putBack);
});

test('each table has two policies: rows of the site for the role of the service, all rows for the owner', async () => {
  const rows = await findPolicies(database.owner);
  const [{ owner } = { owner: '' }] = await database.owner.query<{ owner: string }>(
    sql`select current_user::text as owner`,
  );
  const policies = (tablename: string) => {
    const own = `(${tablename === 'site' ? 'id' : 'site_id'} = current_site())`;
    const common = { tablename, permissive: 'PERMISSIVE', cmd: 'ALL' };
    return [
      { ...common, policyname: 'owner_work', roles: owner, qual: 'true', with_check: 'true' },
      { ...common, policyname: 'site_wall', roles: 'support_console_app', qual: own, with_check: own },
    ];
  };
  const walled = (await tables()).filter((name) => !(name in OUTSIDE));
  expect(walled.length).toBeGreaterThan(40);
  expect(rows).toEqual(walled.flatMap(policies));
});

test('the role of the service has only the rights that it needs on each table', async () => {
  const rows = await database.owner.query<{ name: string; rights: string }>(sql`
    select t.tablename::text as name,
      coalesce((select string_agg(distinct g.privilege_type, ' ' order by g.privilege_type)
        from information_schema.role_table_grants g
        where g.table_schema = 'public' and g.table_name = t.tablename
          and g.grantee in ('support_console_app', 'PUBLIC')), '') as rights
    from pg_tables t where t.schemaname = 'public' order by 1`);
  const wanted = (await tables()).map((name) => ({ name, rights: OUTSIDE[name] ?? RIGHTS[name] ?? ALL_RIGHTS }));
  expect(rows).toEqual(wanted);
});

test('the only security-definer function refreshes statistics', async () => {
  const rows = await database.owner.query<{ name: string }>(sql`
    select p.proname::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and p.prosecdef order by 1`);
  expect(rows.map(({ name }) => name)).toEqual(['analyze_grown']);
});
