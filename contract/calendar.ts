import * as z from 'zod/mini';
import { extension, operation } from './operation.ts';
import { date, integer } from './scalars.ts';

const minutes = { open_minute: integer, close_minute: integer };
/** `day_of_week` 0 is Sunday; minutes run from 0 to 1440 in the site's time zone. */
export const calendarWindow = z.object({ day_of_week: integer, ...minutes });
export type CalendarWindow = z.output<typeof calendarWindow>;

/** A date that is closed. Fields that were not sent are absent. */
const holiday = z.object({
  date,
  name: z.string(),
  /** The same month and day of every year; a 29 February in leap years alone. */
  recurring: extension('calendar_tools', z.optional(z.boolean())),
  /** False: kept, and not applied. */
  active: extension('calendar_tools', z.optional(z.boolean())),
});
export type CalendarHoliday = z.output<typeof holiday>;

/** A date with hours of its own; without a window it is closed. */
const dateHours = z.object({
  date,
  name: extension('calendar_tools', z.optional(z.string())),
  windows: z.array(z.object(minutes)),
});
export type CalendarDateHours = z.output<typeof dateHours>;

/** See docs/api.md, "Business calendar". */
export const calendar = z.object({
  week: z.array(calendarWindow),
  holidays: z.array(holiday),
  flag_on: z.boolean(),
  is_now_within_hours: z.boolean(),
  time_zone: z.string(),
  overrides: extension('calendar_holidays', z.array(dateHours)),
  version: extension('calendar_holidays', integer),
});
export type BusinessCalendar = z.output<typeof calendar>;

export const getBusinessCalendar = operation({
  name: 'getBusinessCalendar',
  resource: 'business_calendar',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: null,
  query: z.object({}),
  body: null,
  reply: calendar,
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: [],
});
