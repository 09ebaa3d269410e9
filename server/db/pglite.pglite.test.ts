import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, inject, test } from 'vitest';
import { copyMigratedFolder } from '#server/testing/database.ts';
import { PROGRAM_FLAGS } from '#server/testing/run-program.ts';
import { sql, type Db } from './db.ts';
import { openPglite, type PgliteDatabase } from './pglite.ts';
import { analyzeRefilled, PgliteMaintenance, vacuumTables } from './pglite-maintenance.ts';
import { SILENT_LOG } from './engine.ts';

const opened: PgliteDatabase[] = [];
const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const engine of opened.splice(0)) await engine.database.close();
});

function makeEmptyFolder(): Promise<string> {
  return mkdtemp(path.join(inject('testFolder'), 'engine-'));
}

async function open(dataDir: string, durable = true): Promise<PgliteDatabase> {
  const engine = await openPglite({ dataDir, durable, log: SILENT_LOG });
  opened.push(engine);
  return engine;
}

async function close(engine: PgliteDatabase): Promise<void> {
  opened.splice(opened.indexOf(engine), 1);
  await engine.database.close();
}

test('every acknowledged write has been written through to the disk', async () => {
  const { database, countSyncs } = await open(await copyMigratedFolder());
  expect(
    await database.owner.query(
      sql`select current_setting('fsync') as fsync, current_setting('wal_sync_method') as method`,
    ),
  ).toEqual([{ fsync: 'on', method: 'fsync' }]);
  await database.owner.query(sql`create table written (n int)`);
  for (let n = 0; n < 20; n += 1) {
    const before = await countSyncs();
    await database.owner.query(sql`insert into written values (${n})`);
    expect(await countSyncs()).toBeGreaterThan(before);
  }
});

test('sites take turns at the one session: a line of one of them does not stand before another', async () => {
  const { database } = await open(await copyMigratedFolder());
  const order: string[] = [];
  const inside = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const slow = sql`select count(*) from generate_series(1, 100000)`;
  const first = database.forSite(1n).transaction(async (db) => {
    inside.resolve();
    await end.promise;
    await db.query(slow);
  });
  await inside.promise;
  const own = Array.from({ length: 12 }, async () => {
    await database.forSite(1n).query(slow);
    order.push('own');
  });
  const calls = [database.forSite(2n), database.unbound, database.owner].map(async (db) => {
    for (let n = 0; n < 3; n += 1) await db.query(sql`select 1`);
    order.push('other');
  });
  end.resolve();
  await Promise.all([first, ...own, ...calls]);
  expect(order.slice(0, 5).filter((name) => name === 'other')).toHaveLength(3);
});

test('what waits for its turn when the database is closed still has it, and nothing comes after', async () => {
  const engine = await open(await copyMigratedFolder());
  const { database } = engine;
  const waiting = Array.from({ length: 4 }, (_, n) => database.forSite(BigInt(n % 2)).query(sql`select 1 as one`));
  await Promise.all([close(engine), ...waiting]);
  await expect(database.owner.query(sql`select 1`)).rejects.toMatchObject({ name: 'DatabaseUnavailable' });
});

interface Writer {
  readonly child: ChildProcess;
  readonly lines: AsyncIterator<string>;
  readonly found: { readonly count: number; readonly last: number; readonly partial: number };
}

async function startWriter(dataDir: string): Promise<Writer> {
  const program = path.join(import.meta.dirname, '../testing/write-rows.ts');
  const child = spawn(process.execPath, [...PROGRAM_FLAGS, program, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const [count = 0, last = 0, partial = 0] = (await nextLine(lines)).split(' ').map(Number);
  return { child, lines, found: { count, last, partial } };
}

async function nextLine(lines: AsyncIterator<string>): Promise<string> {
  const line = await lines.next();
  if (line.done === true) throw new Error('the writer ended by itself');
  return line.value;
}

/** Lets the writer have `writes` acknowledged, kills it in the midst of the next, and returns the last it had. */
async function killWriter({ child, lines }: Writer, writes: number): Promise<number> {
  let acknowledged = 0;
  for (let write = 0; write < writes; write += 1) acknowledged = Number(await nextLine(lines));
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  // Lines that were in the pipe when it died were acknowledged too.
  for (let line = await lines.next(); line.done !== true; line = await lines.next()) acknowledged = Number(line.value);
  await ended;
  return acknowledged;
}

test('kill -9 in the midst of writes loses nothing that was acknowledged, and frees the folder', async () => {
  const dataDir = await copyMigratedFolder();
  let writer = await startWriter(dataDir);
  for (const writes of inject('trials') === 'long' ? [1, 9, 40, 95, 150] : [1, 40, 95]) {
    const acknowledged = await killWriter(writer, writes);
    writer = await startWriter(dataDir);
    expect(writer.found.last).toBeGreaterThanOrEqual(acknowledged);
    // No number is missing in between, and no transaction is there in part.
    expect(writer.found.count).toBe(writer.found.last);
    expect(writer.found.partial).toBe(0);
  }
  await expect(openPglite({ dataDir, durable: true, log: SILENT_LOG })).rejects.toMatchObject({
    name: 'StartFailure',
    exitCode: 3,
    message: expect.stringMatching(/^DATA_DIR is in use[^\n]*$/),
  });
}, 180_000);

test('a folder that is open cannot be opened again, until it is closed', async () => {
  const dataDir = await copyMigratedFolder();
  const first = await open(dataDir, false);
  await expect(openPglite({ dataDir, durable: false, log: SILENT_LOG })).rejects.toMatchObject({ exitCode: 3 });
  await expect(
    openPglite({ dataDir: `${dataDir}/../${path.basename(dataDir)}`, durable: false, log: SILENT_LOG }),
  ).rejects.toMatchObject({ exitCode: 3 });
  await first.database.owner.query(sql`create table kept (a int)`);
  await close(first);
  const second = await open(dataDir, false);
  expect(await second.database.owner.query(sql`select a from kept`)).toEqual([]);
});

test('a first start that was interrupted leaves nothing half made', async () => {
  const dataDir = await makeEmptyFolder();
  await mkdir(path.join(dataDir, 'database.new'));
  await writeFile(path.join(dataDir, 'database.new', 'PG_VERSION'), '18\n');
  const { database } = await open(dataDir, false);
  expect(await database.owner.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
  expect(existsSync(path.join(dataDir, 'database.new'))).toBe(false);
  expect((await stat(path.join(dataDir, 'database'))).mode & 0o077).toBe(0);
});

test('a folder that holds something else is refused in one line, and not kept locked', async () => {
  const dataDir = await makeEmptyFolder();
  await writeFile(path.join(dataDir, 'database'), 'not a folder');
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await expect(openPglite({ dataDir, durable: true, log: SILENT_LOG })).rejects.toMatchObject({
      name: 'StartFailure',
      exitCode: 1,
    });
  }
});

test('statements after the end fail as unavailable', async () => {
  const engine = await open(await copyMigratedFolder(), false);
  await close(engine);
  await expect(engine.database.owner.query(sql`select 1`)).rejects.toMatchObject({ name: 'DatabaseUnavailable' });
  await engine.database.close();
});

test('what was begun before the end is finished', async () => {
  const engine = await open(await copyMigratedFolder(), false);
  const { owner } = engine.database;
  await owner.query(sql`create table finished (a int)`);
  const work = Promise.all([
    owner.query(sql`insert into finished values (1)`),
    owner.transaction((db) => db.query(sql`select 1 as one`)),
  ]);
  await Promise.all([close(engine), work]);
  expect(await work).toEqual([[], [{ one: 1 }]]);
});

const readCheckpoint = (owner: Db) => owner.query(sql`select checkpoint_lsn::text as at from pg_control_checkpoint()`);

test('a checkpoint is made when it is due, and none where nothing was written', async () => {
  const { database } = await open(await copyMigratedFolder(), false);
  const { owner } = database;
  const maintenance = new PgliteMaintenance(owner, SILENT_LOG);
  await maintenance.work(true);
  const first = await readCheckpoint(owner);
  await owner.query(sql`create table written as select generate_series(1, 5000) as n`);
  await maintenance.work(false);
  expect(await readCheckpoint(owner)).toEqual(first);
  await maintenance.work(true);
  const second = await readCheckpoint(owner);
  expect(second).not.toEqual(first);
  await maintenance.work(true);
  expect(await readCheckpoint(owner)).toEqual(second);
  await owner.query(sql`select pg_logical_emit_message(false, 'test', repeat('x', 70000000)) is null as none`);
  await maintenance.work(false);
  expect(await readCheckpoint(owner)).not.toEqual(second);
  maintenance.stop();
});

test('tables that are one fifth dead or changed are vacuumed', async () => {
  const { database } = await open(await copyMigratedFolder(), false);
  const { owner } = database;
  await owner.query(sql`create table busy as select n from generate_series(1, 5000) n`);
  await owner.query(sql`create table small as select n from generate_series(1, 10) n`);
  expect(await vacuumTables(owner)).toEqual(['public.busy']);
  expect(await vacuumTables(owner)).toEqual([]);
  await owner.query(sql`delete from busy where n <= 500`);
  expect(await vacuumTables(owner)).toEqual([]);
  await owner.query(sql`delete from busy where n <= 2000`);
  expect(await vacuumTables(owner)).toEqual(['public.busy']);
  expect(await vacuumTables(owner)).toEqual([]);
});

test('a table that was refilled gets new statistics, at each doubling', async () => {
  const { database } = await open(await copyMigratedFolder(), false);
  const { owner } = database;
  await owner.query(sql`create table busy (n integer)`);
  const fill = (rows: number) => owner.query(sql`insert into busy select generate_series(1, ${rows}::integer)`);
  await fill(499);
  expect(await analyzeRefilled(owner)).toEqual([]);
  await fill(1);
  expect(await analyzeRefilled(owner)).toEqual(['public.busy']);
  await fill(499);
  expect(await analyzeRefilled(owner)).toEqual([]);
  await fill(1);
  expect(await analyzeRefilled(owner)).toEqual(['public.busy']);
});

test('the running engine makes statistics of a filled table by itself', async () => {
  const { database } = await open(await copyMigratedFolder(), false);
  const { owner } = database;
  const pages = sql`select reltuples::integer as rows from pg_class where relname = 'busy'`;
  await owner.query(sql`create table busy (n integer)`);
  await owner.query(sql`insert into busy select generate_series(1, 5000)`);
  await expect.poll(() => owner.query(pages), { timeout: 20_000 }).toEqual([{ rows: 5_000 }]);
});
