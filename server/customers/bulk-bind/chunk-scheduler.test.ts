import { expect, test } from 'vitest';
import type { ChunkResult } from './bind-chunk.ts';
import { ChunkScheduler } from './chunk-scheduler.ts';
import { isRefused, withKeys, type ChunkRow, type KeyedRow } from './bind-plan.ts';

const row = (id: string, email: string | null, phone: string | null = null): KeyedRow =>
  withKeys({ line: 0, channel: 'sms', externalUserId: id, email, phone, displayHandle: null }, null);
const allNew: ChunkResult = { rows: [], minted: 0, isAllNew: true };
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A scheduler whose all-new chunks finish when the test says so. Chunks are named by their first handle. */
async function begin(most = 2) {
  const begun: string[] = [];
  const bound: string[] = [];
  const ends = new Map<string, (result: ChunkResult | null | Error) => void>();
  const name = ([first]: readonly ChunkRow[]) => (first === undefined || isRefused(first) ? '' : first.externalUserId);
  const scheduler = new ChunkScheduler(most, {
    bind: async (rows) => {
      begun.push(`looked up ${name(rows)}`);
      return allNew;
    },
    bindAllNew: (rows) => {
      begun.push(name(rows));
      const { promise, resolve, reject } = Promise.withResolvers<ChunkResult | null>();
      ends.set(name(rows), (result) => (result instanceof Error ? reject(result) : resolve(result)));
      return promise;
    },
  });
  const add = (...rows: readonly KeyedRow[]) => scheduler.add(rows, () => void bound.push(name(rows)));
  const end = async (chunk: string, result: ChunkResult | null | Error = allNew) => {
    ends.get(chunk)?.(result);
    await settle();
  };
  await add(row('first', 'first@x.org'));
  begun.length = 0;
  bound.length = 0;
  return { scheduler, add, end, begun, bound };
}

test('all-new chunks are bound concurrently and reported in file order', async () => {
  const { scheduler, add, end, begun, bound } = await begin();
  await add(row('a', 'a@x.org'));
  const second = add(row('b', 'b@x.org'));
  expect(begun).toEqual(['a', 'b']);
  await end('b');
  expect(bound).toEqual([]);
  await end('a');
  expect(bound).toEqual(['a']);
  await second;
  await scheduler.finish();
  expect(bound).toEqual(['a', 'b']);
});

test.each([
  ['a handle', row('a', 'other@x.org')],
  ['an email', row('other', 'A@X.org')],
  ['somebody with a phone', row('other', 'other@x.org', '+49 1')],
])('%s of a chunk at work is waited for', async (_what, meeting) => {
  const { scheduler, add, end, begun } = await begin();
  await add(row('a', 'a@x.org'));
  const second = add(row('b', 'b@x.org'), meeting);
  await settle();
  expect(begun).toEqual(['a']);
  await end('a');
  await end('b');
  await second;
  await scheduler.finish();
  expect(begun[1]).toMatch(/b$/);
});

test('a chunk that was not new is looked up, and the following ones wait', async () => {
  const { scheduler, add, end, begun, bound } = await begin();
  await add(row('a', 'a@x.org'));
  const second = add(row('b', 'b@x.org'));
  await end('a', null);
  await second;
  expect(begun).toEqual(['a', 'b', 'looked up a']);
  expect(bound).toEqual(['a']);
  await end('b');
  await scheduler.finish();
  expect(bound).toEqual(['a', 'b']);
});

test('a failure stops the scheduler, and chunks bound nevertheless are reported', async () => {
  const { scheduler, add, end, bound } = await begin();
  await add(row('a', 'a@x.org'));
  const second = add(row('b', 'b@x.org'));
  const failed = expect(second).rejects.toThrow('gone');
  await end('a', new Error('gone'));
  await failed;
  const rest = scheduler.cancel();
  await end('b');
  await rest;
  expect(bound).toEqual(['b']);
});

test('with a concurrency of one it binds one chunk after the other', async () => {
  const { add, end, begun } = await begin(1);
  let isFree = false;
  const first = add(row('a', 'a@x.org')).then(() => (isFree = true));
  await settle();
  expect(begun).toEqual(['a']);
  // `add` waits for the chunk in progress.
  expect(isFree).toBe(false);
  await end('a');
  await first;
  const second = add(row('b', 'b@x.org'));
  await end('b');
  await second;
  expect(begun).toEqual(['a', 'b']);
});
