import { addDays } from '#src/format/days.ts';
import { formatUtcDate, formatUtcDay } from '#src/format/utc-day.ts';
import { messages } from './page-messages.ts';

interface Days {
  readonly from: string;
  /** Not included. */
  readonly to: string;
}

/** "UTC days, 25 Oct to 23 Nov": the days that a figure covers; the last day is in it. */
export function formatUtcDays({ from, to }: Days): string {
  const last = addDays(to, -1);
  // "16 Nov, UTC": a single day by itself.
  if (from === last) return messages.zoneDays(formatUtcDay(from), 'UTC');
  return messages.utcDays(formatUtcDay(from), formatUtcDay(last));
}

/** "27 Oct to 25 Nov, Europe/Berlin": days of any zone; a single one by itself, and with their years where those differ. */
export function formatZoneDays({ from, to }: Days, zone: string): string {
  const last = addDays(to, -1);
  const format = from.slice(0, 4) === last.slice(0, 4) ? formatUtcDay : formatUtcDate;
  const days = from === last ? format(from) : messages.window.chosen(format(from), format(last));
  return messages.zoneDays(days, zone);
}

/** The same with its years, for what outlives them: a picture that is saved. */
export function formatZoneDaysAndYears({ from, to }: Days, zone: string): string {
  const last = addDays(to, -1);
  const days = from === last ? formatUtcDate(from) : messages.window.chosen(formatUtcDate(from), formatUtcDate(last));
  return messages.zoneDays(days, zone);
}

/** `formatUtcDays` with its years. */
export function formatUtcDaysAndYears({ from, to }: Days): string {
  const last = addDays(to, -1);
  if (from === last) return messages.zoneDays(formatUtcDate(from), 'UTC');
  return messages.utcDays(formatUtcDate(from), formatUtcDate(last));
}
