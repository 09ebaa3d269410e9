import { cp, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, expect, inject, test } from 'vitest';
import { sql, type Database } from '#server/db/db.ts';
import { type Engine, SILENT_LOG } from '#server/db/engine.ts';
import { MIGRATIONS } from '#server/db/migrate.ts';
import { openEngine } from '#server/db/open-database.ts';
import { fillDemo } from '#server/demo/fill-demo.ts';
import { createMigratedDatabase, createTestDatabase, testDatabase } from '#server/testing/database.ts';
import { runAdminOn } from '#server/testing/run-admin.ts';
import { startTestService, TEST_KEYS, TEST_SECRET, TestClock } from '#server/testing/service.ts';
import { emptyTables } from '#server/testing/tables.ts';
import type { ClosedCommand } from './command.ts';
import { restore, restoreWith } from './commands/restore.ts';
import { loadBackup, restoreSequences } from './load-backup.ts';
import { Options } from './options.ts';
import { writeNewFile } from './write-new-file.ts';

const NOW = new Date('2026-11-20T14:30:00Z');
const BIG = 9_007_199_254_740_993n;
/** Near the end of the ids. */
const NEXT_ID = 9_007_199_254_000_001n;
let folder: string;
let file: string;
let counts: Record<string, unknown>;
let before: Readonly<Record<string, readonly string[]>>;

const makeFolder = () => mkdtemp(path.join(inject('testFolder'), 'export-'));

/** Every row of every table, as text from the database. */
async function allRows({ owner }: Database): Promise<Record<string, readonly string[]>> {
  const tables = await owner.query<{ name: string }>(sql`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migration' order by 1`);
  const rows: Record<string, readonly string[]> = {};
  for (const { name } of tables) {
    const found = await owner.query<{ text: string }>({
      text: `select t::text as text from "${name}" t order by 1`,
      values: [],
    });
    rows[name] = found.map(({ text }) => text);
  }
  const sequences = await owner.query<{ text: string }>(sql`
    select sequencename || ' ' || coalesce(last_value::text, '-') as text from pg_sequences where schemaname = 'public' order by 1`);
  return { ...rows, sequences: sequences.map(({ text }) => text) };
}

function load(
  from: string,
  location: { dataDir: string; databaseUrl: string | null },
  command: ClosedCommand = restore,
): Promise<object> {
  const run = command.prepareClosed(new Options(['--from', from], command.options));
  const key = { appSecret: location.databaseUrl === null ? null : TEST_SECRET, appSecretPrevious: null };
  return run({ ...location, ...key, now: NOW, report: () => undefined });
}

function open(location: { dataDir: string; databaseUrl: string | null }): Promise<Engine> {
  return openEngine({ ...location, log: SILENT_LOG });
}

async function emptyLocation({ isEmbedded = false } = {}): Promise<{ dataDir: string; databaseUrl: string | null }> {
  const dataDir = path.join(await makeFolder(), 'data');
  return { dataDir, databaseUrl: isEmbedded ? null : await createTestDatabase() };
}

beforeAll(async () => {
  folder = await makeFolder();
  file = path.join(folder, 'all.ndjson.gz');
  const service = await startTestService({ now: NOW.toISOString() });
  const own = await service.createSite({ name: 'Ørsted "&" \\Co\n' });
  await service.createSite({ name: 'Second', undeployed: ['channels'] });
  await service.database.owner.query(sql`update site_sequence set next_id = ${NEXT_ID} where site_id = ${own.site.id}`);
  await fillDemo(
    service.database,
    own.site,
    { tickets: 60, seed: 3, reset: false },
    { now: NOW, report: () => undefined, keys: TEST_KEYS },
  );
  const { token } = own;
  await service.call('POST', 'tickets', { token, body: { subject: 'tab\there "quoted" {braces} \\N 🚲' } });
  await service.call('POST', 'saved_views', {
    token,
    body: { name: 'v', query: { q: '{"a":[1]}' }, columns: ['a,b', '"'] },
  });
  await service.call('PATCH', 'preferences', { token, body: { values: { big: BIG, none: null } } });
  await service.call('POST', 'sessions', { token, body: {} });
  await service.app.housekeeping?.flushTokens();
  before = await allRows(service.database);
  counts = await runAdminOn(service, 'backup', '--to', file);
  await service.close();
});

test('backup answers the path and the size of its content', () => {
  expect(counts).toMatchObject({ file, tables: Object.keys(before).length - 1 });
  const { sequences: _sequences, ...tables } = before;
  expect(counts['rows']).toBe(Object.values(tables).reduce((sum, rows) => sum + rows.length, 0));
});

test.each([
  { name: 'server’s', isEmbedded: false },
  { name: 'embedded', isEmbedded: true },
])('a backup loads into an empty $name database with every row, digit and sequence', async (which) => {
  const location = await emptyLocation(which);
  const loaded = await load(file, location);
  expect(loaded).toMatchObject({ tables: Object.keys(before).length - 1, applied: [] });
  const { database } = await open(location);
  try {
    expect(await allRows(database)).toEqual(before);
    // Ids continue where they were, and row-level security is enabled.
    const [site] = await database.owner.query<{ id: bigint }>(sql`select id from site order by id limit 1`);
    if (site === undefined) throw new Error('the site is gone');
    const db = database.forSite(site.id);
    expect(await db.takeIds(site.id, 1)).toBeGreaterThan(NEXT_ID);
    expect(await db.query(sql`select id from site`)).toEqual([{ id: site.id }]);
    // A backup of the restored database is identical.
    const again = path.join(await makeFolder(), 'again.gz');
    await database.owner.query(sql`update site_sequence set next_id = next_id - 1 where site_id = ${site.id}`);
    await runAdminOn({ database, clock: new TestClock(NOW.toISOString()) }, 'backup', '--to', again);
    const [one, other] = await Promise.all(
      [file, again].map(async (name) => gunzipSync(await readFile(name)).toString()),
    );
    expect(other).toBe(one);
  } finally {
    await database.close();
  }
});

test('backup never overwrites a file, and a new file is readable by its owner only', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const taken = path.join(folder, 'taken');
  await writeFile(taken, 'mine');
  const service = await startTestService({ emptyFirst: false });
  await expect(runAdminOn(service, 'backup', '--to', taken)).rejects.toThrow(
    /already exists and will not be overwritten/,
  );
  await expect(runAdminOn(service, 'backup', '--to', path.join(folder, 'no/such/folder'))).rejects.toThrow(
    /cannot be written/,
  );
  expect(await readFile(taken, 'utf8')).toBe('mine');
  await service.close();
});

test('a backup to a place that cannot be written is refused with one line', async () => {
  const file = path.join(await mkdtemp(path.join(inject('testFolder'), 'backup-')), 'file');
  await writeFile(file, '');
  await expect(writeNewFile('to', path.join(file, 'x.gz'), Readable.from(['x']))).rejects.toThrow(
    /^--to .* cannot be written: ENOTDIR/,
  );
});

test('a truncated backup, or one with unknown tables, is refused', async () => {
  const database = await testDatabase();
  await emptyTables(database);
  const whole = gunzipSync(await readFile(file))
    .toString()
    .trimEnd()
    .split('\n')
    .slice(1);
  const aRow = whole.findLastIndex((line) => line.startsWith('['));
  const loadLines = (lines: readonly string[]) =>
    database.owner.transaction((db) => loadBackup(db, Readable.from(lines), restoreSequences));
  for (const [lines, message] of [
    [whole.slice(0, -1), /incomplete/],
    [whole.toSpliced(aRow, 1), /incomplete/],
    [[...whole, '[]'], /lines after/],
    [['["1"]', ...whole], /belongs to no table/],
    [['{"table"', ...whole], /damaged/],
    [whole.map((line) => line.replace('"table":"tag"', '"table":"tog"')), /table tog, which is unknown/],
    [whole.map((line) => line.replace('"subject"', '"subjekt"')), /column subjekt of ticket, which is unknown/],
  ] as const) {
    await expect(loadLines(lines), String(message)).rejects.toMatchObject({
      name: 'StartFailure',
      message: expect.stringMatching(message),
    });
  }
  expect(await database.owner.query(sql`select 1 as one from site`)).toEqual([]);
});

/** Migrated and without sites, which is quicker than a new database. */
async function migratedLocation(): Promise<{ dataDir: string; databaseUrl: string | null }> {
  return { dataDir: path.join(await makeFolder(), 'data'), databaseUrl: await createMigratedDatabase() };
}

test('restore refuses a file that is not a backup of this version or an earlier one, and a database with sites', async () => {
  const location = await migratedLocation();
  const lines = gunzipSync(await readFile(file))
    .toString()
    .split('\n');
  const head = JSON.parse(lines[0] ?? '');
  const withHead = async (first: object) => {
    const target = path.join(await makeFolder(), 'other.gz');
    await writeFile(target, gzipSync([JSON.stringify(first), ...lines.slice(1)].join('\n')));
    return target;
  };
  const cut = path.join(await makeFolder(), 'cut.gz');
  const whole = await readFile(file);
  await writeFile(cut, whole.subarray(0, whole.length / 2));
  for (const [from, message] of [
    [path.join(folder, 'absent'), /cannot be read: ENOENT/],
    [await withHead({ some: 'file' }), /is not a backup/],
    [cut, /cannot be read/],
    [
      await withHead({ ...head, migrations: [...head.migrations, { name: '9999_future', checksum: 'x' }] }),
      /newer than this version: it has the migration 9999_future/,
    ],
    [await withHead({ ...head, migrations: [] }), /older than the migration/],
  ] as const) {
    await expect(load(from, location), String(message)).rejects.toMatchObject({
      name: 'StartFailure',
      message: expect.stringMatching(message),
    });
  }
  await load(file, location);
  await expect(load(file, location)).rejects.toThrow(/already has sites/);
});

test('a backup of an older version is migrated after it is loaded', async () => {
  const migrations = await makeFolder();
  await cp(MIGRATIONS, migrations, { recursive: true });
  await writeFile(path.join(migrations, '9001_later.sql'), `update site set name = name || ', later'`);
  const location = await emptyLocation();
  expect(await load(file, location, restoreWith(migrations))).toMatchObject({ applied: ['9001_later'] });
  const { database } = await open(location);
  expect(await database.owner.query(sql`select name from site order by id`)).toEqual([
    { name: 'Ørsted "&" \\Co\n, later' },
    { name: 'Second, later' },
  ]);
  await database.close();
}, 180_000);
