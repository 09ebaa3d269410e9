import { chmod, mkdtemp, mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, inject, test } from 'vitest';
import { writeForwardingMark } from '#server/serve/forwarding-mark.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { examine } from './commands/doctor.ts';

const NOW = new Date('2026-11-20T14:32:00Z');
const STRONG = 'only the tests know this long key';
const FINE = { key: 'ok', data_dir: 'ok', forwarding: 'ok', provider: 'ok', embedding: 'ok', disk: 'ok', clock: 'ok' };
let dataDir: string;

beforeEach(async () => {
  dataDir = path.join(await mkdtemp(path.join(inject('testFolder'), 'doctor-')), 'data');
  await mkdir(dataDir, { mode: 0o700 });
});

const GIB = 1024 ** 3;
const look = (variables: Record<string, string> = {}, { now = new Date(), free = 20 * GIB } = {}) =>
  examine(
    { DATA_DIR: dataDir, ...variables },
    () => now,
    async () => free,
  );

async function writeKey(text: string, mode = 0o600): Promise<string> {
  const file = path.join(dataDir, 'secret.key');
  await writeFile(file, text, { mode });
  await chmod(file, mode);
  return file;
}

test('a healthy machine is ok in every finding, before and after the first start', async () => {
  expect(await look()).toEqual(FINE);
  await writeKey(`${STRONG}\n`);
  expect(await look({ AI_PROVIDER_BASE_URL: 'http://127.0.0.1:9999/v1', TRUST_PROXY: '1' })).toEqual(FINE);
  expect(await look({ DATA_DIR: path.join(dataDir, 'not', 'yet') })).toEqual(FINE);
});

test('weak keys are reported, wherever they are set, and never shown', async () => {
  const weak = 'abcdefg'.repeat(6);
  const byVariable = await look({ APP_SECRET: weak });
  expect(byVariable).toEqual({ ...FINE, key: 'APP_SECRET must have at least 8 different characters' });
  const previous = await look({ APP_SECRET: STRONG, APP_SECRET_PREVIOUS: 'short' });
  expect(previous.key).toBe('APP_SECRET_PREVIOUS must have at least 32 characters');
  const file = await writeKey(weak);
  const { key } = await look();
  expect(key).toContain(`the key in ${file} must have at least 8 different characters: set APP_SECRET`);
  for (const text of [byVariable.key, key]) expect(text).not.toContain('abcdefg');
});

test('a folder and a key that others can read are reported, with the commands that fix it', async () => {
  const file = await writeKey(STRONG, 0o644);
  await chmod(dataDir, 0o755);
  expect(await look()).toEqual({
    ...FINE,
    data_dir: `open to other users of this machine: chmod 700 ${dataDir}; chmod 600 ${file}`,
  });
});

test('headers of a proxy are reported until the service trusts a proxy', async () => {
  writeForwardingMark(dataDir, ['x-forwarded-for', 'via']);
  expect(await look()).toMatchObject({
    forwarding:
      'calls came with x-forwarded-for, via and TRUST_PROXY is 0: set it to the number of proxies in front of the service',
  });
  expect(await look({ TRUST_PROXY: '1' })).toEqual(FINE);
});

test('a provider without TLS is reported, beside a weak key', async () => {
  expect(await look({ AI_PROVIDER_BASE_URL: 'http://ai.example/v1', APP_SECRET: 'short' })).toEqual({
    ...FINE,
    key: 'APP_SECRET must have at least 32 characters',
    provider: 'AI_PROVIDER_BASE_URL must be an https address, or http on loopback',
  });
});

test('pages whose frames no browser would show are reported, and so are origins that the service refuses', async () => {
  const EMBED_ORIGINS = 'http://localhost:3000 https://intranet.example';
  expect(await look({ EMBED_ORIGINS, PUBLIC_URL: 'http://desk.example' })).toEqual({
    ...FINE,
    embedding:
      'https://intranet.example of EMBED_ORIGINS shows no frame of http://desk.example, which is http: set PUBLIC_URL to the https address of the service',
  });
  expect((await look({ EMBED_ORIGINS })).embedding).toContain('no frame of http://127.0.0.1:8080');
  expect(await look({ EMBED_ORIGINS, PUBLIC_URL: 'https://desk.example' })).toEqual(FINE);
  expect(await look({ EMBED_ORIGINS: 'http://localhost:3000' })).toEqual(FINE);
  expect((await look({ EMBED_ORIGINS: 'https://intranet.example/' })).embedding).toMatch(
    /^EMBED_ORIGINS must be exact origins/,
  );
});

test('a full disk is reported', async () => {
  expect((await look({}, { free: GIB })).disk).toBe('ok');
  expect((await look({}, { free: GIB - 1 })).disk).toBe(
    '1023 MiB are free where DATA_DIR is: free up at least 1024 MiB',
  );
});

test('a clock that was set back is reported', async () => {
  const file = await writeKey(STRONG);
  const written = new Date(NOW.getTime() + 3_600_000);
  await utimes(file, written, written);
  expect((await look({}, { now: NOW })).clock).toBe(
    'files in DATA_DIR are 3600 s ahead of the clock, which was set back: set it by NTP',
  );
  expect((await look({}, { now: written })).clock).toBe('ok');
});

test('other faults are refused as the service refuses them', async () => {
  await expect(look({ PORT: 'http' })).rejects.toThrow(/^PORT must be an integer/);
  await expect(look({ DATABASE_URL: 'postgres://me@127.0.0.1:1/none', TRUST_PROXY: 'x' })).rejects.toThrow(
    /^TRUST_PROXY/,
  );
});

test('an unreachable database is reported', async () => {
  const url = 'postgres://me:canary@127.0.0.1:1/none';
  const findings = await look({ DATABASE_URL: url });
  expect(findings.key).toMatch(/^APP_SECRET is required with DATABASE_URL/);
  expect(findings.clock).toMatch(/^the database server's clock cannot be read \([^\n]+\): check that DATABASE_URL/);
  expect(findings.clock).not.toContain('canary');
});

test('the clock is compared with the database server', async () => {
  const variables = { DATABASE_URL: await createTestDatabase(), APP_SECRET: STRONG };
  expect(await examine({ DATA_DIR: dataDir, ...variables }, () => new Date())).toMatchObject({ clock: 'ok' });
  const apart = await look(variables, { now: new Date(Date.now() + 60_000) });
  expect(apart.clock).toMatch(/^the clock is (5[5-9]|60) s apart from the database server's: set both by NTP$/);
});
