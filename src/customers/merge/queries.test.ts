import { expect, test } from 'vitest';
import { formatMoved, isSamePair, nextPair } from './queries.ts';
import { parsePair } from '#src/customers/search.ts';

const items = (
  [
    [1n, 2n],
    [2n, 3n],
    [4n, 5n],
  ] as const
).map(([a, b]) => ({ identities: [a, b] as [bigint, bigint] }));

test('the next pair is the one below, else above, without the customer who is gone', () => {
  expect(nextPair(items, [1n, 2n], null)).toEqual([2n, 3n]);
  expect(nextPair(items, [2n, 1n], 2n)).toEqual([4n, 5n]);
  expect(nextPair(items, [4n, 5n], 5n)).toEqual([2n, 3n]);
  expect(nextPair(items, [7n, 8n], null)).toEqual([1n, 2n]);
  expect(nextPair(items.slice(0, 1), [1n, 2n], 2n)).toBeNull();
});

test('a pair is two different customers, in any order', () => {
  expect(parsePair('30418-30122')).toEqual([30418n, 30122n]);
  for (const text of ['', '30418', '30418-', '1-1', '0-1', '1-2-3', 'a-b', '1-99999999999999999999'])
    expect(parsePair(text), text).toBeNull();
  expect(isSamePair([1n, 2n], [2n, 1n])).toBe(true);
  expect(isSamePair([1n, 2n], [2n, 3n])).toBe(false);
});

test('only parts that moved are named, without portal links', () => {
  const none = { tickets: 0, handles: 0, links: 0, sessions: 0, visitors: 0, notes: 0 };
  expect(formatMoved({ ...none, tickets: 1204, handles: 1, notes: 1 })).toBe('1,204 tickets, 1 channel and 1 note');
  expect(formatMoved({ ...none, links: 2 })).toBeNull();
});
