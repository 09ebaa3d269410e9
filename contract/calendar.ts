import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { date, integer } from './scalars.ts';

/** `day_of_week` 0 is Sunday; minutes run from 0 to 1440 in the site's time zone. */
export const calendarWindow = z.object({ day_of_week: integer, open_minute: integer, close_minute: integer });
export type CalendarWindow = z.output<typeof calendarWindow>;

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
  reply: z.object({
    week: z.array(calendarWindow),
    holidays: z.array(z.object({ date, name: z.string() })),
    flag_on: z.boolean(),
    is_now_within_hours: z.boolean(),
    time_zone: z.string(),
  }),
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: [],
});
