import { describe, expect, it } from 'vitest';
import { businessHoursAt, type Calendar } from './business-hours.ts';

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

  it('reckons in the zone of the calendar', () => {
    expect(at('2026-11-20T22:30:00Z', { ...berlin, time_zone: 'Pacific/Auckland' })).toEqual([
      false,
      '2026-11-22T20:00:00.000Z',
    ]);
  });
});
