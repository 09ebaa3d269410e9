import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ClientGone } from '#server/operation/api-error.ts';
import { testDatabase } from '#server/testing/database.ts';
import type { Exchange } from '#server/http/exchange.ts';
import { Uploads, type StoredUpload } from './uploads.ts';

const LIMIT = 16 * 1_048_576;
const settle = () => new Promise((resolve) => setImmediate(resolve));
let uploads: Uploads;

beforeEach(async () => {
  uploads = new Uploads(await testDatabase(), '');
});

afterEach(() => {
  vi.useRealTimers();
});

/** Stores an upload. @param announced Content-Length; null for none. */
async function store(
  siteId: bigint,
  announced: number | null = null,
): Promise<StoredUpload & { readonly response: ServerResponse }> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  if (announced !== null) request.headers['content-length'] = String(announced);
  request.push('a,b\n');
  request.push(null);
  const upload = await uploads.receive({ request, response } as unknown as Exchange, siteId, LIMIT);
  return { ...upload, response };
}

async function receive(siteId: bigint): Promise<StoredUpload & { readonly response: ServerResponse }> {
  const upload = await store(siteId);
  await upload.remove();
  return upload;
}

/** Starts a turn. Resolves once it runs, with the function that ends it. */
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

test('the second file of a site waits 120 seconds and is then refused with Retry-After', async () => {
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

test('files of four sites are handled at the same time, and a fifth when one is done', async () => {
  const inside = [];
  for (const site of [1n, 2n, 3n, 4n]) {
    inside.push(await begin(await receive(site)));
    // Further files of the first site, which use none of the permits.
    const more = await receive(1n);
    void more.runAlone(async () => undefined);
  }
  let isFifthIn = false;
  const fifth = (await receive(5n)).runAlone(async () => {
    isFifthIn = true;
  });
  await settle();
  expect(isFifthIn).toBe(false);
  inside[1]?.end();
  await fifth;
  for (const { end, done } of inside) {
    end();
    await done;
  }
});

test('a client that disconnects leaves the queue', async () => {
  const first = await begin(await receive(1n));
  const second = await receive(1n);
  const waiting = second.runAlone(async () => 'done');
  second.response.emit('close');
  await expect(waiting).rejects.toThrow(ClientGone);
  first.end();
  await first.done;
});

test('work that fails ends its turn', async () => {
  const upload = await receive(1n);
  await expect(upload.runAlone(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await upload.runAlone(async () => 'again')).toBe('again');
});

test('of 60 files of one site 24 may be on the disk, and other sites have space until it is full', async () => {
  const refusal = { code: 'overloaded', details: { retryAfterSeconds: 30 } };
  const stored: StoredUpload[] = [];
  for (let n = 0; n < 60; n += 1) {
    // Without Content-Length a file counts as the largest.
    if (n < 24) stored.push(await store(1n, n % 2 === 0 ? LIMIT : null));
    else await expect(store(1n, LIMIT)).rejects.toMatchObject(refusal);
  }
  await expect(store(1n, 1)).rejects.toMatchObject(refusal);
  for (const site of [2n, 3n, 4n, 5n]) {
    for (let n = 0; n < 2; n += 1) stored.push(await store(site, LIMIT));
    await expect(store(site, LIMIT)).rejects.toMatchObject(refusal);
  }
  // The total is 512 MiB.
  expect(stored).toHaveLength(32);
  await expect(store(6n, 1)).rejects.toMatchObject(refusal);
  await Promise.all(stored.splice(0, 10).map((upload) => upload.remove()));
  stored.push(await store(6n, LIMIT), await store(1n, LIMIT));
  await Promise.all(stored.map((upload) => upload.remove()));
  for (let n = 0; n < 24; n += 1) stored.push(await store(1n, LIMIT));
  await Promise.all(stored.map((upload) => upload.remove()));
});

test('a file that does not arrive releases its space', async () => {
  for (let n = 0; n < 30; n += 1) {
    const request = new IncomingMessage(new Socket());
    request.destroy();
    const exchange = { request, response: new ServerResponse(request) } as unknown as Exchange;
    await expect(uploads.receive(exchange, 1n, LIMIT)).rejects.toThrow(ClientGone);
  }
  await (await store(1n, LIMIT)).remove();
});
