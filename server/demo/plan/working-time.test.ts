import { expect, test } from 'vitest';
import type { BusinessHours } from '#server/calendar/business-hours.ts';
import { instantOfLocal, WorkingTime } from './working-time.ts';

const weekdays = [1, 2, 3, 4, 5].map((day_of_week) => ({ day_of_week, open_minute: 540, close_minute: 1080 }));
const HOURS: BusinessHours = { timeZone: 'Europe/Berlin', week: weekdays, closedDates: new Set(['2026-10-26']) };
const range = { from: Date.parse('2026-10-01T00:00:00Z'), to: Date.parse('2026-11-30T00:00:00Z') };
const after = (utc: string, minutes: number) =>
  new Date(new WorkingTime(HOURS, range).after(Date.parse(utc), minutes)).toISOString();

test('counts within one day', () => {
  expect(after('2026-11-18T09:00:00Z', 90)).toBe('2026-11-18T10:30:00.000Z');
});

test('waits over the night and the weekend', () => {
  expect(after('2026-11-20T16:30:00Z', 60)).toBe('2026-11-23T08:30:00.000Z');
  expect(after('2026-11-20T18:00:00Z', 10)).toBe('2026-11-23T08:10:00.000Z');
});

test('waits over a holiday and a change of summer time', () => {
  expect(after('2026-10-23T15:30:00Z', 60)).toBe('2026-10-27T08:30:00.000Z');
});

test('without any working hours, all time counts', () => {
  const never = new WorkingTime({ ...HOURS, week: [] }, range);
  expect(never.after(0, 5)).toBe(300_000);
});

test('finds the instant of a local time on both sides of a change', () => {
  expect(new Date(instantOfLocal('Europe/Berlin', '2026-10-24', 600)).toISOString()).toBe('2026-10-24T08:00:00.000Z');
  expect(new Date(instantOfLocal('Europe/Berlin', '2026-10-26', 600)).toISOString()).toBe('2026-10-26T09:00:00.000Z');
  expect(new Date(instantOfLocal('America/New_York', '2026-03-08', 1439)).toISOString()).toBe(
    '2026-03-09T03:59:00.000Z',
  );
});
