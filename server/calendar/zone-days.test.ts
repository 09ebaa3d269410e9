import { expect, test } from 'vitest';
import { addDays, dayStarts, zoneDate } from './zone-days.ts';

const HOUR = 3_600_000;

/** The number of hours of each day. */
const hoursOf = (zone: string, from: string, days: number) => {
  const starts = dayStarts(zone, from, days);
  return starts.slice(1).map((end, index) => (end.getTime() - (starts[index]?.getTime() ?? 0)) / HOUR);
};

test('days of a zone begin at its midnight and have 23 or 25 hours if clocks change', () => {
  expect(dayStarts('Asia/Kathmandu', '2026-11-10', 0)).toEqual([new Date('2026-11-09T18:15:00.000Z')]);
  expect(dayStarts('UTC', '2026-11-10', 1)).toEqual([new Date('2026-11-10'), new Date('2026-11-11')]);
  expect(hoursOf('Europe/Berlin', '2026-03-28', 3)).toEqual([24, 23, 24]);
  expect(hoursOf('Europe/Berlin', '2026-10-24', 3)).toEqual([24, 25, 24]);
  expect(hoursOf('Australia/Lord_Howe', '2026-04-04', 3)).toEqual([24, 24.5, 24]);
});

test('a day begins at one if clocks skip midnight, and at the first of two midnights', () => {
  // Cairo's clocks go forward at midnight, Havana's go back to midnight at one.
  expect(dayStarts('Africa/Cairo', '2026-04-24', 0)).toEqual([new Date('2026-04-23T22:00:00.000Z')]);
  expect(hoursOf('Africa/Cairo', '2026-04-23', 2)).toEqual([24, 23]);
  expect(hoursOf('America/Havana', '2026-10-31', 3)).toEqual([24, 25, 24]);
});

test('a day that a zone skipped has no hours', () => {
  expect(hoursOf('Pacific/Apia', '2011-12-29', 3)).toEqual([24, 0, 24]);
});

test('local dates of instants, and later dates', () => {
  expect(zoneDate('Pacific/Kiritimati', new Date('2026-11-20T10:00:00Z'))).toBe('2026-11-21');
  expect(zoneDate('Europe/Berlin', new Date('2026-11-20T22:59:59.999Z'))).toBe('2026-11-20');
  expect([addDays('2028-02-28', 1), addDays('2026-01-01', -1)]).toEqual(['2028-02-29', '2025-12-31']);
});
