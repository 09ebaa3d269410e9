import * as z from 'zod/mini';
import { extension, operation } from './operation.ts';
import { date, integer } from './scalars.ts';

const minutes = { open_minute: integer, close_minute: integer };
/** `day_of_week` 0 is Sunday; minutes run from 0 to 1440 in the site's time zone. */
export const calendarWindow = z.object({ day_of_week: integer, ...minutes });
export type CalendarWindow = z.output<typeof calendarWindow>;

/** See docs/api.md, "Business calendar". */
export const calendar = z.object({
  week: z.array(calendarWindow),
  holidays: z.array(z.object({ date, name: z.string() })),
  flag_on: z.boolean(),
  is_now_within_hours: z.boolean(),
  time_zone: z.string(),
  /** Dates with hours of their own; without a window such a date is closed. */
  overrides: extension('calendar_holidays', z.array(z.object({ date, windows: z.array(z.object(minutes)) }))),
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
