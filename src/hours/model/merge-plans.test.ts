import { describe, expect, it } from 'vitest';
import { changedParts, mergePlans, takeParts } from './merge-plans.ts';
import type { Plan } from './plan.ts';

const day = (n: number, open = 540, close = 1080) => ({ day: n, open, close });
const holiday = (date: string, name: string) => ({ date, name, recurring: false, active: true });
const base: Plan = {
  week: [day(1), day(2), day(3)],
  holidays: [holiday('2026-12-25', 'Christmas Day')],
  ownHours: [{ date: '2026-12-24', name: '', windows: [{ open_minute: 540, close_minute: 720 }] }],
  isOn: true,
  zone: 'Europe/Berlin',
};

describe('mergePlans', () => {
  it('takes what only one of both changed, part by part', () => {
    const mine = { ...base, week: [day(1, 480), day(2), day(3)], isOn: false };
    const theirs = {
      ...base,
      week: [day(1), day(2), day(3, 540, 1200)],
      holidays: [...base.holidays, holiday('2026-12-26', 'Boxing Day')],
      ownHours: [],
    };
    const { plan, conflicts, theirs: taken } = mergePlans(base, mine, theirs);
    expect(conflicts).toEqual([]);
    expect(taken).toEqual([
      { kind: 'day', day: 3 },
      { kind: 'holiday', date: '2026-12-26' },
      { kind: 'own', date: '2026-12-24' },
    ]);
    expect(plan).toEqual({ ...theirs, week: [day(1, 480), day(2), day(3, 540, 1200)], isOn: false });
  });

  it('leaves to choose what both changed, and keeps mine until then', () => {
    const mine = { ...base, week: [day(1, 480), day(2), day(3)], holidays: [] };
    const theirs = { ...base, week: [day(1, 600), day(2), day(3)], holidays: [holiday('2026-12-25', 'Christmas')] };
    const { plan, conflicts } = mergePlans(base, mine, theirs);
    expect(conflicts).toEqual([
      { kind: 'day', day: 1 },
      { kind: 'holiday', date: '2026-12-25' },
    ]);
    expect(plan).toEqual(mine);
    expect(takeParts(plan, theirs, conflicts)).toEqual(theirs);
  });

  it('knows no conflict where both changed it alike', () => {
    const both = { ...base, week: [day(1), day(2)], zone: 'UTC' };
    expect(mergePlans(base, both, both)).toEqual({ plan: both, theirs: [], conflicts: [] });
  });
});

it('lists the changed parts in the order of the page', () => {
  const after = { ...base, week: [day(0), day(1), day(2), day(3)], isOn: false, zone: 'UTC', holidays: [] };
  expect(changedParts(base, after)).toEqual([
    { kind: 'day', day: 0 },
    { kind: 'holiday', date: '2026-12-25' },
    { kind: 'flag' },
    { kind: 'zone' },
  ]);
  expect(changedParts(base, base)).toEqual([]);
});
