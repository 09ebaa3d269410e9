import { expect, it } from 'vitest';
import { hoursFrom, mismatches } from './truth.ts';

const calendar = {
  week: [1, 2, 3, 4, 5].map((day) => ({ day_of_week: day, open_minute: 540, close_minute: 1080 })),
  holidays: [],
  time_zone: 'UTC',
};
const START = Date.parse('2026-11-20T00:00:00Z');
/** What a service answers that sees it the same way. */
const answers = hoursFrom(START).map((at_utc) => {
  const at = new Date(at_utc);
  const minute = at.getUTCHours() * 60;
  const isWorkday = (day: number) => day % 7 !== 0 && day % 7 !== 6;
  const is_open = isWorkday(at.getUTCDay()) && minute >= 540 && minute < 1080;
  const next = new Date(at_utc);
  if (is_open) next.setUTCHours(18);
  else {
    if (minute >= 540 || !isWorkday(at.getUTCDay())) next.setUTCDate(next.getUTCDate() + 1);
    next.setUTCHours(9);
    while (!isWorkday(next.getUTCDay())) next.setUTCDate(next.getUTCDate() + 1);
  }
  return { at_utc, is_open, changes_utc: next.toISOString() };
});

it('asks about every hour of 14 days', () => {
  expect(hoursFrom(START)).toHaveLength(336);
  expect(hoursFrom(START).at(-1)).toBe('2026-12-03T23:00:00.000Z');
});

it('finds nothing where both agree, and every hour where they do not', () => {
  expect(mismatches(calendar, answers)).toEqual([]);
  const wrong = answers.map((hour, index) => (index === 10 ? { ...hour, is_open: !hour.is_open } : hour));
  expect(mismatches(calendar, wrong)).toMatchObject([
    { atMs: START + 10 * 3_600_000, service: { isOpen: false }, console: { isOpen: true } },
  ]);
  expect(mismatches({ ...calendar, time_zone: 'Europe/Berlin' }, answers).length).toBeGreaterThan(20);
});

it('finds a change that lies between two hours', () => {
  const late = { ...calendar, week: calendar.week.map((window) => ({ ...window, close_minute: 1110 })) };
  const found = mismatches(late, answers);
  expect(found.filter(({ service, console }) => service.isOpen === console.isOpen).length).toBeGreaterThan(0);
});
