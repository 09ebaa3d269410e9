import { mkdir, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, expect, inject, test } from 'vitest';
import { StartFailure } from '#server/db/errors.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { sql } from '#server/db/db.ts';
import { runProgram, type Ended } from '#server/testing/run-program.ts';
import { copyMigratedFolder } from '#server/testing/database.ts';
import { restore } from './commands/restore.ts';
import { Options } from './options.ts';

// As programs: the folder must not be open, by the command itself either.

const SECRET = 'a key in its file, of more than 32 characters';
let dataDir: string;
let file: string;
let made: Ended;

const makeFolder = () => mkdtemp(path.join(inject('testFolder'), 'backup-'));

const admin = (folder: string, ...args: readonly string[]) =>
  runProgram('server/admin/admin.ts', args, { DATA_DIR: folder });

beforeAll(async () => {
  dataDir = await copyMigratedFolder();
  await writeFile(path.join(dataDir, 'secret.key'), `${SECRET}\n`, { mode: 0o600 });
  await admin(dataDir, 'site', 'create', '--name', 'Kept');
  await admin(dataDir, 'demo', '--site-id', '1', '--tickets', '20');
  file = path.join(await makeFolder(), 'backup.tar.gz');
  made = await admin(dataDir, 'backup', '--to', file);
});

test('a backup tells where it is and how large', async () => {
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(made.stdout)).toEqual({ file, bytes: (await stat(file)).size, key: true });
});

const readTickets = async (folder: string) => {
  const database = await openDatabase({ dataDir: folder, databaseUrl: null });
  const rows = await database.owner.query(sql`select t::text as row from ticket t order by id`);
  await database.close();
  return rows;
};

test('a restored folder has the same data and the same key, and can be written', async () => {
  const target = path.join(await makeFolder(), 'data');
  const restored = await admin(target, 'restore', '--from', file);
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  expect(await readFile(path.join(target, 'secret.key'), 'utf8')).toBe(`${SECRET}\n`);
  expect((await stat(path.join(target, 'secret.key'))).mode & 0o777).toBe(0o600);
  expect((await readdir(target)).toSorted()).toEqual(['database', 'secret.key']);
  expect(await readTickets(target)).toEqual(await readTickets(dataDir));
  expect((await readTickets(target)).length).toBe(20);
  expect(await admin(target, 'agent', 'create', '--site-id', '1', '--name', 'New')).toMatchObject({ code: 0 });
});

test("the file is its owner's alone and never takes the place of another", async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const before = await readFile(file);
  expect(await admin(dataDir, 'backup', '--to', file)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^--to [^\n]* already exists and will not be overwritten\n$/),
  });
  expect((await readFile(file)).equals(before)).toBe(true);
  expect(await readdir(path.dirname(file))).toEqual(['backup.tar.gz']);
});

test('while the database is open a backup says so and ends with 3', async () => {
  const database = await openDatabase({ dataDir, databaseUrl: null });
  try {
    const target = path.join(await makeFolder(), 'x.gz');
    expect(await admin(dataDir, 'backup', '--to', target)).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/^DATA_DIR is in use[^\n]*\n$/),
    });
    await expect(stat(target)).rejects.toMatchObject({ code: 'ENOENT' });
  } finally {
    await database.close();
  }
});

test('a folder that holds anything is not restored into', async () => {
  const target = await makeFolder();
  await writeFile(path.join(target, 'notes.txt'), 'mine');
  expect(await admin(target, 'restore', '--from', file)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^DATA_DIR [^\n]* is not empty[^\n]*\n$/),
  });
  expect(await readdir(target)).toEqual(['notes.txt']);
});

/** In this process: how a failure of a command is told is seen above. */
async function restoreHere(target: string, from: string): Promise<{ name: string; exitCode: number; message: string }> {
  const run = restore.prepareClosed(new Options(['--from', from], restore.options));
  const error = await run({ dataDir: target, databaseUrl: null, now: new Date(), report: () => undefined }).catch(
    (reason: unknown) => reason,
  );
  if (!(error instanceof StartFailure)) throw error;
  const { name, exitCode, message } = error;
  return { name, exitCode, message };
}

test('of a damaged or foreign archive nothing is left behind', async () => {
  const tar = gunzipSync(await readFile(file));
  const evil = Buffer.from(tar);
  // The second header is that of the key: another name, and the sum that belongs to it.
  const at = 1024;
  expect(evil.toString('utf8', at, at + 10)).toBe('secret.key');
  const name = Buffer.from('../evil.ke');
  const difference = [...name].reduce((sum, byte, index) => sum + byte - (evil[at + index] ?? 0), 0);
  name.copy(evil, at);
  const sum = Number.parseInt(evil.toString('utf8', at + 148, at + 154), 8) + difference;
  evil.write(sum.toString(8).padStart(6, '0'), at + 148);
  const flipped = Buffer.from(tar);
  flipped[at + 3] = 0x41;
  for (const [content, reason] of [
    [(await readFile(file)).subarray(0, 20_000), /unexpected end of file|too early/],
    [gzipSync(tar.subarray(0, 30_000)), /it ends too early/],
    [gzipSync(evil), /it contains \.\.\/evil\.ke/],
    [gzipSync(flipped), /one of its headers is damaged/],
    [gzipSync('hello'.repeat(500)), /damaged|not a backup/],
    [Buffer.from('no gzip'), /incorrect header check/],
  ] as const) {
    const folder = await makeFolder();
    const target = path.join(folder, 'data');
    await mkdir(target);
    await writeFile(path.join(folder, 'bad.gz'), content);
    const { message, ...failure } = await restoreHere(target, path.join(folder, 'bad.gz'));
    expect(failure).toEqual({ name: 'StartFailure', exitCode: 1 });
    expect(message).toMatch(reason);
    expect(message).toMatch(/^--from [^\n]* cannot be restored: [^\n]*$/);
    expect(await readdir(target)).toEqual([]);
    expect((await readdir(folder)).toSorted()).toEqual(['bad.gz', 'data']);
  }
});

test('both are for the embedded database alone', async () => {
  const variables = { DATA_DIR: dataDir, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', APP_SECRET: SECRET };
  for (const args of [
    ['backup', '--to', path.join(await makeFolder(), 'x')],
    ['restore', '--from', file],
  ]) {
    expect(await runProgram('server/admin/admin.ts', args, variables)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/embedded database[^\n]*\n$/),
    });
  }
  expect(await admin(await makeFolder(), 'backup', '--to', path.join(await makeFolder(), 'x'))).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/holds no database\n$/),
  });
});
