import { expect, test } from 'vitest';
import type { ChunkResult } from './bind-chunk.ts';
import { ChunkScheduler } from './chunk-scheduler.ts';
import { isRefused, withKeys, type ChunkRow, type KeyedRow } from './bind-plan.ts';

const row = (id: string, email: string | null, phone: string | null = null): KeyedRow =>
  withKeys({ line: 0, channel: 'sms', externalUserId: id, email, phone, displayHandle: null }, null);
const allNew: ChunkResult = { rows: [], minted: 0, isAllNew: true };
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A scheduler whose chunks of news end when the test says so; chunks are called by their first handle. */
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

test('news is bound side by side, and reported in the order of the file', async () => {
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

test('what the database does know is looked up, and what follows it waits', async () => {
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

test('a failure ends it; what is bound nevertheless is reported', async () => {
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

test('with one at a time it binds one chunk after the other', async () => {
  const { add, end, begun } = await begin(1);
  let isFree = false;
  const first = add(row('a', 'a@x.org')).then(() => (isFree = true));
  await settle();
  expect(begun).toEqual(['a']);
  // Whoever brings chunks waits for the one that is bound.
  expect(isFree).toBe(false);
  await end('a');
  await first;
  const second = add(row('b', 'b@x.org'));
  await end('b');
  await second;
  expect(begun).toEqual(['a', 'b']);
});
