import { formatLocale } from '#src/i18n/locale.ts';

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
