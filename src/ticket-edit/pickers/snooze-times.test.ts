import { expect, test } from 'vitest';
import { isTwice, SNOOZE_KEYS, snoozeTimes } from './picker-choices.tsx';
import { readLocalTime } from './snooze-time.tsx';

const iso = (ms: number) => new Date(ms).toISOString();

test('mornings are at nine where the times are shown, across a change of clocks', () => {
  // A Saturday in Berlin, the night before the clocks go back.
  const times = snoozeTimes(Date.parse('2026-10-24T20:15:30Z'), 'Europe/Berlin');
  expect(iso(times.laterToday)).toBe('2026-10-24T23:16:00.000Z');
  expect(iso(times.tomorrow)).toBe('2026-10-25T08:00:00.000Z');
  expect(iso(times.monday)).toBe('2026-10-26T08:00:00.000Z');
  expect(iso(times.week)).toBe('2026-10-31T08:00:00.000Z');
});

test('on a Monday the next Monday is meant', () => {
  expect(iso(snoozeTimes(Date.parse('2026-11-23T07:00:00Z'), 'UTC').monday)).toBe('2026-11-30T09:00:00.000Z');
});

test('a time typed by hand is in the zone that is shown', () => {
  expect(readLocalTime('2026-12-01T08:30', 'America/New_York')).toBe('2026-12-01T13:30:00.000Z');
  expect(readLocalTime('soon', 'UTC')).toBeNull();
});

test.each([
  ['Sunday', '2026-11-22T10:00:00Z', ['laterToday', 'tomorrow', 'week']],
  ['Monday', '2026-11-23T10:00:00Z', ['laterToday', 'tomorrow', 'week']],
  ['Tuesday', '2026-11-24T10:00:00Z', ['laterToday', 'tomorrow', 'monday', 'week']],
])('no moment is offered twice: on a %s', (_day, now, keys) => {
  const times = snoozeTimes(Date.parse(now), 'UTC');
  expect(SNOOZE_KEYS.filter((key) => !isTwice(key, times))).toEqual(keys);
  expect(new Set(keys.map((key) => times[SNOOZE_KEYS.find((known) => known === key) ?? 'week'])).size).toBe(
    keys.length,
  );
});
