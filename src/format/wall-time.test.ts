import { expect, test } from 'vitest';
import { instantOf, wallTimeOf } from './wall-time.ts';

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
  const gap = { year: 2026, month: 3, day: 29, hour: 2, minute: 30 };
  expect(new Date(instantOf(gap, BERLIN)).toISOString()).toBe('2026-03-29T01:30:00.000Z');
  const twice = { year: 2026, month: 10, day: 25, hour: 2, minute: 30 };
  expect(new Date(instantOf(twice, BERLIN)).toISOString()).toBe('2026-10-25T00:30:00.000Z');
});

test('days run on into the next month', () => {
  const later = { year: 2026, month: 12, day: 35, hour: 9, minute: 0 };
  expect(new Date(instantOf(later, 'UTC')).toISOString()).toBe('2027-01-04T09:00:00.000Z');
});
