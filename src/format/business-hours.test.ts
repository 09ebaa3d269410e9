import { describe, expect, it } from 'vitest';
import { businessHoursAt, isOpenAt, openChanges, ruleOn, type Calendar } from './business-hours.ts';

const weekdays = [1, 2, 3, 4, 5].map((day) => ({ day_of_week: day, open_minute: 540, close_minute: 1080 }));
const berlin: Calendar = { week: weekdays, holidays: [], time_zone: 'Europe/Berlin' };
const at = (iso: string, calendar: Calendar = berlin) => {
  const { open, changesAt } = businessHoursAt(calendar, Date.parse(iso));
  return [open, changesAt === null ? null : new Date(changesAt).toISOString()];
};

describe('businessHoursAt', () => {
  it('is open until the end of the window, which does not belong to it', () => {
    expect(at('2026-11-20T14:32:00Z')).toEqual([true, '2026-11-20T17:00:00.000Z']);
    expect(at('2026-11-20T08:00:00Z')).toEqual([true, '2026-11-20T17:00:00.000Z']);
    expect(at('2026-11-20T17:00:00Z')).toEqual([false, '2026-11-23T08:00:00.000Z']);
  });

  it('leaves out holidays of the local date', () => {
    const holidays = [{ date: '2026-11-20' }, { date: '2026-11-23' }];
    expect(at('2026-11-20T14:32:00Z', { ...berlin, holidays })).toEqual([false, '2026-11-24T08:00:00.000Z']);
  });

  it('joins windows that touch, also over midnight', () => {
    const week = [
      { day_of_week: 5, open_minute: 1200, close_minute: 1440 },
      { day_of_week: 6, open_minute: 0, close_minute: 120 },
      { day_of_week: 6, open_minute: 120, close_minute: 180 },
    ];
    expect(at('2026-11-20T21:00:00Z', { ...berlin, week })).toEqual([true, '2026-11-21T02:00:00.000Z']);
    expect(at('2026-11-21T00:30:00Z', { ...berlin, week })).toEqual([true, '2026-11-21T02:00:00.000Z']);
  });

  it('keeps local times over a clock change', () => {
    // Berlin leaves summer time on 25 October 2026.
    expect(at('2026-10-24T12:00:00Z')).toEqual([false, '2026-10-26T08:00:00.000Z']);
    expect(at('2026-10-23T17:00:00Z')).toEqual([false, '2026-10-26T08:00:00.000Z']);
    const night = [{ day_of_week: 0, open_minute: 150, close_minute: 240 }];
    // 02:30 does not exist on 29 March 2026; the first minute after the gap is 03:00.
    expect(at('2026-03-29T00:00:00Z', { ...berlin, week: night })).toEqual([false, '2026-03-29T01:00:00.000Z']);
  });

  it('knows no change for an empty week and for one that never closes', () => {
    expect(at('2026-11-20T14:32:00Z', { ...berlin, week: [] })).toEqual([false, null]);
    const always = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day_of_week: day, open_minute: 0, close_minute: 1440 }));
    expect(at('2026-11-20T14:32:00Z', { ...berlin, week: always })).toEqual([true, null]);
  });

  it('calculates in the zone of the calendar', () => {
    expect(at('2026-11-20T22:30:00Z', { ...berlin, time_zone: 'Pacific/Auckland' })).toEqual([
      false,
      '2026-11-22T20:00:00.000Z',
    ]);
  });
});

describe('the rule of a date', () => {
  const calendar: Calendar = {
    ...berlin,
    holidays: [
      { date: '2020-12-25', name: 'Christmas Day', recurring: true },
      { date: '2020-02-29', name: 'Leap day', recurring: true },
      { date: '2026-11-20', name: 'Off', active: false },
      { date: '2026-11-23', name: 'Monday' },
    ],
    overrides: [
      { date: '2026-12-25', name: 'Open at Christmas', windows: [{ open_minute: 600, close_minute: 660 }] },
      { date: '2026-11-24', windows: [] },
    ],
  };
  const kinds = (...dates: readonly string[]) => dates.map((date) => ruleOn(calendar, date).kind);

  it('is its own hours before a holiday, a holiday before the week', () => {
    expect(kinds('2026-12-25', '2027-12-25', '2026-11-23', '2027-11-23')).toEqual([
      'own',
      'holiday',
      'holiday',
      'week',
    ]);
    expect(ruleOn(calendar, '2026-11-24')).toEqual({ kind: 'own', name: '', windows: [] });
    expect(ruleOn(calendar, '2027-12-25').name).toBe('Christmas Day');
  });

  it('leaves out a holiday that is switched off, and one of a day that a year does not have', () => {
    expect(kinds('2026-11-20', '2028-02-29', '2027-02-28', '2027-03-01')).toEqual(['week', 'holiday', 'week', 'week']);
  });

  it('ends an overnight window at the midnight of a holiday', () => {
    const night = {
      ...calendar,
      week: [
        { day_of_week: 0, open_minute: 1200, close_minute: 1440 },
        { day_of_week: 1, open_minute: 0, close_minute: 360 },
      ],
    };
    expect(at('2026-11-22T21:00:00Z', night)).toEqual([true, '2026-11-22T23:00:00.000Z']);
    expect(at('2026-11-29T21:00:00Z', night)).toEqual([true, '2026-11-30T05:00:00.000Z']);
  });
});

it('is open twice in an hour that comes twice', () => {
  const calendar = { ...berlin, week: [{ day_of_week: 0, open_minute: 120, close_minute: 150 }] };
  const from = Date.parse('2026-10-24T22:00:00Z');
  expect([...openChanges(calendar, from, from + 86_400_000)].map((ms) => new Date(ms).toISOString())).toEqual([
    '2026-10-25T00:00:00.000Z',
    '2026-10-25T00:30:00.000Z',
    '2026-10-25T01:00:00.000Z',
    '2026-10-25T01:30:00.000Z',
  ]);
  expect(isOpenAt(calendar, Date.parse('2026-10-25T01:15:00Z'))).toBe(true);
});
