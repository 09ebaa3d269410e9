import type {
  BusinessCalendar,
  CalendarHoliday,
  getBusinessCalendar as GetBusinessCalendar,
} from '#contract/calendar.ts';
import type { updateBusinessCalendar as UpdateBusinessCalendar } from '#contract/calendar-write.ts';
import { FEW_IDS, type Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler, SiteRef } from '#server/operation/call.ts';
import { isWithinHours, type BusinessHours } from './business-hours.ts';
import { getCalendarRow, lockCalendar, type CalendarRow } from './calendar.sql.ts';
import { changeCalendar } from './change-calendar.ts';

/** GET business_calendar. See docs/api.md, "Business calendar". */
export const getBusinessCalendar: Handler<typeof GetBusinessCalendar> = async ({ db, site, now, extensions }) =>
  calendarAt(await readCalendar(db, site), { now, extensions });

/**
 * PATCH business_calendar: replaces the week, and with the extension each given part. See docs/api.md, "Business
 * calendar".
 * @throws ApiError conflict with the present calendar if it changed since the given version
 */
export const updateBusinessCalendar: Handler<typeof UpdateBusinessCalendar> = ({
  db,
  site,
  body,
  actor,
  now,
  extensions,
}) =>
  db.transaction(async (db) => {
    await lockCalendar(db, site.id);
    const before = await readCalendar(db, site);
    if (body.version !== undefined && body.version !== before.version) {
      const current = calendarAt(before, { now, extensions });
      throw new ApiError('conflict', 'The calendar has been changed since this version', { current });
    }
    const { version: _version, ...change } = body;
    await changeCalendar(db, site, { before, change }, { actor, now });
    return calendarAt(await readCalendar(db, site), { now, extensions });
  }, FEW_IDS);

/** Whether a site is open now; false if its calendar is not in effect. */
export async function readOpening(
  db: Db,
  site: SiteRef,
  now: Date,
): Promise<{ readonly time_zone: string; readonly is_open: boolean }> {
  const row = await readCalendar(db, site);
  return { time_zone: row.time_zone, is_open: row.flag_on && isWithinHours(businessHoursOf(row), now) };
}

export async function readCalendar(db: Db, site: SiteRef): Promise<CalendarRow> {
  const row = await getCalendarRow(db, site.id);
  if (row === undefined) throw new ApiError('not_found', 'There is no calendar');
  return row;
}

/** Without extensions, leaves out inactive holidays, which the API document does not have. */
function calendarAt(
  row: CalendarRow,
  { now, extensions }: { readonly now: Date; readonly extensions: boolean },
): Required<BusinessCalendar> {
  const { week, flag_on, time_zone, overrides, version } = row;
  const holidays = extensions ? row.holidays : row.holidays.filter(isApplied);
  const is_now_within_hours = isWithinHours(businessHoursOf(row), now);
  return { week, holidays, flag_on, is_now_within_hours, time_zone, overrides, version };
}

/** The opening hours of the stored calendar, ignoring its flag. */
export function businessHoursOf(
  row: Pick<CalendarRow, 'time_zone' | 'week' | 'holidays' | 'overrides'>,
): BusinessHours {
  const holidays = row.holidays.filter(isApplied);
  const recurring = holidays.filter((holiday) => holiday.recurring === true);
  return {
    timeZone: row.time_zone,
    week: row.week,
    closedDates: new Set(holidays.map(({ date }) => date)),
    closedEachYear: new Set(recurring.map(({ date }) => date.slice(5))),
    ownHours: new Map(row.overrides.map(({ date, windows }) => [date, windows])),
  };
}

function isApplied({ active }: CalendarHoliday): boolean {
  return active !== false;
}
