import type { CalendarWindow } from '#contract/calendar.ts';
import { recordAudit, type AuditContext } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/http/api-error.ts';
import type { Site } from '#server/http/call.ts';
import { deleteWeek, insertWeek, lockCalendar, upsertHoliday, type Holiday } from './calendar.sql.ts';

/**
 * Replaces the weekly hours; an empty week is closed. To be called inside a transaction.
 * Source: reference.md, business_calendar PATCH; decisions.md, calendar.
 * @throws ApiError bad_field for a window that is out of range, inverted, or overlaps another of its day
 */
export async function replaceWeek(
  db: Db,
  site: Pick<Site, 'id'>,
  week: readonly CalendarWindow[],
  context: AuditContext,
): Promise<void> {
  checkWeek(week);
  await lockCalendar(db, site.id);
  await deleteWeek(db, site.id);
  await insertWeek(db, site.id, week);
  await recordAudit(
    db,
    site,
    {
      action: 'business_calendar.update',
      objectType: 'business_calendar',
      objectId: site.id.toString(),
      changes: [{ field: 'week', from: null, to: null }],
    },
    context,
  );
}

/** Closes a local date (`2026-12-25`); the same date again takes the new name. To be called inside a transaction. */
export async function addHoliday(
  db: Db,
  site: Pick<Site, 'id'>,
  holiday: Holiday,
  context: AuditContext,
): Promise<void> {
  await upsertHoliday(db, site.id, holiday);
  const changes = [{ field: 'holidays', from: null, to: null }];
  const entry = {
    action: 'business_calendar.update',
    objectType: 'business_calendar',
    objectId: site.id.toString(),
    changes,
  };
  await recordAudit(db, site, entry, context);
}

function checkWeek(week: readonly CalendarWindow[]): void {
  const sorted = week.toSorted((a, b) => a.day_of_week - b.day_of_week || a.open_minute - b.open_minute);
  sorted.forEach((window, index) => {
    const { day_of_week: day, open_minute: open, close_minute: close } = window;
    if (!isWithin(day, 6)) throw new ApiError('bad_field', 'week: day_of_week must be an integer from 0 to 6');
    if (!isWithin(open, 1440) || !isWithin(close, 1440)) {
      throw new ApiError('bad_field', 'week: open_minute and close_minute must be integers from 0 to 1440');
    }
    if (open >= close) throw new ApiError('bad_field', 'week: open_minute must be before close_minute');
    const before = sorted[index - 1];
    if (before?.day_of_week === day && before.close_minute > open) {
      throw new ApiError('bad_field', `week: windows of day ${day} must not overlap`);
    }
  });
}

function isWithin(value: number, max: number): boolean {
  return Number.isSafeInteger(value) && value >= 0 && value <= max;
}
