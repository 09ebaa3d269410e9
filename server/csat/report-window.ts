import { isTimeZone } from '#contract/calendar-write.ts';
import { addDays, dayStarts, startOfDay, zoneDate } from '#server/calendar/zone-days.ts';
import { fieldError } from '#server/operation/field-errors.ts';
import type { Slice } from './answer-filter.sql.ts';

const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;
const DAY_MS = 86_400_000;
/** Keeps the window before within the years that PostgreSQL and Date support. */
const FIRST_DATE = '1902-01-01';
const LAST_DATE = '9998-12-31';

export interface DaysAsked {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly zone?: string | undefined;
}

/** Days of a zone; `to` is exclusive. */
export interface ReportWindow {
  readonly from: string;
  readonly to: string;
  readonly zone: string;
  readonly days: number;
}

/**
 * The requested days: by default the last 30 with today, or 30 days from or up to the one given end.
 * @throws ApiError bad_field
 */
export function readWindow(asked: DaysAsked, site: { readonly timeZone: string }, now: Date): ReportWindow {
  const zone = asked.zone ?? site.timeZone;
  if (!isTimeZone(zone)) throw fieldError('zone', 'must be the name of a time zone, such as Europe/Berlin');
  const to =
    asked.to ??
    (asked.from === undefined ? addDays(zoneDate(zone, now), 1) : checked('from', asked.from, DEFAULT_DAYS));
  const from = asked.from ?? checked('to', to, -DEFAULT_DAYS);
  checked('from', from, 0);
  checked('to', to, 0);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  if (days <= 0) throw fieldError('from', `must be before to, which is ${to} and not included`);
  if (days > MAX_DAYS) throw fieldError('from', `must be at most ${MAX_DAYS} days before to, which is ${to}`);
  return { from, to, zone, days };
}

/** The last UTC days with today. */
export function lastUtcDays(days: number, now: Date): ReportWindow {
  const to = addDays(zoneDate('UTC', now), 1);
  return { from: addDays(to, -days), to, zone: 'UTC', days };
}

/** The same number of days right before. */
export function windowBefore({ from, zone, days }: ReportWindow): ReportWindow {
  return { from: addDays(from, -days), to: from, zone, days };
}

/** The instants at which the window begins and ends. */
export function endsOf({ zone, from, to }: ReportWindow): Slice {
  return { from: startOfDay(zone, from), to: startOfDay(zone, to) };
}

/** The instants at which the days of the window begin, and its end. */
export function startsOf({ zone, from, days }: ReportWindow): Date[] {
  return dayStarts(zone, from, days);
}

function checked(field: 'from' | 'to', date: string, days: number): string {
  if (date < FIRST_DATE || date > LAST_DATE) {
    throw fieldError(field, `must be a date from ${FIRST_DATE} to ${LAST_DATE}`);
  }
  return addDays(date, days);
}
