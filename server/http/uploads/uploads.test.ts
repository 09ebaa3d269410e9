import { mkdtemp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { RawCall } from '#server/testing/raw-call.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

const LIMIT = 16_777_216;
let service: TestService;
let own: TestSite;
let dataDir: string;
let port: number;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(inject('testFolder'), 'uploads-'));
  service = await startTestService({ config: { dataDir } });
  own = await service.createSite();
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const address = service.app.server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});

afterEach(() => service.close());

const head = (headers: string, token = own.token) =>
  `POST /v1/api.ashx?resource=bind_channels_bulk HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\nContent-Type: text/csv\r\n${headers}\r\n\r\n`;
const leftFiles = () => readdir(path.join(dataDir, 'tmp')).catch(() => []);
const countBound = async () =>
  (await service.call('GET', 'health', { token: own.token })).json.data.bound_channel_handles;

test('a file with too large a Content-Length is refused before it arrives, and a client that keeps sending gets the response', async () => {
  const call = new RawCall(port);
  await call.send(head(`Content-Length: ${LIMIT + 1}`));
  const piece = 'x'.repeat(65_536);
  for (let sent = 0; sent < 256; sent += 1) await call.send(piece);
  await call.send('x');
  expect(await call.answer).toMatch(/^HTTP\/1.1 413 [^]*"body_too_large"/);
  expect(await leftFiles()).toEqual([]);
});

test('a chunked file is refused at the limit, and the client gets the response', async () => {
  const call = new RawCall(port);
  await call.send(head('Transfer-Encoding: chunked'));
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
  for (let sent = 0; sent < 300; sent += 1) await call.send(chunk);
  await call.send('0\r\n\r\n');
  expect(await call.answer).toMatch(/^HTTP\/1.1 413 [^]*"body_too_large"/);
  expect(await leftFiles()).toEqual([]);
});

test('a file of exactly 16 MiB is accepted, in chunks of any size', async () => {
  const call = new RawCall(port);
  await call.send(head('Transfer-Encoding: chunked'));
  const text = 'channel,external_user_id,email\nsms,1,a@example.org\n';
  const rest = `fax${'x'.repeat(1_000)}\n`;
  const file = `${text}${rest.repeat(Math.ceil(LIMIT / rest.length))}`.slice(0, LIMIT);
  for (let at = 0; at < LIMIT; at += 999_983) {
    const piece = file.slice(at, at + 999_983);
    await call.send(`${piece.length.toString(16)}\r\n${piece}\r\n`);
  }
  await call.send('0\r\n\r\n');
  expect(await call.answer).toMatch(/^HTTP\/1.1 200 [^]*"bound":1,/);
  expect(await leftFiles()).toEqual([]);
});

test('the file is deleted after any response', async () => {
  const send = (body: string | Uint8Array, token = own.token) =>
    service.call('POST', 'bind_channels_bulk', { token, body });
  expectSuccess(await send('channel,external_user_id,email\nsms,1,a@example.org\n'));
  expectError(await send('nonsense'), 'bad_header');
  expectError(await send(Buffer.from([0xff])), 'bad_request');
  expect(await leftFiles()).toEqual([]);
});

test('a client that disconnects during the file leaves nothing behind', async () => {
  const socket = connect(port, '127.0.0.1', () => {
    socket.write(`${head('Content-Length: 500')}channel,external_user_id,email\nsms,1,a@`);
  });
  // The part that has arrived is in a file by now.
  await expect.poll(leftFiles).toHaveLength(1);
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  socket.destroy();
  await closed;
  expect(await countBound()).toBe(0);
  await expect.poll(leftFiles).toEqual([]);
});

test('slow clients do not block other files', async () => {
  const slow = Array.from({ length: 6 }, () => new RawCall(port));
  for (const call of slow) await call.send(`${head('Content-Length: 51')}channel,external`);
  const body = 'channel,external_user_id,email\nsms,2,b@example.org\n';
  expectSuccess(await service.call('POST', 'bind_channels_bulk', { token: own.token, body }));
  for (const call of slow) await call.send('_user_id,email\nsms,1,a@example.org\n');
  for (const call of slow) expect(await call.answer).toMatch(/^HTTP\/1.1 200 /);
  expect(await countBound()).toBe(2);
});

test('concurrent files of one site are handled one after the other, and each row is bound once', async () => {
  const body = `channel,external_user_id,email\n${Array.from({ length: 50 }, (_, n) => `sms,${n},p${n}@example.org`).join('\n')}`;
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => service.call('POST', 'bind_channels_bulk', { token: own.token, body })),
  );
  for (const answer of answers) expectSuccess(answer);
  const bound = answers.map(({ json }) => json.data.bound);
  expect(bound.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 0, 0, 50]);
  const minted = answers.map(({ json }) => json.data.minted_identity);
  expect(minted.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 0, 0, 50]);
});

test('files of an ended process are removed at the next start', async () => {
  const folder = path.join(dataDir, 'tmp');
  await mkdir(folder, { recursive: true });
  // Linux has no process ids above 2^22.
  const stale = 'support-console-upload-99999999-0123456789abcdef.csv';
  const other = `support-console-upload-${process.ppid}-0123456789abcdef.csv`;
  for (const name of [stale, other, 'notes.csv']) await writeFile(path.join(folder, name), 'x');
  const next = await startTestService({ config: { dataDir }, emptyFirst: false });
  await next.close();
  expect(new Set(await leftFiles())).toEqual(new Set(['notes.csv', other]));
});
