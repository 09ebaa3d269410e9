import type { CalendarWindow } from '#contract/calendar.ts';

/** Open minutes of a local day. */
export type DayWindow = Pick<CalendarWindow, 'open_minute' | 'close_minute'>;

/**
 * The opening hours of a site. Minutes count from local midnight, `close_minute` is the first minute that is closed.
 */
export interface BusinessHours {
  readonly timeZone: string;
  readonly week: readonly CalendarWindow[];
  /** Local dates (`2026-12-25`) that are closed all day. */
  readonly closedDates: ReadonlySet<string>;
  /** Days of the year (`12-25`) that are closed in every year. */
  readonly closedEachYear?: ReadonlySet<string>;
  /** Local dates with hours of their own, which beat holiday and week; without a window such a date is closed. */
  readonly ownHours?: ReadonlyMap<string, readonly DayWindow[]>;
}

export interface LocalMoment {
  readonly date: string;
  /** 0 is Sunday. */
  readonly dayOfWeek: number;
  readonly minute: number;
}

const FORMATS = new Map<string, Intl.DateTimeFormat>();
const DAYS: readonly string[] = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** The local time of an IANA zone. */
export function localMoment(timeZone: string, at: Date): LocalMoment {
  const parts = Object.fromEntries(
    formatFor(timeZone)
      .formatToParts(at)
      .map((part) => [part.type, part.value]),
  );
  return {
    date: `${parts['year']}-${parts['month']}-${parts['day']}`,
    dayOfWeek: DAYS.indexOf(parts['weekday'] ?? ''),
    minute: Number(parts['hour']) * 60 + Number(parts['minute']),
  };
}

/**
 * Whether the site is open at this instant: a date with own hours beats a holiday, a holiday beats the week.
 * See docs/api.md, "Business calendar".
 */
export function isWithinHours(hours: BusinessHours, at: Date): boolean {
  const local = localMoment(hours.timeZone, at);
  return windowsOn(hours, local).some(
    (window) => window.open_minute <= local.minute && local.minute < window.close_minute,
  );
}

/** The windows of a local date; empty if it is closed. */
export function windowsOn(hours: BusinessHours, local: Pick<LocalMoment, 'date' | 'dayOfWeek'>): readonly DayWindow[] {
  const own = hours.ownHours?.get(local.date);
  if (own !== undefined) return own;
  if (isHoliday(hours, local.date)) return [];
  return hours.week.filter((window) => window.day_of_week === local.dayOfWeek);
}

/** Whether a date is a holiday. */
export function isClosedDate(hours: BusinessHours, date: string): boolean {
  const own = hours.ownHours?.get(date);
  return own === undefined ? isHoliday(hours, date) : own.length === 0;
}

function isHoliday(hours: BusinessHours, date: string): boolean {
  return hours.closedDates.has(date) || hours.closedEachYear?.has(date.slice(5)) === true;
}

/** Caches formatters: Intl's are slow to create. */
function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = FORMATS.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  FORMATS.set(timeZone, format);
  return format;
}
