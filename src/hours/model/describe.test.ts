import { expect, it } from 'vitest';
import { changeText, partText, totalChange } from './describe.ts';
import { changedParts } from './merge-plans.ts';
import { nextDateOf, type Plan } from './plan.ts';

const span = (day: number, open: number, close: number) => ({ day, open, close });
const before: Plan = {
  week: [span(1, 540, 1080), span(3, 780, 1080)],
  holidays: [{ date: '2026-12-25', name: 'Christmas Day', recurring: false, active: true }],
  ownHours: [{ date: '2026-12-24', name: 'Eve', windows: [{ open_minute: 540, close_minute: 720 }] }],
  isOn: true,
  zone: 'UTC',
};

it('says what saving would do, part by part', () => {
  const after: Plan = {
    week: [span(3, 780, 1200), span(5, 1320, 1800)],
    holidays: [{ date: '2026-12-25', name: 'Christmas Day', recurring: true, active: false }],
    ownHours: [{ date: '2026-12-31', name: '', windows: [] }],
    isOn: false,
    zone: 'Europe/Berlin',
  };
  expect(changedParts(before, after).map((key) => changeText(before, after, key))).toEqual([
    'removes 09:00 – 18:00',
    '13:00 – 18:00 becomes 13:00 – 20:00',
    'adds 22:00 – 06:00, ends on Saturday',
    'Christmas Day becomes Christmas Day, every year, off',
    'removes Eve, own hours 09:00 – 12:00',
    'adds own hours closed',
    'is no longer in effect',
    'UTC becomes Europe/Berlin',
  ]);
  expect(totalChange(before, after)).toBe('14 h a week becomes 15 h a week');
  expect(totalChange(before, before)).toBeNull();
  expect(partText(before, { kind: 'day', day: 2 })).toBe('closed');
});

it('knows when a holiday comes next', () => {
  expect(nextDateOf({ date: '2026-12-25', recurring: false }, '2026-11-20')).toBe('2026-12-25');
  expect(nextDateOf({ date: '2025-12-25', recurring: false }, '2026-11-20')).toBeNull();
  expect(nextDateOf({ date: '2030-10-31', recurring: true }, '2026-11-20')).toBe('2027-10-31');
  expect(nextDateOf({ date: '2020-02-29', recurring: true }, '2026-11-20')).toBe('2028-02-29');
});
