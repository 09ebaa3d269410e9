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

export interface Opening {
  readonly open: boolean;
  /** The next instant (ms since 1970) at which `open` changes; null when none comes within three weeks. */
  readonly changesAt: number | null;
}

const DAY_MS = 86_400_000;
const AHEAD_DAYS = 22;

/**
 * Whether a calendar is open at an instant, and when that changes. Windows that touch count as one, also over
 * midnight; a holiday is closed; clock changes are those of the calendar's own zone.
 * @throws RangeError when this browser does not know the zone.
 */
export function openingAt(calendar: Calendar, nowMs: number): Opening {
  const holidays = new Set(calendar.holidays.map((holiday) => holiday.date));
  const local = localParts(calendar.time_zone);
  const today = local(nowMs).dayMs;
  const spans: { from: number; to: number }[] = [];
  // A day before today as well: its last window may reach over midnight into today's.
  for (let day = -1; day < AHEAD_DAYS; day += 1) {
    const date = new Date(today + day * DAY_MS);
    if (holidays.has(date.toISOString().slice(0, 10))) continue;
    for (const window of calendar.week) {
      if (window.day_of_week !== date.getUTCDay() || window.close_minute <= window.open_minute) continue;
      spans.push({
        from: instantOf(local, date.getTime(), window.open_minute),
        to: instantOf(local, date.getTime(), window.close_minute),
      });
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
  // Open for as far as we look: it never closes, as far as anybody can use.
  return { open: true, changesAt: end - nowMs > (AHEAD_DAYS - 2) * DAY_MS ? null : end };
}

type Local = (ms: number) => { readonly dayMs: number; readonly minute: number };

/** The local date (as UTC midnight) and minute of the day of an instant. */
function localParts(timeZone: string): Local {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  return (ms) => {
    const part: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(ms)) part[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = part;
    return { dayMs: Date.UTC(year, month - 1, day), minute: hour * 60 + minute };
  };
}

/** The instant of a local minute; one that a clock change skips counts as the first minute after the gap. */
function instantOf(local: Local, dayMs: number, minute: number): number {
  const wall = dayMs + minute * 60_000;
  const shown = (ms: number) => {
    const parts = local(ms);
    return parts.dayMs + parts.minute * 60_000;
  };
  const first = wall - (shown(wall) - wall);
  const second = first - (shown(first) - wall);
  if (shown(second) === wall) return second;
  // In a gap the two guesses miss on either side of it: look for its end, minute by minute, by halves.
  let [before, after] = [Math.min(first, second), Math.max(first, second)];
  while (after - before > 60_000) {
    const middle = before + Math.floor((after - before) / 120_000) * 60_000;
    if (shown(middle) >= wall) after = middle;
    else before = middle;
  }
  return after;
}
