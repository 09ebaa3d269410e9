import { expect, test } from 'vitest';
import { formatUtcDate, formatUtcDay, formatUtcMonthAndYear, formatUtcWeekday } from '#src/format/days.ts';

test('dates are written with the day first, also in American English', () => {
  expect(formatUtcDay('2026-11-20')).toBe('20 Nov');
  expect(formatUtcDate('2026-11-20')).toBe('20 Nov 2026');
  expect(formatUtcMonthAndYear('2026-11-20')).toBe('November 2026');
  expect(formatUtcWeekday('2026-11-20')).toBe('Friday');
});
