import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { testEngine } from '#server/testing/database.ts';
import { sql } from './db.ts';
import type { Engine } from './engine.ts';
import { migrate, MIGRATIONS, requireServer } from './migrate.ts';

const NOW = new Date('2026-11-20T14:32:00Z');
let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

function makeFolder(): Promise<string> {
  return mkdtemp(path.join(inject('testFolder'), 'migrations-'));
}

async function copyMigrations(): Promise<string> {
  const folder = await makeFolder();
  await cp(MIGRATIONS, folder, { recursive: true });
  return folder;
}

const readApplied = () =>
  engine.database.owner.query<{ name: string }>(sql`select name from schema_migration order by name`);

test('a second run applies no migration', async () => {
  const applied = await readApplied();
  expect(applied[0]).toEqual({ name: '0001_schema' });
  expect(await migrate(engine, NOW)).toEqual([]);
  expect(await readApplied()).toEqual(applied);
});

test('a database that is newer than this version is refused with one line', async () => {
  await expect(migrate(engine, NOW, { folder: await makeFolder() })).rejects.toMatchObject({
    name: 'StartFailure',
    exitCode: 1,
    message: expect.stringMatching(/^The database is newer than this version: [^\n]*0001_schema[^\n]*$/),
  });
});

test('a migration whose text has changed is refused, but other line endings are accepted', async () => {
  const folder = await copyMigrations();
  const file = path.join(folder, '0001_schema.sql');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replaceAll('\n', '\r\n'));
  expect(await migrate(engine, NOW, { folder })).toEqual([]);
  await writeFile(file, `${text}-- changed\n`);
  await expect(migrate(engine, NOW, { folder })).rejects.toMatchObject({
    exitCode: 1,
    message: expect.stringContaining('0001_schema'),
  });
});

test('a failed migration is rolled back and leaves the database usable', async () => {
  const folder = await copyMigrations();
  await writeFile(path.join(folder, '9001_breaks.sql'), 'create table half_made (a int); select nonsense;');
  await expect(migrate(engine, NOW, { folder })).rejects.toMatchObject({
    name: 'StartFailure',
    message: expect.stringMatching(/^The migration 9001_breaks failed: [^\n]*nonsense[^\n]*$/),
  });
  expect(await engine.database.owner.query(sql`select to_regclass('half_made') as made`)).toEqual([{ made: null }]);
  expect(await migrate(engine, NOW)).toEqual([]);
});

test('a server below version 15 is refused with one line', () => {
  expect(() => requireServer(140_009, '14.9')).toThrow(
    /^DATABASE_URL points to PostgreSQL 14\.9; version 15 or newer is needed$/,
  );
  expect(() => requireServer(150_000, '15.0')).not.toThrow();
});
