import { addDays } from '#src/format/days.ts';
import { formatUtcDate, formatUtcDay } from '#src/format/utc-day.ts';
import { messages } from './messages.ts';

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
