import type { DayWindow } from '#src/format/business-hours.ts';
import { DAY_MINUTES, type Span } from './week.ts';

/** Parses `9`, `930`, `9:30`, `9.30`, `9am`, `9:30 pm` or `24:00` to a minute of the day; null for anything else. */
export function parseMinute(text: string): number | null {
  const read = /^([0-9]{1,2})(?:[:.h]?([0-9]{2}))?\s*([ap])?\.?m?\.?$/i.exec(text.trim());
  if (read === null || (/m/i.test(text) && read[3] === undefined)) return null;
  const [hour, minute] = [Number(read[1]), Number(read[2] ?? 0)];
  const half = read[3]?.toLowerCase();
  if (minute > 59 || (half !== undefined && (hour < 1 || hour > 12))) return null;
  const value = (half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0)) * 60 + minute;
  return value > DAY_MINUTES ? null : value;
}

/** "09:00", "24:00"; minutes after midnight as of the next day. */
export function minuteText(minute: number): string {
  const shown = minute > DAY_MINUTES ? minute - DAY_MINUTES : minute;
  return `${String(Math.floor(shown / 60)).padStart(2, '0')}:${String(shown % 60).padStart(2, '0')}`;
}

export interface Ends {
  readonly open: number;
  readonly close: number;
}

/** Which of the two fields is wrong, and how. */
export interface EndsProblem {
  readonly field: 'open' | 'close';
  readonly kind: 'unreadable' | 'same' | 'inverted';
}

/**
 * The window of two fields. An end before the start means the next day in the week, and is refused for a date, whose hours end
 * at midnight. 00:00 as the end is midnight.
 */
export function readEnds(openText: string, closeText: string, canPassMidnight: boolean): Ends | EndsProblem {
  const [open, end] = [parseMinute(openText), parseMinute(closeText)];
  if (open === null || open === DAY_MINUTES) return { field: 'open', kind: 'unreadable' };
  if (end === null) return { field: 'close', kind: 'unreadable' };
  const close = end === 0 ? DAY_MINUTES : end;
  if (close > open) return { open, close };
  if (close === open) return { field: 'close', kind: 'same' };
  return canPassMidnight ? { open, close: close + DAY_MINUTES } : { field: 'close', kind: 'inverted' };
}

export function spanText({ open, close }: Pick<Span, 'open' | 'close'>): string {
  return `${minuteText(open)} – ${minuteText(close)}`;
}

export function windowsText(windows: readonly DayWindow[]): string {
  return windows
    .map(({ open_minute, close_minute }) => spanText({ open: open_minute, close: close_minute }))
    .join(', ');
}

/** "49", "37.5". */
export function hoursText(minutes: number): string {
  return String(Math.round((minutes / 60) * 100) / 100);
}
