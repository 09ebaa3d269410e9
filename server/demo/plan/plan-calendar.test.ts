import { expect, test } from 'vitest';
import { planHolidays } from './plan-calendar.ts';

test('knows the holidays that hang on Easter', () => {
  const dates = planHolidays(new Date('2026-11-20T10:00:00Z')).map(({ date }) => date);
  expect(dates).toEqual([
    '2025-12-25',
    '2025-12-26',
    '2026-01-01',
    '2026-04-03',
    '2026-04-06',
    '2026-05-01',
    '2026-05-14',
    '2026-05-25',
    '2026-10-03',
    '2026-12-25',
    '2026-12-26',
    '2027-01-01',
    '2027-03-26',
    '2027-03-29',
    '2027-05-01',
    '2027-05-06',
    '2027-05-17',
    '2027-10-03',
  ]);
});
