import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { ClientGone } from '#server/operation/api-error.ts';
import { LargeAnswers } from './large-answers.ts';

/** A response of which only the event `close` is used. */
function reader() {
  const emitter = new EventEmitter();
  return { response: emitter as unknown as Parameters<LargeAnswers['take']>[1], leave: () => emitter.emit('close') };
}
const take = (places: LargeAnswers, siteId: bigint) => places.take(siteId, reader().response);
const takeMany = (places: LargeAnswers, siteId: bigint, count: number) =>
  Promise.all(Array.from({ length: count }, () => take(places, siteId)));
const OVERLOADED = { code: 'overloaded', details: { retryAfterSeconds: 5 } };

test('a single site gets all places, and its next response is refused after the wait', async () => {
  const places = new LargeAnswers({ waitMs: 1 });
  await takeMany(places, 1n, 8);
  await expect(take(places, 1n)).rejects.toMatchObject(OVERLOADED);
  expect(places.held).toBe(8);
});

test('another site gets a quarter at once, and a site that has more waits', async () => {
  const places = new LargeAnswers({ waitMs: 1 });
  const [first] = await takeMany(places, 1n, 8);
  await takeMany(places, 2n, 2);
  await expect(take(places, 2n)).rejects.toMatchObject(OVERLOADED);
  await takeMany(places, 3n, 2);
  first?.release();
  first?.release();
  await expect(take(places, 1n)).rejects.toMatchObject(OVERLOADED);
  expect(places.held).toBe(11);
});

test('a waiting call gets a released place, and a disconnected one stops waiting', async () => {
  const places = new LargeAnswers({ waitMs: 60_000 });
  const [first] = await takeMany(places, 1n, 8);
  const gone = reader();
  const leaving = places.take(1n, gone.response);
  const waiting = take(places, 1n);
  gone.leave();
  await expect(leaving).rejects.toThrow(ClientGone);
  first?.release();
  (await waiting).release();
  expect(places.held).toBe(7);
});

test('only few may wait, since they use memory: others are refused immediately', async () => {
  const places = new LargeAnswers({ waitMs: 60_000 });
  const held = await takeMany(places, 1n, 8);
  const waiting = Array.from({ length: 4 }, () => take(places, 1n));
  await expect(take(places, 1n)).rejects.toMatchObject(OVERLOADED);
  for (const place of held) place.release();
  for (const place of await Promise.all(waiting)) place.release();
  expect(places.held).toBe(0);
});

test('two batches are read at the same time, and another site does not wait for them', async () => {
  const places = new LargeAnswers();
  const [one, two, three] = await takeMany(places, 1n, 3);
  const other = await take(places, 2n);
  const gate = Promise.withResolvers<void>();
  const began: number[] = [];
  const read = (n: number) => async () => {
    began.push(n);
    await gate.promise;
  };
  const all = [one?.read(read(1)), two?.read(read(2)), three?.read(read(3)), other.read(read(4))];
  await new Promise((resolve) => setImmediate(resolve));
  expect(began).toEqual([1, 2, 4]);
  gate.resolve();
  for (const reading of all) await reading;
  expect(began).toEqual([1, 2, 4, 3]);
});

test('each site may run one export at a time', () => {
  const places = new LargeAnswers();
  const end = places.takeExport(1n);
  expect(() => places.takeExport(1n)).toThrow(expect.objectContaining(OVERLOADED));
  places.takeExport(2n)();
  end();
  places.takeExport(1n)();
});
