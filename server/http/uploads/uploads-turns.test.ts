import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testDatabase } from '#server/testing/database.ts';
import type { Exchange } from '#server/http/exchange.ts';
import { Uploads, type StoredUpload } from './uploads.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));
let uploads: Uploads;

beforeEach(async () => {
  uploads = new Uploads(await testDatabase(), '');
});

afterEach(() => {
  vi.useRealTimers();
});

async function receive(siteId: bigint): Promise<StoredUpload & { readonly response: ServerResponse }> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  request.push('a,b\n');
  request.push(null);
  const upload = await uploads.receive({ request, response } as unknown as Exchange, siteId, 100);
  await upload.remove();
  return { ...upload, response };
}

/** Begins a turn and resolves once it is inside, with what ends it. */
async function begin(upload: StoredUpload): Promise<{ end(): void; readonly done: Promise<void> }> {
  const inside = Promise.withResolvers<void>();
  const stay = Promise.withResolvers<void>();
  const done = upload.runAlone(async () => {
    inside.resolve();
    await stay.promise;
  });
  await Promise.race([inside.promise, done]);
  return { end: stay.resolve, done };
}

test('the second file of a site waits 120 seconds and is then told to come again', async () => {
  const first = await begin(await receive(1n));
  const second = await receive(1n);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let outcome: unknown = 'waiting';
  void second
    .runAlone(async () => 'done')
    .then(
      (value) => (outcome = value),
      (error: unknown) => (outcome = error),
    );
  vi.advanceTimersByTime(119_999);
  await settle();
  expect(outcome).toBe('waiting');
  vi.advanceTimersByTime(1);
  await settle();
  expect(outcome).toMatchObject({ code: 'overloaded', details: { retryAfterSeconds: 30 } });
  vi.useRealTimers();
  first.end();
  await first.done;
  expect(await (await receive(1n)).runAlone(async () => 'its turn')).toBe('its turn');
});

test('two sites are worked on at a time, and a third when one is done', async () => {
  const first = await begin(await receive(1n));
  const second = await begin(await receive(2n));
  let isThirdIn = false;
  const third = (await receive(3n)).runAlone(async () => {
    isThirdIn = true;
  });
  await settle();
  expect(isThirdIn).toBe(false);
  second.end();
  await third;
  expect(isThirdIn).toBe(true);
  first.end();
  await Promise.all([first.done, second.done]);
});

test('a sender who goes away loses the place in the line', async () => {
  const first = await begin(await receive(1n));
  const second = await receive(1n);
  const waiting = second.runAlone(async () => 'done');
  second.response.emit('close');
  await expect(waiting).rejects.toMatchObject({ code: 'bad_request' });
  first.end();
  await first.done;
});

test('work that fails ends its turn', async () => {
  const upload = await receive(1n);
  await expect(upload.runAlone(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await upload.runAlone(async () => 'again')).toBe('again');
});
