import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql, type Database } from '#server/db/db.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { fillDemo } from '#server/demo/fill-demo.ts';
import { createMigratedDatabase } from '#server/testing/database.ts';
import { expectSuccess } from '#server/testing/expect-answer.ts';
import { runAdminOn } from '#server/testing/run-admin.ts';
import { startTestService, TEST_KEYS, type TestService, type TestSite } from '#server/testing/service.ts';
import { prepareCommand } from './run-command.ts';

const NOW = new Date('2026-11-20T14:30:00Z');
let folder: string;
let file: string;
let source: TestService;
let moved: TestSite;
const opened: TestService[] = [];

/** A service with its own database. */
async function startService(): Promise<TestService> {
  const database = await openDatabase({ dataDir: '', databaseUrl: await createMigratedDatabase() });
  const service = await startTestService({ database, now: NOW.toISOString() });
  opened.push(service);
  return service;
}

/** Every row of a site, as text from the database, without sessions and the shared allowance, which do not move. */
async function rowsOf({ owner }: Database, siteId: bigint): Promise<Record<string, readonly string[]>> {
  const tables = await owner.query<{ name: string; own: string }>(sql`
    select c.relname::text as name, a.attname::text as own from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attname = case c.relname when 'site' then 'id' else 'site_id' end and c.relname not in ('browser_session', 'rate_window')
    order by 1`);
  const rows: Record<string, readonly string[]> = {};
  for (const { name, own } of tables) {
    const found = await owner.query<{ text: string }>({
      text: `select t::text as text from "${name}" t where "${own}" = $1 order by 1`,
      values: [siteId],
    });
    rows[name] = found.map(({ text }) => text);
  }
  return rows;
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(inject('testFolder'), 'site-'));
  file = path.join(folder, 'site.ndjson.gz');
  source = await startService();
  await source.createSite({ name: 'Stays' });
  moved = await source.createSite({ name: 'Moves "\\ 🚲' });
  await fillDemo(
    source.database,
    moved.site,
    { tickets: 40, seed: 3, reset: false },
    { now: NOW, report: () => undefined, keys: TEST_KEYS },
  );
  await source.call('POST', 'sessions', { token: moved.token, body: {} });
  const sessions = await source.call('GET', 'ai_sessions', { token: moved.token, query: { limit: 1 } });
  const [{ session_id }] = sessions.json.data.items;
  expectSuccess(
    await source.call('POST', 'ai_reviews', { token: moved.token, body: { session_id, verdict: 'right' } }),
  );
  await source.app.housekeeping?.flushTokens();
  await runAdminOn(source, 'export-site', '--site-id', String(moved.site.id), '--to', file);
});

afterAll(async () => {
  for (const service of opened) {
    await service.close();
    await service.database.close();
  }
});

test('a site moves to another server with every row, and its ids and numbers continue where they were', async () => {
  const target = await startService();
  const neighbour = await target.createSite({ name: 'Neighbour' });
  const before = await rowsOf(target.database, neighbour.site.id);
  const { id } = moved.site;
  expect(await runAdminOn(target, 'import-site', '--from', file)).toMatchObject({ site_id: id });
  const rows = await rowsOf(source.database, id);
  for (const table of ['saved_reply', 'draft_use', 'ai_review', 'visitor_event'])
    expect(rows[table], table).not.toHaveLength(0);
  expect(await rowsOf(target.database, id)).toEqual(rows);
  expect(await rowsOf(target.database, neighbour.site.id)).toEqual(before);

  // Its tokens and links work, and the two sites do not affect each other.
  const create = async ({ call }: TestService, token: string) => {
    const answer = await call('POST', 'tickets', {
      token,
      body: { subject: 'Bell', requester_email: 'x@example.org' },
    });
    expectSuccess(answer);
    const { id, ticket_number: number } = answer.json.data;
    return { id, number };
  };
  for (let n = 0; n < 3; n += 1) {
    expect(await create(target, moved.token)).toEqual(await create(source, moved.token));
    await create(target, neighbour.token);
  }
  const third = await target.createSite({ name: 'Third' });
  expect(third.site.id).toBeGreaterThan(id);
  await create(target, third.token);
});

test('a site that does not fit into the database is refused as a whole', async () => {
  const target = await startService();
  await runAdminOn(target, 'import-site', '--from', file);
  await expect(runAdminOn(target, 'import-site', '--from', file)).rejects.toThrow(/has a site 2 already/);

  const crowded = await startService();
  const { site } = await crowded.createSite();
  for (let n = 0; n < 3; n += 1) await crowded.issueToken(site);
  await expect(runAdminOn(crowded, 'import-site', '--from', file)).rejects.toThrow(/token of the same id/);
  expect(await crowded.database.owner.query(sql`select id from site`)).toEqual([{ id: site.id }]);
});

test('a file of another version, with an unknown key, or that is not of a site is refused', async () => {
  const target = await startService();
  const [head = '', ...lines] = gunzipSync(await readFile(file))
    .toString()
    .split('\n');
  const writeFileOf = async (first: object, rest: readonly string[] = lines) => {
    const name = path.join(folder, `${Math.random()}.gz`);
    await writeFile(name, gzipSync([JSON.stringify(first), ...rest].join('\n')));
    return name;
  };
  const first = JSON.parse(head);
  expect(first.key_ids).toEqual([TEST_KEYS.current.id]);
  for (const [from, message] of [
    [path.join(folder, 'absent'), /cannot be read: ENOENT/],
    [await writeFileOf({ some: 'file' }), /is not a file of export-site/],
    [await writeFileOf({ ...first, migrations: [] }), /another version/],
    [await writeFileOf(first, lines.slice(0, -2)), /incomplete/],
  ] as const) {
    await expect(runAdminOn(target, 'import-site', '--from', from), String(message)).rejects.toThrow(message);
  }
  const run = prepareCommand(['import-site', '--from', file]);
  const config = { aiPrices: new Map(), appSecret: 'k'.repeat(40), appSecretPrevious: null, dataDir: '' };
  const tools = { database: target.database, applied: [], now: NOW, report: () => undefined, config };
  await expect(run(tools)).rejects.toThrow(/set APP_SECRET_PREVIOUS/);
  expect(await target.database.owner.query(sql`select id from site`)).toEqual([]);
});
