import type { Body } from '#contract/operation.ts';
import type { updateBusinessCalendar } from '#contract/calendar-write.ts';
import { type AuditChange, type AuditContext, recordAudit } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { recordEvent } from '#server/webhooks/record-event.ts';
import {
  type CalendarRow,
  deleteWeek,
  getCalendarRow,
  insertWeek,
  lockCalendar,
  replaceDateHours,
  replaceHolidays,
  updateCalendarSettings,
} from './calendar.sql.ts';
import { announceSiteChange } from '#server/tokens/token-book.ts';

/** Parts to replace; absent parts stay. The contract's schema has checked them. */
export type CalendarChange = Partial<Omit<Body<typeof updateBusinessCalendar>, 'version'>>;

const PARTS = ['week', 'holidays', 'overrides', 'flag_on', 'time_zone'] as const;

/**
 * Stores the parts that differ and sends an event; does nothing if none do. To be called inside a transaction that has locked
 * the calendar. @param before The calendar as it is
 */
export async function changeCalendar(
  db: Db,
  site: SiteRef,
  { before, change }: { readonly before: CalendarRow; readonly change: CalendarChange },
  context: AuditContext,
): Promise<void> {
  const after = inOrder({ ...before, ...withoutAbsent(change) });
  const changed = PARTS.filter((part) => JSON.stringify(after[part]) !== JSON.stringify(before[part]));
  if (changed.length === 0) return;
  if (changed.includes('week')) {
    await deleteWeek(db, site.id);
    await insertWeek(db, site.id, after.week);
  }
  if (changed.includes('holidays')) await replaceHolidays(db, site.id, after.holidays);
  if (changed.includes('overrides')) await replaceDateHours(db, site.id, after.overrides);
  await updateCalendarSettings(db, site.id, after);
  // The token cache includes the site's fields.
  if (changed.includes('time_zone')) await announceSiteChange(db, site.id);
  const changes = changed.map((field): AuditChange =>
    field === 'flag_on' || field === 'time_zone'
      ? { field, from: before[field], to: after[field] }
      : { field, from: null, to: null },
  );
  const object = { objectType: 'business_calendar', objectId: site.id.toString() } as const;
  await recordAudit(db, site, { action: 'business_calendar.update', ...object, changes }, context);
  const data = { changed, version: before.version + 1 };
  await recordEvent(db, site, { type: 'business_calendar.updated', data }, context);
}

/** Sorts as the calendar is read: windows by day and minute, dates ascending. */
function inOrder(calendar: CalendarRow): CalendarRow {
  return {
    ...calendar,
    week: calendar.week
      .map(({ day_of_week, open_minute, close_minute }) => ({ day_of_week, open_minute, close_minute }))
      .sort((a, b) => a.day_of_week - b.day_of_week || a.open_minute - b.open_minute),
    holidays: calendar.holidays
      .map(({ date, name, recurring, active }) => ({
        date,
        name,
        ...(recurring === undefined ? {} : { recurring }),
        ...(active === undefined ? {} : { active }),
      }))
      .sort(byDate),
    overrides: calendar.overrides
      .map(({ date, name, windows }) => ({
        date,
        ...(name === undefined ? {} : { name }),
        windows: windows
          .map(({ open_minute, close_minute }) => ({ open_minute, close_minute }))
          .sort((a, b) => a.open_minute - b.open_minute),
      }))
      .sort(byDate),
  };
}

function byDate(a: { readonly date: string }, b: { readonly date: string }): number {
  return a.date < b.date ? -1 : 1;
}

function withoutAbsent(change: CalendarChange): Partial<CalendarRow> {
  return Object.fromEntries(
    PARTS.flatMap((part) => {
      const value = change[part];
      return value === undefined ? [] : [[part, value]];
    }),
  );
}

/** As PATCH business_calendar, for imports and demo data. To be called inside a transaction. */
export async function setCalendar(db: Db, site: SiteRef, change: CalendarChange, context: AuditContext): Promise<void> {
  await lockCalendar(db, site.id);
  const before = await getCalendarRow(db, site.id);
  if (before !== undefined) await changeCalendar(db, site, { before, change }, context);
}
