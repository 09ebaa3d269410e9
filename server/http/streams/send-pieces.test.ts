import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { LARGE_CHARACTERS } from './large-answers.ts';
import { sendLargeText, sendPieces } from './send-pieces.ts';

const PIECE = 'x'.repeat(10_000);
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A response that is only read when the test says so, with a record of the calls of `sendPieces`. */
function send(count: number, options: { readonly isHead?: boolean; readonly failAt?: number } = {}) {
  const heads: unknown[] = [];
  const sink = new PassThrough({ highWaterMark: 1000 });
  Object.assign(sink, { writeHead: (...head: unknown[]) => void heads.push(head) });
  const seen = { asked: 0, isClosed: false, places: 0, released: 0, ends: [] as object[] };
  async function* pieces() {
    try {
      for (; seen.asked < count; seen.asked += 1) {
        if (seen.asked === options.failAt) throw new Error('the database has gone');
        yield PIECE;
      }
    } finally {
      seen.isClosed = true;
    }
  }
  // `sendPieces` uses only these parts of a response.
  const response = sink as unknown as Parameters<typeof sendPieces>[0];
  const sending = sendPieces(response, pieces(), {
    headers: ['A', 'b'],
    isHead: options.isHead ?? false,
    takePlace: async () => {
      seen.places += 1;
      return { release: () => void (seen.released += 1), read: (work) => work() };
    },
    beforeEnd: async (isWhole) => void seen.ends.push({ isWhole, isEnded: sink.writableEnded }),
  });
  return { sink, response, heads, seen, sending };
}

test('a small response is sent with its length and takes no place', async () => {
  const { sink, heads, seen, sending } = send(3);
  await sending;
  expect(heads).toEqual([[200, ['A', 'b', 'Content-Length', '30000']]]);
  expect(sink.read()).toHaveLength(30_000);
  expect(seen).toEqual({
    asked: 3,
    isClosed: true,
    places: 0,
    released: 0,
    ends: [{ isWhole: true, isEnded: false }],
  });
});

test('a large response is produced as fast as the client reads it, and holds its place until then', async () => {
  const { sink, heads, seen, sending } = send(200);
  await settle();
  expect(seen.asked).toBeLessThan(LARGE_CHARACTERS / PIECE.length + 3);
  expect(seen).toMatchObject({ places: 1, released: 0 });
  let length = 0;
  for await (const chunk of sink) length += (chunk as Buffer).length;
  await sending;
  expect(length).toBe(200 * PIECE.length);
  expect(heads).toEqual([[200, ['A', 'b']]]);
  expect(seen).toMatchObject({ isClosed: true, released: 1, ends: [{ isWhole: true, isEnded: false }] });
});

test('a client that disconnects ends the reading of rows and releases the place', async () => {
  const { sink, seen, sending } = send(Infinity);
  await settle();
  sink.destroy();
  await sending;
  expect(seen).toMatchObject({ isClosed: true, released: 1, ends: [{ isWhole: false }] });
});

test('a failure before anything is sent is left to the caller; a later one is reported as incomplete', async () => {
  const early = send(200, { failAt: 5 });
  await expect(early.sending).rejects.toThrow('has gone');
  expect(early).toMatchObject({ heads: [], seen: { places: 0, ends: [], isClosed: true } });
  const late = send(200, { failAt: 40 });
  late.sink.resume();
  await expect(late.sending).rejects.toThrow('has gone');
  expect(late.heads).toHaveLength(1);
  expect(late.seen).toMatchObject({ places: 1, released: 1, ends: [{ isWhole: false }], isClosed: true });
});

test('HEAD returns only headers and takes no place', async () => {
  for (const [count, head] of [
    [3, [200, ['A', 'b', 'Content-Length', '30000']]],
    [200, [200, ['A', 'b']]],
  ] as const) {
    const { seen, heads, sending } = send(count, { isHead: true });
    await sending;
    expect(heads).toEqual([head]);
    expect(seen).toMatchObject({ places: 0, ends: [], isClosed: true });
  }
});

test('a large response that is complete holds its place until it is read', async () => {
  const heads: unknown[] = [];
  const sink = new PassThrough({ highWaterMark: 1000 });
  Object.assign(sink, { writeHead: (...head: unknown[]) => void heads.push(head) });
  let released = 0;
  const response = sink as unknown as Parameters<typeof sendLargeText>[0];
  const text = 'ü'.repeat(200_000);
  const sending = sendLargeText(response, text, {
    headers: [],
    isHead: false,
    takePlace: async () => ({ release: () => void (released += 1), read: (work) => work() }),
  });
  await settle();
  expect(released).toBe(0);
  const chunks: Buffer[] = [];
  for await (const chunk of sink) chunks.push(chunk as Buffer);
  await sending;
  expect(Buffer.concat(chunks).toString()).toBe(text);
  expect(heads).toEqual([[200, ['Content-Length', '400000']]]);
  expect(released).toBe(1);
});
