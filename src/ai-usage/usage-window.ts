import { formatUtcDate, formatUtcDay } from '#src/format/utc-day.ts';
import { messages } from './messages.ts';
import { DEFAULT_DAYS, type AiSearch } from './search.ts';

const DAY_MS = 86_400_000;

/** Whole UTC days; `to` is not included. */
export interface UsageWindow {
  readonly from: string;
  readonly to: string;
  /** Their number. */
  readonly days: number;
  /** The window ends with today, so that GET ai_usage can answer it. */
  readonly endsToday: boolean;
}

/** The window that the address asks for. @param today the UTC date of the service's clock */
export function windowOf(search: Pick<AiSearch, 'days' | 'from' | 'to'>, today: string): UsageWindow {
  const { from, to } = search;
  if (from !== undefined && to !== undefined)
    return { from, to, days: daysBetween(from, to), endsToday: to === addDays(today, 1) };
  const days = search.days ?? DEFAULT_DAYS;
  return { from: addDays(today, 1 - days), to: addDays(today, 1), days, endsToday: true };
}

/** None of its days has begun. */
export function isAhead({ from }: Pick<UsageWindow, 'from'>, today: string): boolean {
  return from > today;
}

/** The same number of days right before. */
export function windowBefore({ from, days }: UsageWindow): UsageWindow {
  return { from: addDays(from, -days), to: from, days, endsToday: false };
}

/** A UTC date moved by whole days. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The days between two UTC dates. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** All days of a window, ascending. */
export function daysOf({ from, days }: Pick<UsageWindow, 'from' | 'days'>): readonly string[] {
  return Array.from({ length: days }, (_, index) => addDays(from, index));
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

/** The UTC date of this machine's clock, until an answer of the service has said the day. */
export function utcToday(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 10);
}

/** A calendar month of UTC days, as `2026-10`; null where the text is none. @param today a UTC date */
export function monthWindow(month: string, today: string): UsageWindow | null {
  if (!/^[1-9][0-9]{3}-(0[1-9]|1[0-2])$/.test(month)) return null;
  const from = `${month}-01`;
  const to = `${nextMonth(month)}-01`;
  return { from, to, days: daysBetween(from, to), endsToday: to === addDays(today, 1) };
}

/** The last month that is over: `2026-10` on any day of November. */
export function lastMonth(today: string): string {
  return addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7);
}

export function nextMonth(month: string): string {
  return addDays(`${month}-01`, 31).slice(0, 7);
}

export function previousMonth(month: string): string {
  return addDays(`${month}-01`, -1).slice(0, 7);
}

/** "UTC days, 25 Oct to 23 Nov": the days that a figure covers; the last day is in it. */
export function windowText({ from, to }: Pick<UsageWindow, 'from' | 'to'>): string {
  return messages.utcDays(formatUtcDay(from), formatUtcDay(addDays(to, -1)));
}

/** The same with its years. */
export function windowDates({ from, to }: Pick<UsageWindow, 'from' | 'to'>): string {
  return messages.utcDays(formatUtcDate(from), formatUtcDate(addDays(to, -1)));
}
