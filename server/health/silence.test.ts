import { expect, test } from 'vitest';
import type { BusinessHours } from '#server/calendar/business-hours.ts';
import { ZoneTimes } from '#server/calendar/zone-times.ts';
import { compareHours } from './silence.ts';

const FIRST = new Date('2026-01-01T00:00:00Z');

function site(timeZone: string, more: Partial<BusinessHours> = {}) {
  const hours = { timeZone, week: [], closedDates: new Set<string>(), ...more };
  return { hours, times: new ZoneTimes(timeZone) };
}

const compare = (of: ReturnType<typeof site>, last: string, now: string, firstHour = FIRST) => {
  const compared = compareHours(of, { firstHour, last: new Date(last), now: new Date(now) });
  return compared === null ? null : Object.fromEntries(compared);
};

test('HO-08: compares the same hours of the previous four weeks, weighted by the silent part', () => {
  // A Friday, silent from 10:45 to 12:15: a quarter of an hour, an hour and a quarter.
  const quarter = { '2026-11-13': 0.0625, '2026-11-06': 0.0625, '2026-10-30': 0.0625, '2026-10-23': 0.0625 };
  expect(compare(site('UTC'), '2026-11-20T10:45:00Z', '2026-11-20T12:15:00Z')).toEqual(
    Object.fromEntries(
      Object.entries(quarter).flatMap(([date, share]) => [
        [`${date}T10:00:00.000Z`, share],
        [`${date}T11:00:00.000Z`, 4 * share],
        [`${date}T12:00:00.000Z`, share],
      ]),
    ),
  );
});

test('HO-08: hours are local, before and after a clock change', () => {
  // 10:00 in Berlin is 09:00 UTC from 25 October, and 08:00 UTC before.
  expect(compare(site('Europe/Berlin'), '2026-11-06T09:00:00Z', '2026-11-06T10:00:00Z')).toEqual({
    '2026-10-30T09:00:00.000Z': 0.25,
    '2026-10-23T08:00:00.000Z': 0.25,
    '2026-10-16T08:00:00.000Z': 0.25,
    '2026-10-09T08:00:00.000Z': 0.25,
  });
});

test('HO-08: an hour skipped by a clock change is not expected', () => {
  // 02:00 did not exist on 29 March in Berlin.
  expect(compare(site('Europe/Berlin'), '2026-04-05T00:00:00Z', '2026-04-05T01:00:00Z')).toEqual({
    '2026-03-22T01:00:00.000Z': 1 / 3,
    '2026-03-15T01:00:00.000Z': 1 / 3,
    '2026-03-08T01:00:00.000Z': 1 / 3,
  });
});

test('HO-08: closed dates count neither in the silence nor in the previous weeks', () => {
  const closedDates = new Set(['2026-11-20', '2026-11-14']);
  const compared = compare(site('UTC', { closedDates }), '2026-11-19T23:30:00Z', '2026-11-21T01:00:00Z');
  // Friday is a holiday and counts as nothing; Saturday has three weeks, as one Saturday was a holiday too.
  expect(compared).toEqual({
    '2026-11-12T23:00:00.000Z': 0.125,
    '2026-11-05T23:00:00.000Z': 0.125,
    '2026-10-29T23:00:00.000Z': 0.125,
    '2026-10-22T23:00:00.000Z': 0.125,
    '2026-11-07T00:00:00.000Z': 1 / 3,
    '2026-10-31T00:00:00.000Z': 1 / 3,
    '2026-10-24T00:00:00.000Z': 1 / 3,
  });
  // A holiday with its own hours is not a closed date.
  const ownHours = new Map([['2026-11-20', [{ open_minute: 600, close_minute: 720 }]]]);
  const open = compare(site('UTC', { closedDates, ownHours }), '2026-11-20T10:00:00Z', '2026-11-20T11:00:00Z');
  expect(Object.keys(open ?? {})).toHaveLength(4);
});

test('HO-08: a silence of more than a week is compared with the weeks before it', () => {
  const compared = compare(site('UTC'), '2026-11-10T10:00:00Z', '2026-11-20T10:00:00Z');
  expect(
    Object.keys(compared ?? {})
      .toSorted()
      .at(-1),
  ).toBe('2026-11-10T09:00:00.000Z');
  const total = Object.values(compared ?? {}).reduce((sum, weight) => sum + weight, 0);
  expect(total).toBeCloseTo(240, 9);
});

test('HO-08: compares nothing with less than four weeks before the silence, or after four weeks of silence', () => {
  const four = new Date('2026-10-23T10:00:00Z');
  expect(compare(site('UTC'), '2026-11-20T10:30:00Z', '2026-11-20T11:00:00Z', four)).not.toBeNull();
  const late = new Date('2026-10-23T11:00:00Z');
  expect(compare(site('UTC'), '2026-11-20T10:30:00Z', '2026-11-20T11:00:00Z', late)).toBeNull();
  expect(compare(site('UTC'), '2026-10-23T11:00:00Z', '2026-11-20T11:00:00Z')).not.toBeNull();
  expect(compare(site('UTC'), '2026-10-23T10:59:59Z', '2026-11-20T11:00:00Z')).toBeNull();
});
