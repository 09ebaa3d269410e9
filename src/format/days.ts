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
