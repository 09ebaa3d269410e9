import { expect, test } from 'vitest';
import { addDays } from './days.ts';
import { dayAndTimeOf, instantAt, instantOf, isKnownZone, wallTimeOf } from './zone-time.ts';

const BERLIN = 'Europe/Berlin';

test('an instant and the clock of a zone say the same, both ways', () => {
  for (const zone of ['UTC', BERLIN, 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns']) {
    for (let ms = Date.UTC(2026, 0, 1); ms < Date.UTC(2027, 0, 1); ms += 37 * 3_600_000 + 420_000) {
      const wall = wallTimeOf(ms, zone);
      const back = instantOf(wall, zone);
      // In the hour that comes twice, the first one is meant.
      expect(wallTimeOf(back, zone)).toEqual(wall);
      expect(ms - back === 0 || ms - back === 3_600_000 || ms - back === 1_800_000).toBe(true);
    }
  }
});

test('an hour that the clocks leap over is taken as later, one that comes twice as the first', () => {
  const gap = { year: 2026, month: 3, day: 29, hour: 2, minute: 30, second: 0 };
  expect(new Date(instantOf(gap, BERLIN)).toISOString()).toBe('2026-03-29T01:30:00.000Z');
  expect(new Date(instantOf(gap, BERLIN, 'end')).toISOString()).toBe('2026-03-29T01:00:00.000Z');
  const twice = { year: 2026, month: 10, day: 25, hour: 2, minute: 30, second: 0 };
  expect(new Date(instantOf(twice, BERLIN)).toISOString()).toBe('2026-10-25T00:30:00.000Z');
});

test('days run on into the next month', () => {
  const later = { year: 2026, month: 12, day: 35, hour: 9, minute: 0, second: 0 };
  expect(new Date(instantOf(later, 'UTC')).toISOString()).toBe('2027-01-04T09:00:00.000Z');
});

test('an instant on the clocks of a zone', () => {
  expect(dayAndTimeOf('2026-11-20T23:32:05Z', 'Europe/Berlin')).toEqual({ day: '2026-11-21', time: '00:32:05' });
  expect(dayAndTimeOf('2026-11-20T23:32:05Z', 'UTC')).toEqual({ day: '2026-11-20', time: '23:32:05' });
  expect(dayAndTimeOf('never', 'UTC')).toBeNull();
});

test.each([
  ['2026-11-20', '14:32', 'UTC', '2026-11-20T14:32:00.000Z'],
  ['2026-07-01', '00:00', 'Europe/Berlin', '2026-06-30T22:00:00.000Z'],
  ['2026-01-01', '12:00:30', 'Asia/Kathmandu', '2026-01-01T06:15:30.000Z'],
  // Clocks go from 02:00 to 03:00: the skipped half hour is the one after it.
  ['2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  // Clocks go from 03:00 back to 02:00: the first of the two.
  ['2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-03-29', '00:00', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-10-26', '00:00', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
  ['2026-03-08', '00:00', 'America/New_York', '2026-03-08T05:00:00.000Z'],
])('%s %s in %s', (day, time, zone, iso) => {
  expect(instantAt({ day, time }, zone)).toBe(iso);
});

test.each([
  ['2026-02-30', '00:00'],
  ['2026-2-3', '00:00'],
  ['2026-02-03', '24:00'],
  ['2026-02-03', '9'],
])('there is no %s %s', (day, time) => {
  expect(instantAt({ day, time }, 'UTC')).toBeNull();
});

test('days follow the calendar', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
});

test('an unknown zone counts as UTC', () => {
  expect(isKnownZone('Mars/Olympus')).toBe(false);
  expect(isKnownZone(BERLIN)).toBe(true);
  expect(dayAndTimeOf('2026-11-20T23:32:05Z', 'Mars/Olympus')).toEqual({ day: '2026-11-20', time: '23:32:05' });
});
