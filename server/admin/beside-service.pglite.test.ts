import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { StartFailure } from '#server/db/errors.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { makeDist, makeSetting, runProgram, type Setting } from '#server/testing/run-program.ts';
import { makeNodeSite, startNode, type ServiceNode } from '#server/testing/service-node.ts';
import { askForBackup } from '#server/backup/ask-for-backup.ts';

// A service that serves, and the commands beside it as programs of their own.

let setting: Setting;
let node: ServiceNode;
let token: string;
let folder: string;

beforeAll(async () => {
  setting = await makeSetting();
  ({ token } = await makeNodeSite(setting));
  node = await startNode(await makeDist(), setting.variables);
  folder = await mkdtemp(path.join(inject('testFolder'), 'beside-'));
});
afterAll(() => node.kill());

const admin = (variables: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  runProgram('server/admin/admin.ts', args, variables);
const create = (subject: string) => node.call('POST', 'tickets', { token, body: { subject } });

async function subjectsIn(dataDir: string): Promise<string[]> {
  const database = await openDatabase({ dataDir, databaseUrl: null });
  const rows = await database.owner.query<{ subject: string }>(sql`select subject from ticket order by id`);
  await database.close();
  return rows.map(({ subject }) => subject);
}

/** Runs a command while tickets are made one after the other; answers those that were made. */
async function besideWrites(word: string, ...args: readonly string[]) {
  const made: string[] = [];
  let isDone = false;
  async function write(): Promise<void> {
    while (!isDone) {
      const subject = `${word} ${made.length + 1}`;
      expect((await create(subject)).status).toBe(200);
      made.push(subject);
    }
  }
  const writing = write();
  const ended = await admin(setting.variables, ...args);
  isDone = true;
  await writing;
  return { ended, made };
}

test('a backup beside a service that is written to is whole and of one moment', async () => {
  const file = path.join(folder, 'backup.tar.gz');
  const { ended, made } = await besideWrites('Ticket', 'backup', '--to', file);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(ended.stdout)).toMatchObject({ file, bytes: (await stat(file)).size });
  expect(made.length).toBeGreaterThan(5);
  const target = path.join(folder, 'restored');
  expect(await admin({ DATA_DIR: target }, 'restore', '--from', file)).toMatchObject({ code: 0, stderr: '' });
  const kept = await subjectsIn(target);
  // All up to some moment while it was made, in order and without a gap.
  expect(kept).toEqual(made.slice(0, kept.length));
  expect(kept.length).toBeGreaterThan(0);
});

test('an export beside the service is of one moment, and nothing of its copy is left', async () => {
  const file = path.join(folder, 'all.ndjson.gz');
  const { ended, made } = await besideWrites('Exported', 'export', '--to', file);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(ended.stdout)).toMatchObject({ file, bytes: (await stat(file)).size, tables: expect.any(Number) });
  expect((await readdir(folder)).filter((name) => /\.(?:copy|part)/.test(name))).toEqual([]);
  const text = gunzipSync(await readFile(file)).toString();
  const kept = new Set([...text.matchAll(/Exported \d+(?=")/g)].map(([subject]) => subject));
  expect(kept.size).toBeGreaterThan(0);
  expect(kept).toEqual(new Set(made.slice(0, kept.size)));
});

test("the socket is its owner's alone, one backup is made at a time, and other commands still say that it runs", async () => {
  const { DATA_DIR: dataDir = '' } = setting.variables;
  expect((await stat(path.join(dataDir, 'admin.sock'))).mode & 0o777).toBe(0o600);
  // One whose reader has stopped after the first piece.
  const first = askForBackup(dataDir, null);
  await first.next();
  expect(await admin(setting.variables, 'backup', '--to', path.join(folder, 'second'))).toMatchObject({
    code: 3,
    stderr: 'The running service is making another backup\n',
  });
  await first.return(undefined);
  expect(await admin(setting.variables, 'migrate')).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/^DATA_DIR is in use/),
  });
  // Who went away in the middle holds up nobody.
  const next = askForBackup(dataDir, null);
  expect((await next.next()).value).toBeInstanceOf(Uint8Array);

  await node.kill();
  await expect(readAll(next)).rejects.toThrow(/^The running service broke off its backup/);
  // The socket of one that was killed is nobody's.
  await expect(readAll(askForBackup(dataDir, new StartFailure('in use', 3)))).rejects.toThrow('in use');
});

async function readAll(pieces: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const piece of pieces) bytes += piece.length;
  return bytes;
}
