import { expect, test } from 'vitest';
import { planHolidays } from './plan-calendar.ts';

test('finds the holidays that depend on Easter, and those of every year once', () => {
  const holidays = planHolidays(new Date('2026-11-20T10:00:00Z'));
  const datesOf = (list: typeof holidays) => list.map(({ date }) => date);
  expect(datesOf(holidays.filter(({ recurring }) => recurring !== true))).toEqual([
    '2026-04-03',
    '2026-04-06',
    '2026-05-14',
    '2026-05-25',
    '2027-03-26',
    '2027-03-29',
    '2027-05-06',
    '2027-05-17',
  ]);
  expect(datesOf(holidays.filter(({ recurring, active }) => recurring === true && active !== false))).toEqual([
    '2025-01-01',
    '2025-05-01',
    '2025-10-03',
    '2025-12-25',
    '2025-12-26',
  ]);
  expect(datesOf(holidays)).toEqual(datesOf(holidays).toSorted());
});
