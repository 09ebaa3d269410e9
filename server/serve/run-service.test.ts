import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '#server/db/embedded/free-port.ts';
import { sql } from '#server/db/db.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { createSite } from '#server/site/create-site.ts';
import {
  makeDist,
  makeSetting,
  runProgram,
  startProgram,
  type Ended,
  type Program,
  type Setting,
} from '#server/testing/run-program.ts';
import { RawCall, untilRefused } from '#server/testing/raw-call.ts';
import { issueToken } from '#server/tokens/issue-token.ts';

const NOW = new Date();
const ACTOR = {
  kind: 'admin',
  tokenId: null,
  tokenPrefix: null,
  label: 'test',
  agentId: null,
  requestId: null,
  network: null,
  userAgent: null,
} as const;

let dist = '';
/** A migrated database with a site, shared by the tests of this file. */
let setting: Setting;
let token = '';
const running: Program[] = [];

beforeAll(async () => {
  dist = await makeDist();
  setting = await makeSetting();
  const database = await openDatabase(setting);
  const site = await createSite(database.owner, { name: 'Here' }, NOW);
  ({ token } = await issueToken(
    database.forSite(site.id),
    site.id,
    { label: 'l', scopes: ['*'] },
    { actor: ACTOR, now: NOW },
  ));
  await database.close();
});

afterEach(async () => {
  for (const program of running.splice(0)) {
    program.child.kill('SIGKILL');
    await program.ended;
  }
});

async function start(
  variables: Readonly<Record<string, string>>,
): Promise<{ program: Program; port: number; said: string }> {
  const program = startProgram('server/testing/serve.ts', [dist], { PORT: '0', ...variables });
  running.push(program);
  const found = await program.untilStderr(/running at http:\/\/127\.0\.0\.1:(\d+)\n(?:[^\n]+\n)*\n/);
  return { program, port: Number(found[1]), said: found[0] };
}

function tryToStart(variables: Readonly<Record<string, string>>, folder = dist): Promise<Ended> {
  return runProgram('server/testing/serve.ts', [folder], { PORT: '0', ...variables });
}

const oneLine = (code: number, start: RegExp) => ({
  code,
  stdout: '',
  stderr: expect.stringMatching(new RegExp(`^${start.source}[^\n]*\n$`)),
});

test('a shutdown finishes running calls, accepts no new ones, keeps all writes, and exits with 0', async () => {
  const { program, port } = await start(setting.variables);
  const body = JSON.stringify({ subject: 'Written while it stopped' });
  const call = new RawCall(port);
  await call.send(
    `POST /v1/api.ashx?resource=tickets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  );
  const probe = new RawCall(port);
  await probe.send('GET /readyz HTTP/1.1\r\n');
  // The response to a third call proves that the first two have been received.
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);

  program.child.kill('SIGTERM');
  await untilRefused(port);
  program.child.kill('SIGTERM');
  await probe.send('Host: x\r\n\r\n');
  expect(await probe.answer).toMatch(/^HTTP\/1\.1 503 /);
  await call.send(body.slice(5));
  expect(await call.answer).toMatch(/^HTTP\/1\.1 20\d [^]*Written while it stopped/);
  const { code, stderr } = await program.ended;
  expect(code).toBe(0);
  expect(stderr).not.toContain('    at ');

  const database = await openDatabase(setting);
  const kept = await database.owner.query(sql`select subject from ticket`);
  const [used] = await database.owner.query<{ count: bigint }>(
    sql`select sum(request_count)::bigint as count from api_token`,
  );
  await database.close();
  expect(kept).toEqual([{ subject: 'Written while it stopped' }]);
  // The counter was in memory and is written at the end.
  expect(used?.count).toBe(1n);
});

test('Ctrl-C ends an idle service immediately, with or without keep-alive connections', async () => {
  const { program, port } = await start(setting.variables);
  const kept = new RawCall(port);
  await kept.send('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
  await kept.untilFirstByte;
  program.child.kill('SIGINT');
  expect((await program.ended).code).toBe(0);
});

test('an empty database without demo names the two commands, on standard error and in the log', async () => {
  const empty = await makeSetting();
  const { program, said } = await start(empty.variables);
  program.child.kill('SIGTERM');
  const { stdout } = await program.ended;
  for (const text of [said, stdout]) {
    expect(text).toContain('site create --name');
    expect(text).toContain('token create --site-id 1');
  }
  expect(said).not.toContain('sck_');
});

test('with DEMO=1 and a key that does not match its token the demo site is kept, and a line names the command', async () => {
  const known = await makeSetting();
  const database = await openDatabase(known);
  const site = await createSite(database.owner, { name: 'Lumen Cycles', isDemo: true }, NOW);
  const lead = { label: 'Demo lead', scopes: ['*'] };
  await issueToken(database.owner, site.id, lead, { actor: { ...ACTOR, kind: 'system' }, now: NOW });
  await database.close();
  const { program, said } = await start({ ...known.variables, DEMO: '1' });
  program.child.kill('SIGTERM');
  await program.ended;
  expect(said).toMatch(/^The demo site is unchanged.* npm run --silent admin -- token create --site-id 1 /m);
  expect(said).not.toContain('sck_');
  const reopened = await openDatabase(known);
  const [left] = await reopened.owner.query(sql`
    select (select count(*)::integer from site) as sites, (select count(*)::integer from ticket) as tickets`);
  await reopened.close();
  expect(left).toEqual({ sites: 1, tickets: 0 });
});

test('the key in DATA_DIR is created once, readable only by its owner', async () => {
  const embedded = await makeSetting({ isEmbedded: true });
  const file = path.join(embedded.dataDir, 'secret.key');
  const keys: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    const { program } = await start(embedded.variables);
    program.child.kill('SIGTERM');
    await program.ended;
    keys.push(await readFile(file, 'utf8'));
  }
  expect(keys[0]).toMatch(/^[\w-]{43}\n$/);
  expect(keys[1]).toBe(keys[0]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('a weak key fails with one line, which does not contain it', async () => {
  const weak = await makeSetting({ isEmbedded: true });
  await mkdir(weak.dataDir, { mode: 0o700 });
  await writeFile(path.join(weak.dataDir, 'secret.key'), 'abcdefg'.repeat(6), { mode: 0o600 });
  const refused = await tryToStart(weak.variables);
  expect(refused).toEqual(
    oneLine(1, /The key in [^\n]*secret\.key cannot be used: it must have at least 8 different characters/),
  );
  expect(refused.stderr).not.toContain('abcdefg');
});

test('a folder of others is refused, and our own is closed to other users, which the log reports', async () => {
  const own = await makeSetting();
  await mkdir(own.dataDir, { recursive: true });
  await chmod(own.dataDir, 0o755);
  const { program } = await start(own.variables);
  program.child.kill('SIGTERM');
  expect((await program.ended).stdout).toContain('was open to other users of this machine, and is closed now');
  expect((await stat(own.dataDir)).mode & 0o777).toBe(0o700);

  const shared = `${own.dataDir}-shared`;
  await mkdir(shared);
  await writeFile(path.join(shared, 'photos.zip'), 'x');
  await chmod(shared, 0o755);
  const refused = await tryToStart({ ...own.variables, DATA_DIR: shared });
  expect(refused).toEqual(oneLine(1, /DATA_DIR [^\n]+ is open to other users and holds files of others/));
});

test('a port in use fails with one line that names PORT', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  try {
    expect(await tryToStart({ ...setting.variables, PORT: String(port) })).toEqual(
      oneLine(1, new RegExp(`PORT ${port} is in use`)),
    );
  } finally {
    other.close();
  }
});

test('every failed start prints one line', async () => {
  expect(await tryToStart({ ...setting.variables, EMBED_ORIGINS: '*' })).toEqual(
    oneLine(1, /EMBED_ORIGINS must be exact origins/),
  );
  expect(await tryToStart({ ...setting.variables, HOST: '192.0.2.1' })).toEqual(
    oneLine(1, /HOST 192\.0\.2\.1 cannot be listened on/),
  );
  expect(await tryToStart(setting.variables, '/nonexistent')).toEqual(
    oneLine(1, /The dashboard has not been built: run npm run build/),
  );
});

test('a database with an unknown migration fails with one line', async () => {
  const database = await openDatabase(setting);
  await database.owner.query(sql`insert into schema_migration values ('9999_future', 'x', ${NOW})`);
  await database.close();
  expect(await tryToStart(setting.variables)).toEqual(
    oneLine(1, /The database is newer than this version: [^\n]*9999_future/),
  );
  const again = await openDatabase({ ...setting }).catch((error: unknown) => error);
  expect(again).toMatchObject({ name: 'StartFailure' });
});

test('a folder that another process has open fails with one line and exit code 3', async () => {
  const taken = await makeSetting({ isEmbedded: true });
  const database = await openDatabase(taken);
  try {
    expect(await tryToStart(taken.variables)).toEqual(oneLine(3, /DATA_DIR is in use/));
  } finally {
    await database.close();
  }
});

test('probes get 503 during the start, and no connection is refused after the first', async () => {
  const fresh = await makeSetting({ isEmbedded: true });
  const port = await findFreePort();
  const program = startProgram('server/testing/serve.ts', [dist], { ...fresh.variables, PORT: String(port) });
  running.push(program);
  const seen: (number | 'refused')[] = [];
  const readOnce = async () => {
    const status = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      (answer) => answer.status,
      () => 'refused' as const,
    );
    if (seen.at(-1) !== status) seen.push(status);
    return status;
  };
  const deadline = performance.now() + 50_000;
  const isInTime = () => performance.now() < deadline;
  while (isInTime() && (await readOnce()) === 'refused');
  expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200);
  while (isInTime() && (await readOnce()) !== 200);
  expect(seen).toEqual(['refused', 503, 200]);
});

test('with an upstream no database is opened, and the service is not ready while nothing answers there', async () => {
  const fresh = await makeSetting({ isEmbedded: true });
  const { port, said } = await start({ DATA_DIR: fresh.dataDir, UPSTREAM_BASE_URL: 'http://127.0.0.1:1' });
  expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(503);
  expect(said).not.toContain('admin');
  await expect(stat(fresh.dataDir)).rejects.toMatchObject({ code: 'ENOENT' });
});
