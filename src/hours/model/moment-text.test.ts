import { describe, expect, it } from 'vitest';
import { readMoment } from './moment-text.ts';

// A Friday, 15:32 in Berlin.
const NOW = Date.parse('2026-11-20T14:32:00Z');
const read = (text: string, zone = 'Europe/Berlin') => {
  const moment = readMoment(text, NOW, zone);
  return typeof moment === 'string' ? moment : new Date(moment.ms).toISOString().slice(0, 16);
};

describe('readMoment', () => {
  it.each([
    ['24 Dec 18:30', '2026-12-24T17:30'],
    ['24 Dec 2026, 18:30', '2026-12-24T17:30'],
    ['Thu 24 December 2026 at 6:30 pm', '2026-12-24T17:30'],
    ['Dec 24 18:30', '2026-12-24T17:30'],
    ['24.12. 18:30', '2026-12-24T17:30'],
    ['24.12.2027 18:30', '2027-12-24T17:30'],
    ['3 Jan 9', '2027-01-03T08:00'],
    ['29 Feb 9am', '2028-02-29T08:00'],
    ['today 24:00', '2026-11-20T23:00'],
    ['tomorrow 9', '2026-11-21T08:00'],
    ['Fri 18:00', '2026-11-20T17:00'],
    ['monday 9:30', '2026-11-23T08:30'],
    ['18:30', '2026-11-20T17:30'],
    ['9am', '2026-11-20T08:00'],
    ['now', '2026-11-20T14:32'],
    ['2026-12-24T18:30', '2026-12-24T17:30'],
    ['2026-12-24 1830', '2026-12-24T17:30'],
    ['2026-12-24T18:30Z', '2026-12-24T18:30'],
    ['2026-12-24T18:30:00+05:30', '2026-12-24T13:00'],
    ['24 Dec 18:30 UTC', '2026-12-24T18:30'],
    ['24 Dec 18:30 America/New_York', '2026-12-24T23:30'],
  ])('reads %s', (text, instant) => expect(read(text)).toBe(instant));

  it.each([
    ['24 Dec', 'no-time'],
    ['tomorrow', 'no-time'],
    ['', 'no-date'],
    ['31 Feb 9', 'unreadable'],
    ['2026-02-30T09:00', 'unreadable'],
    ['24 Dec 25:00', 'unreadable'],
    ['soon', 'unreadable'],
    ['24 Dec 9 Mars/Base', 'unknown-zone'],
  ])('says what is wrong with %j', (text, problem) => expect(read(text)).toBe(problem));

  it('says that an hour does not exist, or exists twice', () => {
    const skipped = readMoment('28 Mar 2027 02:30', NOW, 'Europe/Berlin');
    expect(skipped).toMatchObject({
      ms: Date.parse('2027-03-28T01:30:00Z'),
      oddTime: { kind: 'skipped', typed: '02:30' },
    });
    const twice = readMoment('31 Oct 2027 02:30', NOW, 'Europe/Berlin');
    expect(twice).toMatchObject({ ms: Date.parse('2027-10-31T00:30:00Z'), oddTime: { kind: 'twice', typed: '02:30' } });
    expect(readMoment('28 Mar 2027 03:30', NOW, 'Europe/Berlin')).toMatchObject({ oddTime: null });
  });
});
