import { expect, test } from 'vitest';
import type { ChunkResult } from './bind-chunk.ts';
import { BindLanes } from './bind-lanes.ts';
import { withKeys, type KeyedRow } from './bind-plan.ts';

const row = (id: string, email: string | null, phone: string | null = null): KeyedRow =>
  withKeys({ line: 0, channel: 'sms', externalUserId: id, email, phone, displayHandle: null });
const news: ChunkResult = { rows: [], minted: 0, isNews: true };
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Lanes whose chunks of news end when the test says so; chunks are called by their first handle. */
async function begin(most = 2) {
  const begun: string[] = [];
  const told: string[] = [];
  const ends = new Map<string, (result: ChunkResult | null | Error) => void>();
  const name = (rows: readonly KeyedRow[]) => rows[0]?.externalUserId ?? '';
  const lanes = new BindLanes(most, {
    bind: async (rows) => {
      begun.push(`looked up ${name(rows)}`);
      return news;
    },
    bindNews: (rows) => {
      begun.push(name(rows));
      const { promise, resolve, reject } = Promise.withResolvers<ChunkResult | null>();
      ends.set(name(rows), (result) => (result instanceof Error ? reject(result) : resolve(result)));
      return promise;
    },
  });
  const add = (...rows: readonly KeyedRow[]) => lanes.add(rows, () => void told.push(name(rows)));
  const end = async (chunk: string, result: ChunkResult | null | Error = news) => {
    ends.get(chunk)?.(result);
    await settle();
  };
  await add(row('first', 'first@x.org'));
  begun.length = 0;
  told.length = 0;
  return { lanes, add, end, begun, told };
}

test('news is bound side by side, and told of in the order of the file', async () => {
  const { lanes, add, end, begun, told } = await begin();
  await add(row('a', 'a@x.org'));
  const second = add(row('b', 'b@x.org'));
  expect(begun).toEqual(['a', 'b']);
  await end('b');
  expect(told).toEqual([]);
  await end('a');
  expect(told).toEqual(['a']);
  await second;
  await lanes.finish();
  expect(told).toEqual(['a', 'b']);
});

test.each([
  ['a handle', row('a', 'other@x.org')],
  ['an email', row('other', 'A@X.org')],
  ['somebody with a phone', row('other', 'other@x.org', '+49 1')],
])('%s of a chunk at work is waited for', async (_what, meeting) => {
  const { lanes, add, end, begun } = await begin();
  await add(row('a', 'a@x.org'));
  const second = add(row('b', 'b@x.org'), meeting);
  await settle();
  expect(begun).toEqual(['a']);
  await end('a');
  await end('b');
  await second;
  await lanes.finish();
  expect(begun[1]).toMatch(/b$/);
});

test('what the database does know is looked up, and what follows it waits', async () => {
  const { lanes, add, end, begun, told } = await begin();
  await add(row('a', 'a@x.org'));
  const second = add(row('b', 'b@x.org'));
  await end('a', null);
  await second;
  expect(begun).toEqual(['a', 'b', 'looked up a']);
  expect(told).toEqual(['a']);
  await end('b');
  await lanes.finish();
  expect(told).toEqual(['a', 'b']);
});

test('a failure ends it; what is bound nevertheless is told of', async () => {
  const { lanes, add, end, told } = await begin();
  await add(row('a', 'a@x.org'));
  const second = add(row('b', 'b@x.org'));
  const failed = expect(second).rejects.toThrow('gone');
  await end('a', new Error('gone'));
  await failed;
  const rest = lanes.abandon();
  await end('b');
  await rest;
  expect(told).toEqual(['b']);
});

test('one lane binds one chunk after the other', async () => {
  const { add, end, begun } = await begin(1);
  const first = add(row('a', 'a@x.org'));
  await settle();
  expect(begun).toEqual(['a']);
  await end('a');
  await first;
  const second = add(row('b', 'b@x.org'));
  await end('b');
  await second;
  expect(begun).toEqual(['a', 'b']);
});
