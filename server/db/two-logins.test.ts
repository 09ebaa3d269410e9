import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { sql, type Database } from './db.ts';
import { openDatabase } from './open-database.ts';

// With DATABASE_OWNER_URL the owner has its own login, and the service logs in as the role behind row-level security.

const NOW = new Date('2026-11-20T14:32:00Z');
const APP = 'support_console_app';
/** Serializes test runs that change the login of the role, which belongs to the whole server. */
const LOCK = 7_305_421_198;
const PASSWORD = randomBytes(12).toString('hex');

let admin: pg.Client;
let names: { readonly owner: string; readonly member: string };
let database: string;
let opened: Database[] = [];

beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query('select pg_advisory_lock($1)', [LOCK]);
  await admin.query(`create role ${APP} nologin nobypassrls`).catch(() => undefined);
  await admin.query(`alter role ${APP} login password '${PASSWORD}'`);
});

afterAll(async () => {
  await admin.query(`alter role ${APP} nologin password null`);
  await admin.end();
});

beforeEach(async () => {
  const id = randomBytes(6).toString('hex');
  names = { owner: `support_console_test_${id}_o`, member: `support_console_test_${id}_m` };
  database = new URL(await createTestDatabase()).pathname.slice(1);
  for (const name of Object.values(names)) await admin.query(`create role ${name} login password '${PASSWORD}'`);
  await admin.query(`alter database ${database} owner to ${names.owner}`);
  return async () => {
    for (const one of opened) await one.close();
    opened = [];
    await admin.query(`drop database ${database} with (force)`);
    for (const name of Object.values(names)) await admin.query(`drop role ${name}`);
  };
});

function loginOf(user: string, name = database): string {
  const url = new URL(inject('postgresUrl'));
  url.username = user;
  url.password = PASSWORD;
  url.pathname = `/${name}`;
  return url.href;
}

async function open(appUrl: string): Promise<Database> {
  const urls = { databaseUrl: appUrl, databaseOwnerUrl: loginOf(names.owner) };
  const one = await openDatabase({ dataDir: '', ...urls, now: NOW });
  opened.push(one);
  return one;
}

const WHO = sql`select session_user as login, current_user as role`;

test('the service logs in as the role behind row-level security, and resetting the role changes nothing', async () => {
  const { owner, unbound, forSite } = await open(loginOf(APP));
  const [site] = await owner.query<{ id: bigint }>(
    sql`insert into site (name, created_utc) values ('one', ${NOW}), ('two', ${NOW}) returning id`,
  );
  const db = forSite(site?.id ?? 0n);
  for (const handle of [db, unbound]) expect(await handle.query(WHO)).toEqual([{ login: APP, role: APP }]);
  expect(await owner.query(WHO)).toEqual([{ login: names.owner, role: names.owner }]);
  expect(await db.query(sql`select name from site`)).toEqual([{ name: 'one' }]);
  expect(await owner.query(sql`select name from site order by id`)).toHaveLength(2);

  await db.transaction(async (inside) => {
    await inside.query(sql`reset role`);
    expect(await inside.query(WHO)).toEqual([{ login: APP, role: APP }]);
    expect(await inside.query(sql`select name from site`)).toEqual([{ name: 'one' }]);
  });
  for (const name of Object.values(names)) {
    await expect(db.query({ text: `set role ${name}`, values: [] })).rejects.toMatchObject({ code: '42501' });
    await expect(db.query({ text: `set session authorization ${name}`, values: [] })).rejects.toMatchObject({
      code: '42501',
    });
  }
});

test('calls of the service have time limits, work of the owner has none, and each uses its own sessions', async () => {
  const { owner, forSite, load } = await open(loginOf(APP));
  const limits = sql`select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`;
  for (let round = 0; round < 2; round += 1) {
    expect(await forSite(1n).query(limits)).toEqual([{ statement: '10s', idle: '1min' }]);
    expect(await owner.query(limits)).toEqual([{ statement: '0', idle: '0' }]);
  }
  expect(load()).toEqual({ connections: 2, idle: 2, waiting: 0 });
});

test('notifications of the owner reach the login of the service', async () => {
  const { owner, listen } = await open(loginOf(APP));
  const heard = Promise.withResolvers<string>();
  await listen('news', heard.resolve);
  await owner.query(sql`select pg_notify('news', 'told')`);
  expect(await heard.promise).toBe('told');
});

test('a login that is a member of the role switches to it', async () => {
  await admin.query(`grant ${APP} to ${names.member}`);
  const { unbound } = await open(loginOf(names.member));
  expect(await unbound.query(WHO)).toEqual([{ login: names.member, role: APP }]);
});

const REFUSED: readonly (readonly [
  name: string,
  prepare: (names: { owner: string; member: string }) => string,
  line: RegExp,
])[] = [
  ['is a superuser', ({ member }) => `alter role ${member} superuser`, /SUPERUSER, BYPASSRLS, CREATEROLE/],
  ['bypasses row-level security', ({ member }) => `alter role ${member} bypassrls`, /SUPERUSER, BYPASSRLS, CREATEROLE/],
  ['may create roles', ({ member }) => `alter role ${member} createrole`, /SUPERUSER, BYPASSRLS, CREATEROLE/],
  ['may become the owner', ({ owner, member }) => `grant ${owner} to ${member}`, /may become the owner of the tables/],
  ['is not a member of the role', () => 'select 1', /may not act as support_console_app/],
];

test.each(REFUSED)('a login of the service that %s is refused with one line', async (_name, prepare, line) => {
  if (!line.source.includes('may not act')) await admin.query(`grant ${APP} to ${names.member}`);
  await admin.query(prepare(names));
  const refusal = await open(loginOf(names.member)).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ name: 'StartFailure', exitCode: 1, message: expect.stringMatching(line) });
  expect(refusal).toMatchObject({ message: expect.stringMatching(/^DATABASE_URL logs in as [^\n]+$/) });
  expect(refusal).not.toMatchObject({ message: expect.stringContaining(PASSWORD) });
});

test('the owner under another spelling of its address is refused', async () => {
  const url = new URL(loginOf(names.owner));
  url.searchParams.set('application_name', 'other');
  await expect(open(url.href)).rejects.toThrow(/may become the owner of the tables/);
});

test('addresses of two different databases are refused', async () => {
  const other = new URL(await createTestDatabase()).pathname.slice(1);
  await expect(open(loginOf(APP, other))).rejects.toThrow(/^DATABASE_OWNER_URL and DATABASE_URL must lead to the same/);
});
