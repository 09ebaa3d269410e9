import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { discardBody, readBody } from './read-body.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function incoming(): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.headers['transfer-encoding'] = 'chunked';
  return request;
}

/** Streams hand on what they got in their own time, without a clock. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a body may take long as long as something comes', async () => {
  const request = incoming();
  const reading = readBody(request, 100);
  for (let part = 0; part < 10; part += 1) {
    vi.advanceTimersByTime(14_000);
    request.push('x');
    await settle();
  }
  request.push(null);
  expect(Buffer.from(await reading).toString()).toBe('xxxxxxxxxx');
});

test('fifteen seconds without a byte end a body', async () => {
  const request = incoming();
  const reading = readBody(request, 100);
  const refused = expect(reading).rejects.toMatchObject({
    code: 'bad_request',
    details: { headers: { Connection: 'close' } },
  });
  request.push('x');
  await settle();
  vi.advanceTimersByTime(15_000);
  await refused;
});

test('what is thrown away is bounded in time', async () => {
  const request = incoming();
  discardBody(request);
  request.push('x');
  await settle();
  vi.advanceTimersByTime(4_999);
  expect(request.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(request.destroyed).toBe(true);
});

test('what is thrown away is bounded in size', async () => {
  const request = incoming();
  discardBody(request);
  for (let part = 0; part < 33 && !request.destroyed; part += 1) {
    request.push(Buffer.alloc(1_048_576));
    await settle();
  }
  expect(request.destroyed).toBe(true);
});
