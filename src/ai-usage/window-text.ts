import { formatUtcDate, formatUtcDay } from '#src/format/utc-day.ts';
import { messages } from './messages.ts';
import { addDays, type UsageWindow } from './usage-window.ts';

type Days = Pick<UsageWindow, 'from' | 'to'>;

/** "UTC days, 25 Oct to 23 Nov": the days that a figure covers; the last day is in it. */
export function windowText({ from, to }: Days): string {
  return messages.utcDays(formatUtcDay(from), formatUtcDay(addDays(to, -1)));
}

/** The same with its years. */
export function windowDates({ from, to }: Days): string {
  return messages.utcDays(formatUtcDate(from), formatUtcDate(addDays(to, -1)));
}
