import { businessHoursAt, ruleOn, type Calendar, type DayRule, type DayWindow } from '#src/format/business-hours.ts';
import { addDays, daysBetween } from '#src/format/days.ts';
import { formatUtcDay, formatUtcWeekday, formatUtcWeekdayAndDay } from '#src/format/utc-day.ts';
import { formatZone } from '#src/format/time.ts';
import { formatWeekday } from '#src/format/weekday.ts';
import { dayAndTimeOf } from '#src/format/zone-time.ts';
import { spanText } from '#src/hours/model/time-text.ts';
import { messages } from './messages.ts';

const texts = messages.ask;
const AHEAD_DAYS = 400;
/** Closed days that are named one by one. */
const MAX_NAMED = 6;

export interface Explanation {
  readonly isOpen: boolean;
  /** The rule that decides. */
  readonly rule: string;
  /** When it changes, and what lies between. */
  readonly next: string;
}

export function explain(calendar: Calendar, ms: number): Explanation {
  const { time_zone: zone } = calendar;
  const dateOf = (at: number): string => dayAndTimeOf(new Date(at).toISOString(), zone)?.day ?? '';
  const date = dateOf(ms);
  const { open: isOpen, changesAt } = businessHoursAt(calendar, ms, AHEAD_DAYS);
  const rule = ruleText(ruleOn(calendar, date), date);
  if (changesAt === null) return { isOpen, rule, next: texts.never };
  const at = new Date(changesAt).toISOString();
  const when = `${formatWeekday(at, zone)} ${formatZone(at, zone)}`;
  if (isOpen) return { isOpen, rule, next: texts.closes(when) };
  return {
    isOpen,
    rule,
    next: [texts.opens(when), holidaysBetween(calendar, date, dateOf(changesAt))].join(' ').trim(),
  };
}

export function windowsText(windows: readonly DayWindow[]): string {
  return windows
    .map(({ open_minute, close_minute }) => spanText({ open: open_minute, close: close_minute }))
    .join(', ');
}

function ruleText({ kind, name, windows }: DayRule, date: string): string {
  const day = formatUtcWeekdayAndDay(date);
  const hours = windowsText(windows);
  if (kind === 'holiday') return texts.holiday(day, name);
  if (kind === 'own') return windows.length === 0 ? texts.ownClosed(day) : texts.own(day, hours);
  const weekday = formatUtcWeekday(date);
  return windows.length === 0 ? texts.weekClosed(weekday) : texts.week(weekday, hours);
}

function holidaysBetween(calendar: Calendar, from: string, to: string): string {
  const days = Array.from({ length: Math.max(0, daysBetween(from, to) - 1) }, (_, index) => addDays(from, index + 1));
  const holidays = days
    .filter((day) => ruleOn(calendar, day).kind === 'holiday')
    .slice(0, MAX_NAMED)
    .map(formatUtcDay);
  const last = holidays.at(-1);
  if (last === undefined) return '';
  const before = holidays.slice(0, -1).join(', ');
  return texts.holidays(before === '' ? last : texts.and(before, last), holidays.length);
}
