import * as z from 'zod/mini';
import { calendarChange } from './calendar-write.ts';
import { operation } from './operation.ts';
import { count, instantParam, integer, utc } from './scalars.ts';

/** Instants that one call asks about. */
export const MAX_PREVIEW_INSTANTS = 400;
export const MAX_IMPACT_DAYS = 90;

// Zones have no whole minutes before, and 400 days after it there is a year of five digits.
const instant = instantParam.check(
  z.refine((s) => s >= '1975' && s < '9998', { error: 'must be a date-time of the years 1975 to 9997' }),
);
const instants = { error: `must be a list of at most ${MAX_PREVIEW_INSTANTS} date-times` };
const days = { error: `must be an integer from 1 to ${MAX_IMPACT_DAYS}` };

const impact = z.object({
  /** Tickets created in the last so many days of 24 hours. */
  tickets: count,
  inside_current: count,
  inside_proposed: count,
  /** Those of them with a first reply. */
  first_replies: count,
  /** First replies within the reply target; null where the site has none. */
  in_time_current: z.nullable(count),
  in_time_proposed: z.nullable(count),
});
export type CalendarImpact = z.output<typeof impact>;

/** What a calendar would mean, without saving it: parts left out are as saved. See docs/api.md, "Calendar preview". */
export const previewCalendar = operation({
  name: 'previewCalendar',
  resource: 'calendar_preview',
  aliases: [],
  method: 'POST',
  scope: 'any',
  keyed: false,
  extension: 'calendar_tools',
  query: z.object({}),
  body: z.strictObject({
    calendar: z.optional(z.partial(calendarChange)),
    at: z.optional(z.array(instant, instants).check(z.maxLength(MAX_PREVIEW_INSTANTS, instants))),
    impact_days: z.optional(integer.check(z.refine((n) => n >= 1 && n <= MAX_IMPACT_DAYS, days))),
  }),
  reply: z.object({
    /** In the order of the body's. */
    at: z.array(
      z.object({
        at_utc: utc,
        /** By the hours, whatever the flag says. */
        is_open: z.boolean(),
        /** The next change after this instant; null where none is within 400 days. */
        changes_utc: z.nullable(utc),
      }),
    ),
    impact: z.nullable(impact),
  }),
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: [],
});
