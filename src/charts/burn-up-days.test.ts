import { expect, test } from 'vitest';
import { formatUtcDay } from '#src/format/utc-day.ts';
import { burnUpPoints, isAlone, readBurnUp, todayOf } from './burn-up.tsx';
import { sayReading } from './day-reading.ts';

const CHART = {
  days: ['2026-11-19', '2026-11-20', '2026-11-21'],
  actual: [10, 25, null],
  forecast: { middle: [null, 25, 40], low: [null, 25, 35], high: [null, 25, 45] },
  crossing: { day: '2026-11-21', value: 30, label: 'Crosses $30 on 21 Nov' },
  isLastPartial: true,
  format: (value: number) => `$${value}`,
};

test('a total begins with nothing at the start of its first day, and stands at the end of each', () => {
  expect(burnUpPoints(CHART).map(({ x, actual }) => [x, actual])).toEqual([
    [0, 0],
    [1, 10],
    [2, 25],
    [3, null],
  ]);
  expect(burnUpPoints({ ...CHART, actual: [null, 25, null] })[0]?.actual).toBeNull();
});

test('today is the last day that has a total; a window that is over has none', () => {
  expect(todayOf(CHART)).toBe(1);
  expect(todayOf({ ...CHART, actual: [10, 25, 30], isLastPartial: false })).toBeNull();
});

test('today is what is known, later days are a forecast with its range', () => {
  expect(sayReading(readBurnUp(CHART, 1))).toBe(`${formatUtcDay('2026-11-20')}, so far: $25`);
  expect(sayReading(readBurnUp(CHART, 2))).toBe(
    `${formatUtcDay('2026-11-21')}: Forecast $40, Range $35 to $45. Crosses $30 on 21 Nov`,
  );
});

test('a day between two gaps is alone', () => {
  expect([1, 2, 3].map((index) => isAlone([1, 2, null, 4, null], index))).toEqual([false, false, true]);
});
