import { expect, test } from 'vitest';
import { daysLeft, monthCurve, reachedOn } from './month-curve.ts';

const day = (date: string, cost_usd: number) => ({ date, cost_usd });

test('the running total of the month, today so far, and nothing after it', () => {
  const trend = [day('2026-10-31', 50), day('2026-11-01', 0.1), day('2026-11-02', 0), day('2026-11-03', 0.2)];
  const { days, actual } = monthCurve(trend, 0.3);
  expect(days).toHaveLength(30);
  expect(days[0]).toBe('2026-11-01');
  expect(days.at(-1)).toBe('2026-11-30');
  expect(actual.slice(0, 4)).toEqual([0.1, 0.1, 0.3, null]);
});

test('days that the trend does not have are unknown, and what they cost is in the curve', () => {
  const { actual } = monthCurve([day('2026-11-03', 4), day('2026-11-04', 6)], 25);
  expect(actual.slice(0, 5)).toEqual([null, null, 19, 25, null]);
});

test('a limit is reached on the first day whose total is not below it', () => {
  const curve = monthCurve([day('2026-11-01', 4), day('2026-11-02', 6), day('2026-11-03', 1)], 11);
  expect(reachedOn(curve, 10)).toBe('2026-11-02');
  expect(reachedOn(curve, 11.01)).toBeNull();
  // A budget of nothing is passed by the first cent.
  expect(reachedOn(monthCurve([day('2026-11-01', 0), day('2026-11-02', 1)], 1), 0)).toBe('2026-11-02');
});

test('the days after today, in months of every length', () => {
  expect(daysLeft('2026-11-01')).toBe(29);
  expect(daysLeft('2026-12-01')).toBe(30);
  expect(daysLeft('2026-02-01')).toBe(27);
  expect(daysLeft('2028-02-28')).toBe(1);
  expect(daysLeft('2028-02-29')).toBe(0);
  expect(daysLeft('2026-12-31')).toBe(0);
});
