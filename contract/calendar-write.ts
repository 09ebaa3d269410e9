import * as z from 'zod/mini';
import { calendar } from './calendar.ts';
import { extension, operation } from './operation.ts';
import { date, flag, integer, text, within } from './scalars.ts';

const DAY_MINUTES = 1_440;
/** Dates that one calendar holds, of each kind. */
export const MAX_CALENDAR_DATES = 366;
/** A window past midnight is two. */
export const MAX_WEEK_WINDOWS = 48;
/** Total over all dates: two for each date that a calendar may have. */
export const MAX_DATE_WINDOWS = 732;

const inOrder = { error: 'must be after open_minute; split a window past midnight in two', path: ['close_minute'] };
const isInOrder = (window: { readonly open_minute: number; readonly close_minute: number }) =>
  window.open_minute < window.close_minute;

const minutes = { open_minute: within(0, DAY_MINUTES), close_minute: within(0, DAY_MINUTES) };
const weekWindow = z.strictObject({ day_of_week: within(0, 6), ...minutes }).check(z.refine(isInOrder, inOrder));
const dateWindow = z.strictObject(minutes).check(z.refine(isInOrder, inOrder));

// PostgreSQL has no year 0.
const calendarDate = date.check(
  z.refine((s) => !s.startsWith('0000'), { error: 'must be a date in the year 1 or later' }),
);

/** Names that the zone database has, such as Europe/Berlin; not bare offsets, which know no summer time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+\-/]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function dates<Item extends z.ZodMiniType<{ readonly date: string }>>(item: Item) {
  const error = `must be a list of at most ${MAX_CALENDAR_DATES} dates`;
  return z.array(item, { error }).check(
    z.maxLength(MAX_CALENDAR_DATES, { error }),
    z.refine((list) => new Set(list.map((entry) => entry.date)).size === list.length, {
      error: 'must not contain a date twice',
    }),
  );
}

const weekWindows = { error: `must be a list of at most ${MAX_WEEK_WINDOWS} windows` };

const calendarChange = z.strictObject({
  week: z.array(weekWindow, weekWindows).check(
    z.maxLength(MAX_WEEK_WINDOWS, weekWindows),
    z.refine((week) => !overlaps(week), { error: 'windows of a day must not overlap' }),
  ),
  holidays: extension(
    'calendar_holidays',
    dates(
      z.strictObject({
        date: calendarDate,
        name: text(200, 1),
        recurring: extension('calendar_tools', flag),
        active: extension('calendar_tools', flag),
      }),
    ),
  ),
  overrides: extension(
    'calendar_holidays',
    dates(
      z.strictObject({
        date: calendarDate,
        name: extension('calendar_tools', text(200, 1)),
        windows: z
          .array(dateWindow, { error: 'must be a list of windows' })
          .check(z.refine((windows) => !overlaps(windows), { error: 'windows of a date must not overlap' })),
      }),
    ).check(
      z.refine((list) => list.reduce((sum, { windows }) => sum + windows.length, 0) <= MAX_DATE_WINDOWS, {
        error: `must have at most ${MAX_DATE_WINDOWS} windows in all`,
      }),
    ),
  ),
  flag_on: extension('calendar_holidays', flag),
  time_zone: extension(
    'calendar_holidays',
    z
      .string({ error: 'must be text' })
      .check(z.refine(isTimeZone, { error: 'must be an IANA time zone, such as Europe/Berlin' })),
  ),
  version: extension('calendar_holidays', integer),
});

/** Replaces the weekly hours, and with the extension each part that is given. See docs/api.md, "Business calendar". */
export const updateBusinessCalendar = operation({
  name: 'updateBusinessCalendar',
  resource: 'business_calendar',
  aliases: [],
  method: 'PATCH',
  scope: 'calendar:write',
  keyed: false,
  extension: null,
  query: z.object({}),
  body: calendarChange,
  reply: calendar,
  shape: 'envelope',
  csv: null,
  errors: ['conflict'],
  touches: ['business_calendar', 'health', 'health_overview', 'tickets', 'ticket', 'whoami'],
});

interface AnyWindow {
  readonly day_of_week?: number;
  readonly open_minute: number;
  readonly close_minute: number;
}

/** Windows may touch. */
function overlaps(windows: readonly AnyWindow[]): boolean {
  const sorted = windows.toSorted((a, b) => dayOf(a) - dayOf(b) || a.open_minute - b.open_minute);
  return sorted.some((window, index) => {
    const before = sorted[index - 1];
    return before !== undefined && dayOf(before) === dayOf(window) && before.close_minute > window.open_minute;
  });
}

function dayOf(window: AnyWindow): number {
  return window.day_of_week ?? 0;
}
