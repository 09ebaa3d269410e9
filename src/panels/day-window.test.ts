import { expect, test } from 'vitest';
import { defineSearch } from '#src/browser/define-search.ts';
import { nextMonth, previousMonth } from '#src/format/days.ts';
import { monthWindow, windowBefore, windowOf, windowParams, windowRules } from './day-window.ts';

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
  expect(previousMonth('2026-11-01')).toBe('2026-10');
  expect(previousMonth('2027-01-31')).toBe('2026-12');
  expect([nextMonth('2026-12'), nextMonth('2027-01'), previousMonth('2027-01')]).toEqual([
    '2027-01',
    '2027-02',
    '2026-12',
  ]);
});

test('an address has the last days or free ones, and each has a period before', () => {
  const search = defineSearch(windowParams, windowRules);
  const last = windowOf(search({ days: '7' }), '2026-11-20');
  expect(last).toEqual({ from: '2026-11-14', to: '2026-11-21', days: 7, endsToday: true });
  expect(windowBefore(last)).toEqual({ from: '2026-11-07', to: '2026-11-14', days: 7, endsToday: false });
  const free = windowOf(search({ from: '2026-02-01', to: '2026-03-01', days: '7' }), '2026-11-20');
  expect(free).toEqual({ from: '2026-02-01', to: '2026-03-01', days: 28, endsToday: false });
  expect(windowBefore(free)).toMatchObject({ from: '2026-01-04', to: '2026-02-01' });
  expect(windowOf(search({ from: '2026-03-01', to: '2026-02-01' }), '2026-11-20')).toMatchObject({ days: 30 });
});
