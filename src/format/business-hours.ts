import { addDays } from './days.ts';
import { offsetAt } from './zone-time.ts';

/** Minutes 0 to 1440 of a local day; the minute at which it closes does not belong to it. */
export interface DayWindow {
  readonly open_minute: number;
  readonly close_minute: number;
}

/** The rules of a site's hours, in the words of the API. */
export interface Calendar {
  /** `day_of_week` 0 is Sunday. */
  readonly week: readonly (DayWindow & { readonly day_of_week: number })[];
  /** `recurring`: on this day of every year. `active` false: kept, and not applied. */
  readonly holidays: readonly {
    readonly date: string;
    readonly name?: string;
    readonly recurring?: boolean | undefined;
    readonly active?: boolean | undefined;
  }[];
  /** Dates with hours of their own; without a window such a date is closed. */
  readonly overrides?:
    | readonly {
        readonly date: string;
        readonly name?: string | undefined;
        readonly windows: readonly DayWindow[];
      }[]
    | undefined;
  readonly time_zone: string;
}

/** The rule of a date. */
export interface DayRule {
  readonly kind: 'own' | 'holiday' | 'week';
  /** The name of the holiday, or of the date with its own hours. */
  readonly name: string;
  readonly windows: readonly DayWindow[];
}

export interface BusinessHours {
  readonly open: boolean;
  /** The next instant (ms since 1970) at which `open` changes; null when none comes within the days that are searched. */
  readonly changesAt: number | null;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const AHEAD_DAYS = 22;

/** The rule of a local date: own hours beat a holiday, a holiday beats the week. */
export function ruleOn(calendar: Calendar, date: string): DayRule {
  const own = calendar.overrides?.find((override) => override.date === date);
  if (own !== undefined) return { kind: 'own', name: own.name ?? '', windows: own.windows };
  const holiday = calendar.holidays.find(
    ({ date: of, recurring, active }) =>
      active !== false && (of === date || (recurring === true && of.slice(5) === date.slice(5))),
  );
  if (holiday !== undefined) return { kind: 'holiday', name: holiday.name ?? '', windows: [] };
  const day = new Date(`${date}T00:00:00Z`).getUTCDay();
  return { kind: 'week', name: '', windows: calendar.week.filter((window) => window.day_of_week === day) };
}

/** Whether the local time is within the hours of the local date; ignores the calendar's flag. */
export function isOpenAt(calendar: Calendar, ms: number): boolean {
  const local = new Date(ms + offsetAt(ms, calendar.time_zone));
  const minute = local.getUTCHours() * 60 + local.getUTCMinutes();
  const { windows } = ruleOn(calendar, local.toISOString().slice(0, 10));
  return windows.some(({ open_minute, close_minute }) => open_minute <= minute && minute < close_minute);
}

/** Whether a calendar is open at an instant, and when that changes. Windows that touch count as one, also over midnight. */
export function businessHoursAt(calendar: Calendar, nowMs: number, days = AHEAD_DAYS): BusinessHours {
  const [change] = openChanges(calendar, nowMs, nowMs + days * DAY_MS);
  return { open: isOpenAt(calendar, nowMs), changesAt: change ?? null };
}

/** The instants after the first and up to the last at which a calendar opens or closes, in order. */
export function* openChanges(calendar: Calendar, fromMs: number, toMs: number): Generator<number> {
  let isOpen = isOpenAt(calendar, fromMs);
  for (const ms of moments(calendar, Math.floor(fromMs / MINUTE_MS) * MINUTE_MS, toMs)) {
    if (ms <= fromMs || isOpenAt(calendar, ms) === isOpen) continue;
    if (ms > toMs) return;
    isOpen = !isOpen;
    yield ms;
  }
}

/** Each instant at which a window begins or ends, or the clocks are changed: nothing else opens or closes. */
function* moments(calendar: Calendar, fromMs: number, toMs: number): Generator<number> {
  for (let ms = fromMs; ms <= toMs; ms += DAY_MS) {
    const change = clockChange(calendar.time_zone, ms, ms + DAY_MS);
    if (change === null) yield* boundsWithin(calendar, ms, ms + DAY_MS);
    else {
      yield* boundsWithin(calendar, ms, change);
      yield change;
      yield* boundsWithin(calendar, change, ms + DAY_MS);
    }
  }
}

/** Within a stretch with one offset. */
function boundsWithin(calendar: Calendar, fromMs: number, toMs: number): readonly number[] {
  const offsetMs = offsetAt(fromMs, calendar.time_zone);
  const dateOf = (ms: number) => new Date(ms + offsetMs).toISOString().slice(0, 10);
  const bounds = new Set<number>();
  for (let date = dateOf(fromMs); date <= dateOf(toMs); date = addDays(date, 1)) {
    const startMs = Date.parse(`${date}T00:00:00Z`) - offsetMs;
    for (const window of ruleOn(calendar, date).windows) {
      bounds.add(startMs + window.open_minute * MINUTE_MS);
      bounds.add(startMs + window.close_minute * MINUTE_MS);
    }
  }
  return [...bounds].filter((ms) => ms >= fromMs && ms < toMs).toSorted((a, b) => a - b);
}

/** The minute between two at which the clocks of a zone are put on or back; null without one. */
export function clockChange(zone: string, fromMs: number, toMs: number): number | null {
  const offsetMs = offsetAt(toMs, zone);
  if (offsetAt(fromMs, zone) === offsetMs) return null;
  let [before, after] = [fromMs, toMs];
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS;
    if (offsetAt(middle, zone) === offsetMs) after = middle;
    else before = middle;
  }
  return after;
}
