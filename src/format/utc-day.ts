import { formatLocale } from '#src/i18n/locale.ts';
import { addDays } from './days.ts';
import { messages } from './messages.ts';

const day = new Intl.DateTimeFormat(formatLocale(), { timeZone: 'UTC', day: 'numeric', month: 'short' });
const dayAndYear = new Intl.DateTimeFormat(formatLocale(), {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const weekday = new Intl.DateTimeFormat(formatLocale(), { timeZone: 'UTC', weekday: 'long' });
const month = new Intl.DateTimeFormat(formatLocale(), { timeZone: 'UTC', month: 'long' });
const monthAndYear = new Intl.DateTimeFormat(formatLocale(), { timeZone: 'UTC', month: 'long', year: 'numeric' });

const at = (date: string): Date => new Date(`${date}T00:00:00Z`);

/** A UTC date as "20 Nov". */
export function formatUtcDay(date: string): string {
  return day.format(at(date));
}

/** A UTC date as "20 Nov 2026". */
export function formatUtcDate(date: string): string {
  return dayAndYear.format(at(date));
}

/** "Friday". */
export function formatUtcWeekday(date: string): string {
  return weekday.format(at(date));
}

/** The month of a UTC date: "November". */
export function formatUtcMonth(date: string): string {
  return month.format(at(date));
}

/** "November 2026". */
export function formatUtcMonthAndYear(date: string): string {
  return monthAndYear.format(at(date));
}

interface Days {
  readonly from: string;
  /** Not included. */
  readonly to: string;
}

/** "UTC days, 25 Oct to 23 Nov": the days that a figure covers; the last day is in it. */
export function formatUtcDays({ from, to }: Days): string {
  return messages.utcDays(formatUtcDay(from), formatUtcDay(addDays(to, -1)));
}

/** The same with its years. */
export function formatUtcDaysAndYears({ from, to }: Days): string {
  return messages.utcDays(formatUtcDate(from), formatUtcDate(addDays(to, -1)));
}
