import { expect, test } from 'vitest';
import { findExcess, type Plan } from './plan.ts';

const WINDOW = { open_minute: 540, close_minute: 600 };
const PLAN: Plan = { week: [], holidays: [], ownHours: [], isOn: true, zone: 'Europe/Berlin' };

const dates = (count: number) =>
  Array.from({ length: count }, (_, index) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10));
const ownHours = (count: number, windows: number) =>
  dates(count).map((date) => ({ date, name: '', windows: Array.from({ length: windows }, () => WINDOW) }));

test('a plan that is longer than a calendar may be says which part is, and by how much', () => {
  const holidays = dates(367).map((date) => ({ date, name: 'Fair', recurring: false, active: true }));
  // A window past midnight is two.
  const overnight = Array.from({ length: 25 }, () => ({ day: 1, open: 1_320, close: 1_800 }));
  expect(findExcess({ ...PLAN, holidays: holidays.slice(1), ownHours: ownHours(366, 2) })).toBeNull();
  expect(findExcess({ ...PLAN, week: overnight })).toEqual({ part: 'week', by: 2 });
  expect(findExcess({ ...PLAN, holidays })).toEqual({ part: 'holidays', by: 1 });
  expect(findExcess({ ...PLAN, ownHours: ownHours(368, 1) })).toEqual({ part: 'ownHours', by: 2 });
  expect(findExcess({ ...PLAN, ownHours: ownHours(245, 3) })).toEqual({ part: 'dateWindows', by: 3 });
});
