import { instantOf, wallTimeOf } from '#src/format/zone-time.ts';

/** A window of the week: `day_of_week` 0 is Sunday, minutes 0 to 1440 of the local day. */
interface Window {
  readonly day_of_week: number;
  readonly open_minute: number;
  readonly close_minute: number;
}

export interface Calendar {
  readonly week: readonly Window[];
  readonly holidays: readonly { readonly date: string }[];
  readonly time_zone: string;
}

export interface BusinessHours {
  readonly open: boolean;
  /** The next instant (ms since 1970) at which `open` changes; null when none comes within three weeks. */
  readonly changesAt: number | null;
}

const DAY_MS = 86_400_000;
const AHEAD_DAYS = 22;

/**
 * Whether a calendar is open at an instant, and when that changes. Windows that touch count as one, also over
 * midnight; a holiday is closed; clock changes are those of the calendar's own zone, and a minute that they leap over
 * is the end of the leap.
 */
export function businessHoursAt(calendar: Calendar, nowMs: number): BusinessHours {
  const holidays = new Set(calendar.holidays.map((holiday) => holiday.date));
  const today = wallTimeOf(nowMs, calendar.time_zone);
  const spans: { from: number; to: number }[] = [];
  // A day before today as well: its last window may reach over midnight into today's.
  for (let day = -1; day < AHEAD_DAYS; day += 1) {
    const date = new Date(Date.UTC(today.year, today.month - 1, today.day + day));
    if (holidays.has(date.toISOString().slice(0, 10))) continue;
    for (const window of calendar.week) {
      if (window.day_of_week !== date.getUTCDay() || window.close_minute <= window.open_minute) continue;
      const at = (minute: number) =>
        instantOf({ ...today, day: today.day + day, hour: 0, minute, second: 0 }, calendar.time_zone, 'end');
      spans.push({ from: at(window.open_minute), to: at(window.close_minute) });
    }
  }
  spans.sort((a, b) => a.from - b.from);
  let end: number | null = null;
  for (const span of spans) {
    if (end === null) {
      if (span.to <= nowMs) continue;
      if (span.from > nowMs) return { open: false, changesAt: span.from };
      end = span.to;
    } else if (span.from > end) break;
    else end = Math.max(end, span.to);
  }
  if (end === null) return { open: false, changesAt: null };
  // Open for as far as is searched: for all practical purposes it never closes.
  return { open: true, changesAt: end - nowMs > (AHEAD_DAYS - 2) * DAY_MS ? null : end };
}
