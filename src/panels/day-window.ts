import { oneOf, textWhere, type SearchRules } from '#src/browser/define-search.ts';
import { addDays, daysBetween, nextMonth, formatUtcDate, formatUtcDay } from '#src/format/days.ts';
import { messages } from '#src/panels/messages.ts';

export const WINDOW_LENGTHS = [7, 30, 90] as const;
/** With a year, where the page's calls answer so many days. */
export const YEAR_LENGTHS = [...WINDOW_LENGTHS, 365] as const;
export type WindowLength = (typeof YEAR_LENGTHS)[number];
export const DEFAULT_WINDOW_LENGTH = 30;
/** The longest window that can be chosen. */
export const MAX_WINDOW_DAYS = 366;

const date = textWhere(isDate);

/**
 * The window of days in the address of a page, chosen by its `WindowControl`:
 *
 *     const csatSearch = defineSearch({ ...windowParams, channel: name }, windowRules);
 */
export const windowParams = {
  /** The last days, up to today. */
  days: oneOf(WINDOW_LENGTHS, DEFAULT_WINDOW_LENGTH),
  /** Whole days of a free window; `to` is not included, as in the API. */
  from: date,
  to: date,
};
/** The same with a year among the last days. */
export const yearWindowParams = { ...windowParams, days: oneOf(YEAR_LENGTHS, DEFAULT_WINDOW_LENGTH) };

/** The window in an address, which leaves out the default length. */
export interface WindowSearch<Length extends WindowLength = (typeof WINDOW_LENGTHS)[number]> {
  readonly days?: Exclude<Length, typeof DEFAULT_WINDOW_LENGTH> | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}
type AnyWindow = WindowSearch<WindowLength>;

export const windowRules: SearchRules<AnyWindow> = {
  contradictions: ({ from, to }) =>
    (from === undefined && to === undefined) || isWindow(from, to) ? [] : ['from', 'to'],
};

/** Whole days; `to` is not included. */
export interface DayWindow {
  readonly from: string;
  readonly to: string;
  /** Their number. */
  readonly days: number;
  /** The window ends with today: a call that only knows the last days can answer it. */
  readonly endsToday: boolean;
}

/** The window that the address asks for. @param today in the zone of the page's days */
export function windowOf({ days: length, from, to }: AnyWindow, today: string): DayWindow {
  const tomorrow = addDays(today, 1);
  if (from !== undefined && to !== undefined)
    return { from, to, days: daysBetween(from, to), endsToday: to === tomorrow };
  const days = length ?? DEFAULT_WINDOW_LENGTH;
  return { from: addDays(today, 1 - days), to: tomorrow, days, endsToday: true };
}

/** The same number of days right before. */
export function windowBefore({ from, days }: DayWindow): DayWindow {
  return { from: addDays(from, -days), to: from, days, endsToday: false };
}

/** A calendar month, as `2026-10`; null where the text is none. */
export function monthWindow(month: string, today: string): DayWindow | null {
  if (!/^[1-9][0-9]{3}-(0[1-9]|1[0-2])$/.test(month)) return null;
  const from = `${month}-01`;
  const to = `${nextMonth(month)}-01`;
  return { from, to, days: daysBetween(from, to), endsToday: to === addDays(today, 1) };
}

/** None of its days has begun. */
export function isAhead({ from }: Pick<DayWindow, 'from'>, today: string): boolean {
  return from > today;
}

/** All days of a window, ascending. */
export function daysOf({ from, days }: Pick<DayWindow, 'from' | 'days'>): readonly string[] {
  return Array.from({ length: days }, (_, index) => addDays(from, index));
}

/** A window needs both ends, a day in it, and no more days than can be shown. */
function isWindow(from: string | undefined, to: string | undefined): boolean {
  if (from === undefined || to === undefined) return false;
  const days = daysBetween(from, to);
  return days > 0 && days <= MAX_WINDOW_DAYS;
}

/** A date from 1970 to 2999, so that dates calculated from it are valid too. */
function isDate(text: string): boolean {
  if (!/^(19[7-9][0-9]|2[0-9]{3})-[0-9]{2}-[0-9]{2}$/.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === text;
}

interface Days {
  readonly from: string;
  /** Not included. */
  readonly to: string;
}

/** "UTC days, 25 Oct to 23 Nov": the days that a figure covers; the last day is in it. A single one as "16 Nov, UTC". */
export function formatUtcDays(days: Days, format = formatUtcDay): string {
  const last = addDays(days.to, -1);
  return days.from === last
    ? messages.zoneDays(format(last), 'UTC')
    : messages.utcDays(format(days.from), format(last));
}

/** The same with its years. */
export function formatUtcDaysAndYears(days: Days): string {
  return formatUtcDays(days, formatUtcDate);
}

/** "27 Oct to 25 Nov, Europe/Berlin": days of any zone; a single one by itself, and with their years where those differ. */
export function formatZoneDays({ from, to }: Days, zone: string, format = formatOf(from, addDays(to, -1))): string {
  const last = addDays(to, -1);
  return messages.zoneDays(from === last ? format(from) : messages.window.chosen(format(from), format(last)), zone);
}

/** The same with its years, for what outlives them: a picture that is saved. */
export function formatZoneDaysAndYears(days: Days, zone: string): string {
  return formatZoneDays(days, zone, formatUtcDate);
}

function formatOf(from: string, last: string): typeof formatUtcDay {
  return from.slice(0, 4) === last.slice(0, 4) ? formatUtcDay : formatUtcDate;
}
