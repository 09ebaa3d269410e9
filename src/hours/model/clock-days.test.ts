import { describe, expect, it } from 'vitest';
import { clockDay, nextClockDay, startOfDay } from './clock-days.ts';

describe('days on which clocks are changed', () => {
  it('knows the hour that is skipped and the one that comes twice', () => {
    expect(clockDay('2027-03-28', 'Europe/Berlin')).toEqual({ kind: 'skipped', from: 120, to: 180 });
    expect(clockDay('2027-10-31', 'Europe/Berlin')).toEqual({ kind: 'twice', from: 120, to: 180 });
    expect(clockDay('2027-03-27', 'Europe/Berlin')).toBeNull();
    expect(clockDay('2027-03-29', 'Europe/Berlin')).toBeNull();
    // By half an hour.
    expect(clockDay('2027-04-04', 'Australia/Lord_Howe')).toEqual({ kind: 'twice', from: 90, to: 120 });
    expect(clockDay('2027-03-28', 'UTC')).toBeNull();
  });

  it('knows a day without a midnight', () => {
    // Cairo goes from 00:00 to 01:00.
    expect(clockDay('2027-04-30', 'Africa/Cairo')).toEqual({ kind: 'skipped', from: 0, to: 60 });
    expect(new Date(startOfDay('2027-04-30', 'Africa/Cairo')).toISOString()).toBe('2027-04-29T22:00:00.000Z');
  });

  it('finds the next one', () => {
    expect(nextClockDay('2026-11-20', 'Europe/Berlin')).toMatchObject({ date: '2027-03-28', day: { kind: 'skipped' } });
    expect(nextClockDay('2027-03-28', 'Europe/Berlin')).toMatchObject({ date: '2027-03-28' });
    expect(nextClockDay('2027-03-29', 'Europe/Berlin')).toMatchObject({ date: '2027-10-31', day: { kind: 'twice' } });
    expect(nextClockDay('2026-11-20', 'Asia/Tokyo')).toBeNull();
  });
});
