import { byDate, type Holiday, type OwnHours, type Plan } from './plan.ts';
import { tidyWeek, WEEK_DAYS, type Span } from './week.ts';

/** A part of a plan that is changed, compared and merged as a whole. */
export type PartKey =
  | { readonly kind: 'day'; readonly day: number }
  | { readonly kind: 'holiday' | 'own'; readonly date: string }
  | { readonly kind: 'flag' | 'zone' };

/** The result of merging my edits with what someone else saved. */
export interface Merge {
  /** Mine, with what only they changed. */
  readonly plan: Plan;
  readonly theirs: readonly PartKey[];
  /** Changed differently by both; the plan has mine. */
  readonly conflicts: readonly PartKey[];
}

export function changedParts(before: Plan, after: Plan): readonly PartKey[] {
  const dates = (kind: 'holiday' | 'own', lists: readonly (readonly { readonly date: string }[])[]): PartKey[] =>
    [...new Set(lists.flat().map(({ date }) => date))].toSorted().map((date) => ({ kind, date }));
  const all: PartKey[] = [
    ...WEEK_DAYS.map((day) => ({ kind: 'day' as const, day })),
    ...dates('holiday', [before.holidays, after.holidays]),
    ...dates('own', [before.ownHours, after.ownHours]),
    { kind: 'flag' },
    { kind: 'zone' },
  ];
  return all.filter((key) => !isAlike(before, after, key));
}

export function mergePlans(base: Plan, mine: Plan, theirs: Plan): Merge {
  const theirParts = changedParts(base, theirs);
  const isMine = (key: PartKey): boolean => !isAlike(base, mine, key);
  const fromThem = theirParts.filter((key) => !isMine(key));
  return {
    plan: takeParts(mine, theirs, fromThem),
    theirs: fromThem,
    conflicts: theirParts.filter((key) => isMine(key) && !isAlike(mine, theirs, key)),
  };
}

/** Copies some parts of another plan. */
export function takeParts(plan: Plan, from: Plan, keys: readonly PartKey[]): Plan {
  const taken = keys.reduce((next, key) => takePart(next, from, key), plan);
  return { ...taken, week: tidyWeek(taken.week).week };
}

/** A part as a string, for comparison. */
export function partOf(plan: Plan, key: PartKey): readonly Span[] | Holiday | OwnHours | boolean | string | undefined {
  switch (key.kind) {
    case 'day':
      return plan.week.filter(({ day }) => day === key.day);
    case 'holiday':
      return plan.holidays.find(({ date }) => date === key.date);
    case 'own':
      return plan.ownHours.find(({ date }) => date === key.date);
    case 'flag':
      return plan.isOn;
    case 'zone':
      return plan.zone;
  }
}

function isAlike(a: Plan, b: Plan, key: PartKey): boolean {
  return JSON.stringify(partOf(a, key)) === JSON.stringify(partOf(b, key));
}

function takePart(plan: Plan, from: Plan, key: PartKey): Plan {
  switch (key.kind) {
    case 'day': {
      const others = plan.week.filter(({ day }) => day !== key.day);
      return { ...plan, week: [...others, ...from.week.filter(({ day }) => day === key.day)] };
    }
    case 'holiday':
      return { ...plan, holidays: withDate(plan.holidays, from.holidays, key.date) };
    case 'own':
      return { ...plan, ownHours: withDate(plan.ownHours, from.ownHours, key.date) };
    case 'flag':
      return { ...plan, isOn: from.isOn };
    case 'zone':
      return { ...plan, zone: from.zone };
  }
}

function withDate<Item extends { readonly date: string }>(
  items: readonly Item[],
  from: readonly Item[],
  date: string,
): readonly Item[] {
  return [...items.filter((item) => item.date !== date), ...from.filter((item) => item.date === date)].toSorted(byDate);
}
