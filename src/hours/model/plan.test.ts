import { expect, it } from 'vitest';
import { surplusOf, type Plan } from './plan.ts';

const PLAN: Plan = { week: [], holidays: [], ownHours: [], isOn: true, zone: 'UTC' };

function week(count: number) {
  return Array.from({ length: count }, (_, n) => {
    const open = 60 + Math.floor(n / 7) * 120;
    return { day: n % 7, open, close: open + 60 };
  });
}

it('CAL-15: a week holds 48 windows as they are saved, so one past midnight counts twice', () => {
  expect(surplusOf({ ...PLAN, week: week(48) })).toBeNull();
  expect(surplusOf({ ...PLAN, week: week(50) })).toEqual({ part: 'week', windows: 2 });
  const overnight = { day: 0, open: 1_380, close: 1_441 };
  expect(surplusOf({ ...PLAN, week: [...week(46), overnight] })).toBeNull();
  expect(surplusOf({ ...PLAN, week: [...week(47), overnight] })).toEqual({ part: 'week', windows: 1 });
});

it('CAL-15: dates with their own hours hold 732 windows together', () => {
  const dates = (windows: number) =>
    Array.from({ length: 61 }, (_, n) => ({
      date: `2027-01-${n}`,
      name: '',
      windows: Array.from({ length: windows }, (_, at) => ({ open_minute: at * 60, close_minute: at * 60 + 30 })),
    }));
  expect(surplusOf({ ...PLAN, ownHours: dates(12) })).toBeNull();
  expect(surplusOf({ ...PLAN, ownHours: dates(13) })).toEqual({ part: 'dates', windows: 61 });
});
