import { expect, test } from 'vitest';
import { nextPair } from './pair.ts';

const items = (
  [
    [1n, 2n],
    [2n, 3n],
    [4n, 5n],
  ] as const
).map(([a, b]) => ({ identities: [a, b] as [bigint, bigint] }));

test('the next pair stands below, else above, and has nobody who is gone', () => {
  expect(nextPair(items, [1n, 2n], null)).toEqual([2n, 3n]);
  expect(nextPair(items, [2n, 1n], 2n)).toEqual([4n, 5n]);
  expect(nextPair(items, [4n, 5n], 5n)).toEqual([2n, 3n]);
  expect(nextPair(items, [7n, 8n], null)).toEqual([1n, 2n]);
  expect(nextPair(items.slice(0, 1), [1n, 2n], 2n)).toBeNull();
});
