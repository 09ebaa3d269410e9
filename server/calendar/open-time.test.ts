import { expect, test } from 'vitest';
import type { BusinessHours, DayWindow } from './business-hours.ts';
import { OpenTime } from './open-time.ts';

const NINE_TO_FIVE = { open_minute: 540, close_minute: 1020 };
const WEEKDAYS = [1, 2, 3, 4, 5].map((day_of_week) => ({ day_of_week, ...NINE_TO_FIVE }));

function hours(timeZone: string, more: Partial<BusinessHours> = {}): BusinessHours {
  return { timeZone, week: WEEKDAYS, closedDates: new Set(), ...more };
}

const iso = (atMs: number | null) => (atMs === null ? null : new Date(atMs).toISOString());
const next = (of: BusinessHours, now: string) => iso(new OpenTime(of).changeAfter(Date.parse(now), 14));

test('HO-07: a site closes this evening and opens on the next morning, or after the weekend', () => {
  const berlin = hours('Europe/Berlin');
  expect(next(berlin, '2026-11-20T14:30:12.345Z')).toBe('2026-11-20T16:00:00.000Z');
  expect(next(berlin, '2026-11-19T16:00:00.000Z')).toBe('2026-11-20T08:00:00.000Z');
  expect(next(berlin, '2026-11-20T16:00:00.000Z')).toBe('2026-11-23T08:00:00.000Z');
  expect(next(berlin, '2026-11-23T07:59:59.999Z')).toBe('2026-11-23T08:00:00.000Z');
});

test('HO-07: holidays are closed, and a date has its own hours', () => {
  const closedDates = new Set(['2026-12-25', '2026-12-28']);
  const ownHours = new Map<string, readonly DayWindow[]>([
    ['2026-12-28', [{ open_minute: 720, close_minute: 780 }]],
    ['2026-12-29', []],
  ]);
  const site = hours('Europe/Berlin', { closedDates, ownHours });
  expect(next(site, '2026-12-24T17:00:00Z')).toBe('2026-12-28T11:00:00.000Z');
  expect(next(site, '2026-12-28T11:30:00Z')).toBe('2026-12-28T12:00:00.000Z');
  expect(next(site, '2026-12-28T12:00:00Z')).toBe('2026-12-30T08:00:00.000Z');
});

test('HO-07: adjacent windows count as one, even across midnight', () => {
  const week = [
    { day_of_week: 1, open_minute: 540, close_minute: 720 },
    { day_of_week: 1, open_minute: 720, close_minute: 1440 },
    { day_of_week: 2, open_minute: 0, close_minute: 120 },
  ];
  expect(next(hours('UTC', { week }), '2026-11-23T10:00:00Z')).toBe('2026-11-24T02:00:00.000Z');
});

test('HO-07: hours follow a clock change at night', () => {
  const newYork = hours('America/New_York');
  // From Friday evening past the night of 1 November, in which clocks go back.
  expect(next(newYork, '2026-10-30T21:00:00Z')).toBe('2026-11-02T14:00:00.000Z');
  expect(next(newYork, '2026-03-06T22:00:00Z')).toBe('2026-03-09T13:00:00.000Z');
});

test('HO-07: hours that begin within a skipped hour begin at the clock change', () => {
  const week = [{ day_of_week: 0, open_minute: 150, close_minute: 600 }];
  // Berlin skips 02:30 on 29 March 2026: it is 03:00 at 01:00 UTC.
  expect(next(hours('Europe/Berlin', { week }), '2026-03-28T20:00:00Z')).toBe('2026-03-29T01:00:00.000Z');
});

test('HO-07: a change after more than two weeks is null', () => {
  expect(next(hours('UTC', { week: [] }), '2026-11-20T14:30:00Z')).toBeNull();
  const always = [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({ day_of_week, open_minute: 0, close_minute: 1440 }));
  expect(next(hours('UTC', { week: always }), '2026-11-20T14:30:00Z')).toBeNull();
  const far = new Map([['2026-12-04', [{ open_minute: 870, close_minute: 900 }]]]);
  expect(next(hours('UTC', { week: [], ownHours: far }), '2026-11-20T14:30:00Z')).toBe('2026-12-04T14:30:00.000Z');
  expect(next(hours('UTC', { week: [], ownHours: far }), '2026-11-20T14:29:59Z')).toBeNull();
});
