import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { discardBody, readBody } from './read-body.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function incoming(): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.headers['transfer-encoding'] = 'chunked';
  return request;
}

/** Streams deliver asynchronously, independent of the fake clock. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

const LATE = { code: 'bad_request', details: { headers: { Connection: 'close' } } };

/** Sends a number of bytes after each interval. */
async function send(request: IncomingMessage, bytes: number, everyMs: number, times: number): Promise<void> {
  for (let part = 0; part < times; part += 1) {
    vi.advanceTimersByTime(everyMs);
    request.push('x'.repeat(bytes));
    await settle();
  }
}

test('a body may take long if it arrives fast enough', async () => {
  const request = incoming();
  const reading = readBody(request, 1_000_000);
  await send(request, 8_000, 14_000, 42);
  request.push(null);
  expect(await reading).toHaveLength(42 * 8_000);
});

test('less than 500 bytes a second over thirty seconds ends a body, even if bytes arrive each second', async () => {
  const request = incoming();
  const refused = expect(readBody(request, 1_000_000)).rejects.toMatchObject(LATE);
  let isRefused = false;
  void refused.then(() => (isRefused = true));
  await send(request, 499, 1_000, 29);
  expect(isRefused).toBe(false);
  await send(request, 499, 1_000, 1);
  await refused;
});

test('only the last thirty seconds count: a fast start does not help', async () => {
  const request = incoming();
  const refused = expect(readBody(request, 1_000_000)).rejects.toMatchObject(LATE);
  await send(request, 500_000, 1_000, 1);
  await send(request, 100, 1_000, 31);
  await refused;
});

test('time while the service does not read does not count against the client', async () => {
  const request = incoming();
  const reading = readBody(request, 1_000_000);
  await send(request, 100, 1_000, 20);
  request.pause();
  vi.advanceTimersByTime(134_500);
  request.resume();
  await settle();
  await send(request, 100, 1_000, 9);
  request.push(null);
  expect(await reading).toHaveLength(29 * 100);
});

test('a body ends after ten minutes, however fast it is', async () => {
  const request = incoming();
  const refused = expect(readBody(request, 10_000_000)).rejects.toMatchObject(LATE);
  let isRefused = false;
  void refused.then(() => (isRefused = true));
  await send(request, 10_000, 10_000, 59);
  vi.advanceTimersByTime(9_999);
  await settle();
  expect(isRefused).toBe(false);
  vi.advanceTimersByTime(1);
  await refused;
});

test('a body ends after fifteen seconds without a byte', async () => {
  const request = incoming();
  const reading = readBody(request, 100);
  const refused = expect(reading).rejects.toMatchObject(LATE);
  request.push('x');
  await settle();
  vi.advanceTimersByTime(15_000);
  await refused;
});

test('dropping a body has a time limit', async () => {
  const request = incoming();
  discardBody(request);
  request.push('x');
  await settle();
  vi.advanceTimersByTime(4_999);
  expect(request.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(request.destroyed).toBe(true);
});

test('dropping a body has a size limit', async () => {
  const request = incoming();
  discardBody(request);
  for (let part = 0; part < 33 && !request.destroyed; part += 1) {
    request.push(Buffer.alloc(1_048_576));
    await settle();
  }
  expect(request.destroyed).toBe(true);
});
