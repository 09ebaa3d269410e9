import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterEach, expect, inject, test } from 'vitest';
import { sql, type Database } from '#server/db/db.ts';
import { SILENT_LOG } from '#server/db/engine.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { runningUrl } from './endpoint.ts';
import { findPrograms } from './programs.ts';
import { ServerUser } from './server-user.ts';

const opened: Database[] = [];
const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const database of opened.splice(0)) await database.close();
});

function makeFolder(): Promise<string> {
  return mkdtemp(path.join(inject('testFolder'), 'embedded-'));
}

let made: Promise<string> | undefined;

/** A closed DATA_DIR with a database; copying takes a tenth of the time of creating one. */
async function copyDataDir(): Promise<string> {
  made ??= makeFolder().then(async (dataDir) => {
    await close(await open(dataDir));
    return dataDir;
  });
  const dataDir = path.join(await makeFolder(), 'data');
  await cp(await made, dataDir, { recursive: true });
  return dataDir;
}

async function open(dataDir: string): Promise<Database> {
  const database = await openDatabase({ dataDir, databaseUrl: null });
  opened.push(database);
  return database;
}

async function close(database: Database): Promise<void> {
  opened.splice(opened.indexOf(database), 1);
  await database.close();
}

const countRows = async ({ owner }: Database) =>
  (await owner.query<{ n: number }>(sql`select count(*)::integer as n from kept`))[0]?.n;

test.each([
  ['a folder with blanks and letters of every kind', 'My data ü %41 🚲'],
  ['a path that is too long for a socket', path.join('a'.repeat(60), 'b'.repeat(60))],
])('%s keeps its rows across a restart and a move', async (_name, folder) => {
  const parent = await makeFolder();
  const dataDir = path.join(parent, folder);
  const first = await open(dataDir);
  await first.owner.query(sql`create table kept (n integer)`);
  await first.owner.query(sql`insert into kept values (1)`);
  await close(first);
  const moved = path.join(parent, 'moved');
  await rename(dataDir, moved);
  expect(await countRows(await open(moved))).toBe(1);
});

test('settings ensure durability and the same collation everywhere', async () => {
  const { owner } = await open(await copyDataDir());
  expect(
    await owner.query(sql`
      select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
        current_setting('full_page_writes') as pages, current_setting('data_checksums') as checksums,
        current_setting('listen_addresses') as addresses, current_setting('timezone') as zone,
        (select datlocale from pg_database where datname = current_database()) as locale`),
  ).toEqual([
    { fsync: 'on', commit: 'on', pages: 'on', checksums: 'on', addresses: '', zone: 'UTC', locale: 'C.UTF-8' },
  ]);
});

test('a folder of another major version, of the earlier engine, or of something else fails with one line and stays unchanged', async () => {
  const refused = (dataDir: string) => openDatabase({ dataDir, databaseUrl: null });
  const older = await makeFolder();
  await mkdir(path.join(older, 'postgres'));
  await writeFile(path.join(older, 'postgres/PG_VERSION'), '17\n');
  await expect(refused(older)).rejects.toMatchObject({
    exitCode: 1,
    message: expect.stringMatching(
      /^[^\n]*was made by PostgreSQL 17, and this version has PostgreSQL 18: back it up[^\n]*$/,
    ),
  });
  expect(await readdir(path.join(older, 'postgres'))).toEqual(['PG_VERSION']);
  const before = await makeFolder();
  await mkdir(path.join(before, 'database'));
  await writeFile(path.join(before, 'database/PG_VERSION'), '18\n');
  await expect(refused(before)).rejects.toMatchObject({
    exitCode: 1,
    message: expect.stringMatching(/^DATA_DIR [^\n]* holds a database of an earlier version[^\n]*$/),
  });
  expect(await readdir(before)).toEqual(['database']);
  const other = await makeFolder();
  await mkdir(path.join(other, 'postgres'));
  await writeFile(path.join(other, 'postgres/letter.txt'), 'Dear');
  await expect(refused(other)).rejects.toThrow(/contains something other than a database/);
});

test('an open folder cannot be opened again under any path until it is closed', async () => {
  const dataDir = await copyDataDir();
  const link = `${dataDir}-link`;
  await symlink(dataDir, link);
  const first = await open(dataDir);
  for (const name of [dataDir, link])
    await expect(openDatabase({ dataDir: name, databaseUrl: null })).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringMatching(/^DATA_DIR is in use[^\n]*$/),
    });
  await close(first);
  await open(link);
});

test('an interrupted first start is repeated', async () => {
  const dataDir = await makeFolder();
  await mkdir(path.join(dataDir, 'postgres.new'));
  await writeFile(path.join(dataDir, 'postgres.new/PG_VERSION'), '18\n');
  const database = await open(dataDir);
  expect(await database.owner.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
});

test('a leftover pid file does not prevent a start, even if another program has its process id', async () => {
  const dataDir = await copyDataDir();
  await writeFile(path.join(dataDir, 'postgres/postmaster.pid'), `${process.pid}\n${dataDir}/postgres\n0\n5432\n\n\n`);
  const database = await open(dataDir);
  expect(await database.owner.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
});

test('an orphaned server is stopped first, and a server that crashes is restarted', async () => {
  const folder = path.join(await copyDataDir(), 'postgres');
  const { postgres } = await findPrograms();
  const sockets = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${folder}`];
  const user = await ServerUser.find(folder);
  await user.own(folder);
  const orphan = user.spawn(postgres, ['-D', folder, ...sockets]);
  children.push(orphan);
  const ended = once(orphan, 'close');
  await expect.poll(() => runningUrl(folder), { timeout: 30_000 }).not.toBe(null);
  const server = await startEmbeddedPostgres({ folder, log: SILENT_LOG });
  try {
    expect(await ended).toEqual([0, null]);
    const pid = await serverPid(folder);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => canAnswer(server.url), { timeout: 30_000 }).toBe(true);
    expect(await serverPid(folder)).not.toBe(pid);
  } finally {
    await server.stop();
  }
});

test('without sockets it listens only on this machine and requires a password', async () => {
  const folder = path.join(await makeFolder(), 'postgres');
  const server = await startEmbeddedPostgres({ folder, log: SILENT_LOG, transport: 'tcp' });
  try {
    const url = new URL(server.url);
    expect(url.hostname).toBe('127.0.0.1');
    expect(await canAnswer(url.href)).toBe(true);
    expect(await runningUrl(folder)).toBe(url.href);
    expect((await stat(path.join(folder, '../postgres.password'))).mode & 0o777).toBe(0o600);
    url.password = 'another';
    expect(await canAnswer(url.href)).toBe(false);
  } finally {
    await server.stop();
  }
});

async function canAnswer(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function serverPid(folder: string): Promise<number> {
  const [pid] = (await readFile(path.join(folder, 'postmaster.pid'), 'utf8')).split('\n');
  return Number(pid);
}

interface Writer {
  readonly child: ChildProcess;
  readonly lines: AsyncIterator<string>;
  readonly found: { readonly count: number; readonly last: number; readonly partial: number };
}

async function startWriter(dataDir: string): Promise<Writer> {
  const program = path.join(import.meta.dirname, '../../testing/write-rows.ts');
  const child = spawn(process.execPath, [program, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
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

/** Waits for `writes` acknowledged writes, kills during the next, and returns the last acknowledged number. */
async function killWriter({ child, lines }: Writer, writes: number, kill: () => Promise<void>): Promise<number> {
  let acknowledged = 0;
  for (let write = 0; write < writes; write += 1) acknowledged = Number(await nextLine(lines));
  const ended = once(child, 'exit');
  await kill();
  child.kill('SIGKILL');
  // Lines still in the pipe when it died count as acknowledged too.
  for (let line = await lines.next(); line.done !== true; line = await lines.next()) acknowledged = Number(line.value);
  await ended;
  return acknowledged;
}

async function killServer(dataDir: string): Promise<void> {
  process.kill(await serverPid(path.join(dataDir, 'postgres')), 'SIGKILL');
}

test('kill -9 of the service or its server during writes loses no acknowledged write', async () => {
  const dataDir = await copyDataDir();
  let writer = await startWriter(dataDir);
  const rounds = inject('trials') === 'long' ? [1, 9, 40, 95, 150, 3, 77, 20, 60, 120] : [1, 40];
  for (const writes of rounds) {
    for (const kill of [() => Promise.resolve(), () => killServer(dataDir)]) {
      const acknowledged = await killWriter(writer, writes, kill);
      writer = await startWriter(dataDir);
      expect(writer.found.last).toBeGreaterThanOrEqual(acknowledged);
      // No number is missing, and no transaction is partial.
      expect(writer.found.count).toBe(writer.found.last);
      expect(writer.found.partial).toBe(0);
    }
  }
  await killWriter(writer, 1, () => Promise.resolve());
  // The server of the killed writer is still shutting down.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
}, 180_000);
