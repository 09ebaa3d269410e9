import { expect, test } from 'vitest';
import { formatDay, formatInstant, formatNear, formatTime, formatWeekday, formatAge } from '#src/format/time.ts';

const NOW = Date.parse('2026-11-20T14:32:00.000Z');

test('an instant names day, month, time and zone in this order, and the year where it is another', () => {
  expect(formatInstant('2026-11-20T14:32:00.000Z', 'UTC', NOW)).toBe('20 Nov, 14:32 UTC');
  expect(formatInstant('2025-11-20T14:32:00.000Z', 'UTC', NOW)).toBe('20 Nov 2025, 14:32 UTC');
});

test('the year is the one of the zone', () => {
  const newYear = Date.parse('2027-01-01T00:30:00.000Z');
  expect(formatDay('2026-12-31T23:30:00.000Z', 'UTC', newYear)).toBe('31 Dec 2026');
  expect(formatDay('2026-12-31T23:30:00.000Z', 'Asia/Tokyo', newYear)).toBe('1 Jan');
  expect(formatDay('2026-12-31T12:00:00.000Z', 'America/Los_Angeles', newYear)).toBe('31 Dec');
});

test('midnight is 00:00, and the day is the one of the zone', () => {
  expect(formatTime('2026-11-20T00:00:00.000Z', 'UTC')).toBe('00:00');
  expect(formatDay('2026-11-20T23:30:00.000Z', 'Asia/Tokyo', NOW)).toBe('21 Nov');
  expect(formatDay('2026-11-20T03:00:00.000Z', 'America/Los_Angeles', NOW)).toBe('19 Nov');
});

test.each([
  ['2026-03-29T00:59:00.000Z', '01:59'],
  ['2026-03-29T01:00:00.000Z', '03:00'],
  ['2026-10-25T00:59:00.000Z', '02:59'],
  ['2026-10-25T01:00:00.000Z', '02:00'],
])('the clock changes of Berlin: %s is %s', (iso, time) => {
  expect(formatTime(iso, 'Europe/Berlin')).toBe(time);
});

test('the two hours of the same name differ by their zone', () => {
  const summer = formatInstant('2026-10-25T00:30:00.000Z', 'Europe/Berlin');
  const winter = formatInstant('2026-10-25T01:30:00.000Z', 'Europe/Berlin');
  expect(summer).toContain('02:30');
  expect(winter).toContain('02:30');
  expect(summer).not.toBe(winter);
});

test('today and yesterday are days of the calendar, over a day of 25 hours as well', () => {
  const now = Date.parse('2026-10-25T22:30:00.000Z');
  expect(formatNear('2026-10-24T22:10:00.000Z', 'Europe/Berlin', now)).toMatch(/^Today, 00:10 /);
  expect(formatNear('2026-10-24T21:50:00.000Z', 'Europe/Berlin', now)).toMatch(/^Yesterday, 23:50 /);
  expect(formatNear('2026-10-23T21:50:00.000Z', 'Europe/Berlin', now)).toMatch(/^23 Oct, 23:50 /);
  expect(formatNear('2026-02-28T12:00:00.000Z', 'UTC', Date.parse('2026-03-01T00:00:00.000Z'))).toBe(
    'Yesterday, 12:00 UTC',
  );
});

test('a zone that is unknown shows UTC, and a text that is no instant shows itself', () => {
  expect(formatInstant('2026-11-20T14:32:00.000Z', 'Mars/Olympus', NOW)).toBe('20 Nov, 14:32 UTC');
  expect(formatInstant('soon', 'UTC')).toBe('soon');
  expect(formatNear('soon', 'UTC', 0)).toBe('soon');
});

test('the day of the week, the day and the time, in the zone that is shown', () => {
  expect(formatWeekday('2026-11-23T08:00:00.000Z', 'Europe/Berlin')).toBe('Mon 23 Nov, 09:00');
  expect(formatWeekday('2026-11-23T23:30:00.000Z', 'Europe/Berlin')).toBe('Tue 24 Nov, 00:30');
  expect(formatWeekday('2026-11-23T08:00:00.000Z', 'Mars/Olympus')).toBe('Mon 23 Nov, 08:00');
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
  [-5 * HOUR, '<1m'],
  [59_999, '<1m'],
  [MINUTE, '1m'],
  [48 * MINUTE + 59_000, '48m'],
  [HOUR, '1h 00m'],
  [6 * HOUR + 4 * MINUTE, '6h 04m'],
  [DAY - 1, '23h 59m'],
  [DAY, '1d'],
  [2 * DAY + 23 * HOUR, '2d'],
  [400 * DAY, '400d'],
  [Number.NaN, '<1m'],
])('%d ms is %s', (ms, text) => {
  expect(formatAge(ms)).toBe(text);
});
