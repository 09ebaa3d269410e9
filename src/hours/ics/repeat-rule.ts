import { addDays, daysBetween } from '#src/format/days.ts';

/** A rule of repetition, RRULE of RFC 5545, by whole days. */
export interface RepeatRule {
  readonly frequency: 'YEARLY' | 'MONTHLY' | 'WEEKLY' | 'DAILY';
  readonly interval: number;
  readonly count: number | null;
  readonly until: string | null;
  readonly months: readonly number[];
  readonly monthDays: readonly number[];
  readonly weekdays: readonly { readonly day: number; readonly nth: number | null }[];
  readonly positions: readonly number[];
  /** 0 is Sunday. */
  readonly weekStart: number;
}

const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const FREQUENCIES = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY'] as const;
const KNOWN = /^(?:FREQ|INTERVAL|COUNT|UNTIL|BYMONTH|BYMONTHDAY|BYDAY|BYSETPOS|WKST)$/;

/** Null for a rule that is not followed here: by weeks or days of the year, by hours, or one that is none. */
export function parseRule(text: string): RepeatRule | null {
  const parts = new Map<string, string>();
  for (const part of text.trim().toUpperCase().split(';')) {
    const [name = '', value = ''] = part.split('=');
    if (part === '') continue;
    if (!KNOWN.test(name) || value === '') return null;
    parts.set(name, value);
  }
  const numbers = (name: string) => (parts.get(name) ?? '').split(',').filter(Boolean).map(Number);
  const weekdays = (parts.get('BYDAY') ?? '')
    .split(',')
    .filter(Boolean)
    .map((one) => {
      const [, nth, day = ''] = /^([+-]?[0-9]{1,2})?([A-Z]{2})$/.exec(one) ?? [];
      return { day: DAYS.indexOf(day), nth: nth === undefined ? null : Number(nth) };
    });
  const frequency = FREQUENCIES.find((known) => known === parts.get('FREQ'));
  const until = parts.get('UNTIL');
  const rule = {
    interval: Number(parts.get('INTERVAL') ?? 1),
    count: parts.has('COUNT') ? Number(parts.get('COUNT')) : null,
    months: numbers('BYMONTH'),
    monthDays: numbers('BYMONTHDAY'),
    weekdays,
    positions: numbers('BYSETPOS'),
    weekStart: DAYS.indexOf(parts.get('WKST') ?? 'MO'),
  };
  const all = [rule.interval, rule.count ?? 1, ...rule.months, ...rule.monthDays, ...rule.positions];
  const isWhole = all.every((n) => Number.isInteger(n) && n !== 0) && rule.interval > 0 && (rule.count ?? 1) > 0;
  if (frequency === undefined || !isWhole || rule.weekStart < 0 || weekdays.some(({ day }) => day < 0)) return null;
  if (until !== undefined && !/^[0-9]{8}(?:T[0-9]{6}Z?)?$/.test(until)) return null;
  return {
    ...rule,
    frequency,
    until: until === undefined ? null : `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`,
  };
}

/** The rule says no more than "on this day of every year". */
export function isEveryYear(rule: RepeatRule, start: string): boolean {
  const { frequency, interval, count, until, months, monthDays, weekdays, positions } = rule;
  const isSame = (values: readonly number[], value: number): boolean =>
    values.length === 0 || (values.length === 1 && values[0] === value);
  return (
    frequency === 'YEARLY' &&
    interval === 1 &&
    count === null &&
    until === null &&
    weekdays.length === 0 &&
    positions.length === 0 &&
    isSame(months, Number(start.slice(5, 7))) &&
    isSame(monthDays, Number(start.slice(8)))
  );
}

/** The dates of a rule that begins on a date, from one day to another, both included. */
export function expandRule(rule: RepeatRule, start: string, from: string, to: string): readonly string[] {
  const found: string[] = [];
  const end = rule.until !== null && rule.until < to ? rule.until : to;
  // Who counts begins with the first; all others may begin where it matters.
  const first = rule.count === null ? periodsBefore(rule, start, from) : 0;
  let left = rule.count ?? Infinity;
  for (let step = first; ; step += rule.interval) {
    const { begin, days } = periodOf(rule, start, step);
    if (begin > end) return found;
    for (const date of datesOf(rule, start, begin, days)) {
      if (date < start) continue;
      if (date > end || left === 0) return found;
      left -= 1;
      if (date >= from) found.push(date);
    }
  }
}

/** A whole number of intervals that ends before a date. */
function periodsBefore({ frequency, interval }: RepeatRule, start: string, from: string): number {
  if (from <= start) return 0;
  const lengths = { YEARLY: 366, MONTHLY: 31, WEEKLY: 7, DAILY: 1 };
  const periods = Math.floor(daysBetween(start, from) / lengths[frequency]) - 1;
  return Math.max(0, Math.floor(periods / interval) * interval);
}

/** The year, month, week or day that lies so many after the one of the start. */
function periodOf({ frequency, weekStart }: RepeatRule, start: string, step: number) {
  const [year, month] = [Number(start.slice(0, 4)), Number(start.slice(5, 7))];
  if (frequency === 'DAILY') return { begin: addDays(start, step), days: 1 };
  if (frequency === 'WEEKLY') {
    const sinceStart = (weekdayOf(start) - weekStart + 7) % 7;
    return { begin: addDays(start, step * 7 - sinceStart), days: 7 };
  }
  const begin = frequency === 'YEARLY' ? utcDate(year + step, 0, 1) : utcDate(year, month - 1 + step, 1);
  const next = frequency === 'YEARLY' ? utcDate(year + step + 1, 0, 1) : utcDate(year, month + step, 1);
  return { begin, days: daysBetween(begin, next) };
}

function datesOf(rule: RepeatRule, start: string, begin: string, days: number): readonly string[] {
  const all = Array.from({ length: days }, (_, index) => addDays(begin, index)).filter((date) =>
    isMeant(rule, start, date),
  );
  if (rule.positions.length === 0) return all;
  const chosen = new Set(rule.positions.map((n) => all.at(n > 0 ? n - 1 : n)));
  return all.filter((date) => chosen.has(date));
}

function isMeant(rule: RepeatRule, start: string, date: string): boolean {
  const { frequency, months, monthDays, weekdays } = rule;
  const [month, day] = [Number(date.slice(5, 7)), Number(date.slice(8))];
  const isYearly = frequency === 'YEARLY';
  if (months.length > 0 && !months.includes(month)) return false;
  // Where the rule does not say which, it is as the first one.
  if (
    isYearly &&
    months.length === 0 &&
    weekdays.length === 0 &&
    monthDays.length === 0 &&
    month !== Number(start.slice(5, 7))
  )
    return false;
  const length = daysBetween(`${date.slice(0, 7)}-01`, utcDate(Number(date.slice(0, 4)), month, 1));
  if (monthDays.length > 0 && !monthDays.some((n) => (n > 0 ? n : length + 1 + n) === day)) return false;
  if (weekdays.length > 0) {
    const perYear = isYearly && months.length === 0;
    const at = perYear ? daysBetween(`${date.slice(0, 4)}-01-01`, date) : day - 1;
    const of = perYear ? daysBetween(`${date.slice(0, 4)}-01-01`, utcDate(Number(date.slice(0, 4)) + 1, 0, 1)) : length;
    const [nth, fromEnd] = [Math.floor(at / 7) + 1, -(Math.floor((of - 1 - at) / 7) + 1)];
    return weekdays.some(
      (one) => one.day === weekdayOf(date) && (one.nth === null || one.nth === nth || one.nth === fromEnd),
    );
  }
  if (monthDays.length > 0 || frequency === 'DAILY') return true;
  return frequency === 'WEEKLY' ? weekdayOf(date) === weekdayOf(start) : day === Number(start.slice(8));
}

function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

function utcDate(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}
