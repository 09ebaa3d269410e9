import { expect, test } from 'vitest';
import { joinPages, type RowPage } from './use-paged-rows.ts';

const row = (id: bigint) => ({ id });
const page = (skip: number, ...items: RowPage['items']): RowPage => ({ skip, items });

test('rows are at their positions, the first page wins where two overlap', () => {
  const rows = joinPages([page(2, row(12n), row(13n)), page(0, row(10n), row(11n), row(99n))]);
  expect([0, 1, 2, 3, 4].map((index) => rows.at(index)?.id)).toEqual([10n, 11n, 12n, 13n, undefined]);
  expect(rows.countLoaded()).toBe(4);
});

test('a row that moved into the next page is shown once', () => {
  const rows = joinPages([page(0, row(1n), row(2n)), page(2, row(2n), row(3n))]);
  expect([0, 1, 2, 3].map((index) => rows.isRepeated(index))).toEqual([false, false, true, false]);
  expect(rows.indexOf('2')).toBe(1);
  expect(rows.countLoaded()).toBe(3);
});

test('ids beyond 2^53 differ', () => {
  const rows = joinPages([page(0, row(9007199254740992n), row(9007199254740993n))]);
  expect(rows.indexOf('9007199254740993')).toBe(1);
  expect(rows.isRepeated(1)).toBe(false);
  expect(rows.indexOf('merge')).toBeUndefined();
});
