import { formatLocale, isEnglish } from '#src/i18n/locale.ts';

const DAY_MS = 86_400_000;

/** A date moved by whole days. Dates are texts such as `2026-11-20`, which sort. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The days between two dates. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** The day of the month: 1 on the first. */
export function dayOfMonth(date: string): number {
  return Number(date.slice(8, 10));
}

/** The length of the month of a date. */
export function daysInMonth(date: string): number {
  return new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0)).getUTCDate();
}

/** The first day of a date's month. */
export function monthStart(date: string): string {
  return `${date.slice(0, 7)}-01`;
}

/** The last day of a date's month. */
export function monthEnd(date: string): string {
  return `${date.slice(0, 7)}-${daysInMonth(date)}`;
}

/** `2026-12` after `2026-11`. */
export function nextMonth(month: string): string {
  return addDays(monthStart(month), 31).slice(0, 7);
}

/** The month before a month or a date's month: `2026-10` before any day of November. */
export function previousMonth(month: string): string {
  return addDays(monthStart(month), -1).slice(0, 7);
}

/** The UTC date of an instant, ms since 1970. */
export function utcToday(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 10);
}

const ORDER = ['weekday', 'day', 'month', 'year'] as const;

/** Writes a UTC date such as `2026-11-20`: the day before the month in every English, as it is written elsewhere. */
function utcFormat(options: Intl.DateTimeFormatOptions): (date: string) => string {
  const format = new Intl.DateTimeFormat(formatLocale(), { ...options, timeZone: 'UTC' });
  return (text) => {
    const date = new Date(`${text}T00:00:00Z`);
    // Removes the full stop of a shortened month, which would look like the end of a sentence.
    if (!isEnglish()) return format.format(date).replace(/\.$/, '');
    const parts = format.formatToParts(date);
    return ORDER.flatMap((type) => parts.find((part) => part.type === type)?.value ?? []).join(' ');
  };
}

/** "20 Nov". */
export const formatUtcDay = utcFormat({ day: 'numeric', month: 'short' });
/** "20 Nov 2026". */
export const formatUtcDate = utcFormat({ day: 'numeric', month: 'short', year: 'numeric' });
/** "Fri 20 Nov". */
export const formatUtcWeekdayAndDay = utcFormat({ weekday: 'short', day: 'numeric', month: 'short' });
/** "Fri 20 Nov 2026". */
export const formatUtcWeekdayAndDate = utcFormat({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
/** "Friday". */
export const formatUtcWeekday = utcFormat({ weekday: 'long' });
/** The month of the date: "November". */
export const formatUtcMonth = utcFormat({ month: 'long' });
/** "November 2026". */
export const formatUtcMonthAndYear = utcFormat({ month: 'long', year: 'numeric' });
