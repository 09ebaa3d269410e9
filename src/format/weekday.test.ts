import { expect, test } from 'vitest';
import { formatWeekday } from './weekday.ts';

test('the day of the week, the day and the time, in the zone that is shown', () => {
  expect(formatWeekday('2026-11-23T08:00:00.000Z', 'Europe/Berlin')).toBe('Mon 23 Nov, 09:00');
  expect(formatWeekday('2026-11-23T23:30:00.000Z', 'Europe/Berlin')).toBe('Tue 24 Nov, 00:30');
  expect(formatWeekday('2026-11-23T08:00:00.000Z', 'Mars/Olympus')).toBe('Mon 23 Nov, 08:00');
});
