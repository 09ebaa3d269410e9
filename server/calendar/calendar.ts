import type { getBusinessCalendar as GetBusinessCalendar } from '#contract/calendar.ts';
import { ApiError } from '#server/http/api-error.ts';
import type { Handler } from '#server/http/call.ts';
import { isWithinHours, type BusinessHours } from './business-hours.ts';
import { getCalendarRow, type CalendarRow } from './calendar.sql.ts';

/** GET business_calendar. Source: reference.md, business_calendar; decisions.md, CSAT, calendar, portal. */
export const getBusinessCalendar: Handler<typeof GetBusinessCalendar> = async ({ db, site, now }) => {
  const row = await getCalendarRow(db, site.id);
  if (row === undefined) throw new ApiError('not_found', 'There is no calendar');
  const { week, holidays, flag_on, time_zone } = row;
  return { week, holidays, flag_on, is_now_within_hours: isWithinHours(businessHoursOf(row), now), time_zone };
};

/** The opening hours that the stored calendar says, whatever its flag is. */
export function businessHoursOf(row: Pick<CalendarRow, 'time_zone' | 'week' | 'holidays'>): BusinessHours {
  return { timeZone: row.time_zone, week: row.week, closedDates: new Set(row.holidays.map((holiday) => holiday.date)) };
}
