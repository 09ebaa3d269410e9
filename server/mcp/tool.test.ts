import { expect, test } from 'vitest';
import { checkOrder, largestCounts } from './tool.ts';

test('MC-06: of many counts the 25 highest are shown, the highest first', () => {
  const all = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`c${n}`, n]));
  const shown = Object.entries(largestCounts(all));
  expect([shown.length, shown[0], shown[24]]).toEqual([25, ['c29', 29], ['c5', 5]]);
});

test('MC-06: a window is compared as instants, and what is no time is left to the operation', () => {
  const check = (from?: string, to?: string) => () => checkOrder('from', from, 'to', to);
  expect(check('2026-11-20T01:00:00+01:00', '2026-11-20T00:00:00Z')).toThrow('from must be before to');
  expect(check('2026-11-20T02:00:00+02:00', '2026-11-20T00:00:01Z')).not.toThrow();
  for (const ends of [['x', '2026-11-20'], ['2026-11-20', 'x'], ['2026-11-20'], []])
    expect(check(...ends)).not.toThrow();
});
