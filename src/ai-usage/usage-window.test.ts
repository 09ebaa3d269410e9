import { expect, test } from 'vitest';
import { lastMonth, monthWindow, nextMonth, previousMonth } from './usage-window.ts';

test('a month is whole UTC days, with a leap day where there is one', () => {
  expect(monthWindow('2026-10', '2026-11-20')).toEqual({
    from: '2026-10-01',
    to: '2026-11-01',
    days: 31,
    endsToday: false,
  });
  expect(monthWindow('2028-02', '2028-02-29')).toMatchObject({ to: '2028-03-01', days: 29, endsToday: true });
  expect(monthWindow('2026-12', '2027-01-01')).toMatchObject({ from: '2026-12-01', to: '2027-01-01', days: 31 });
});

test('what is no month has no window', () => {
  for (const text of ['', '2026-13', '2026-00', '26-10', '2026-1', '2026-10-01', '0000-01']) {
    expect(monthWindow(text, '2026-11-20')).toBeNull();
  }
});

test('the months beside one another, across years', () => {
  expect(lastMonth('2026-11-01')).toBe('2026-10');
  expect(lastMonth('2027-01-31')).toBe('2026-12');
  expect([nextMonth('2026-12'), nextMonth('2027-01'), previousMonth('2027-01')]).toEqual([
    '2027-01',
    '2027-02',
    '2026-12',
  ]);
});
