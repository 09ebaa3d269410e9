import type { AuditContext } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { getCalendarRow, lockCalendar } from './calendar.sql.ts';
import { changeCalendar, type CalendarChange } from './change-calendar.ts';

/** As PATCH business_calendar, for programs that bring a calendar along. To be called inside a transaction. */
export async function setCalendar(db: Db, site: SiteRef, change: CalendarChange, context: AuditContext): Promise<void> {
  await lockCalendar(db, site.id);
  const before = await getCalendarRow(db, site.id);
  if (before !== undefined) await changeCalendar(db, site, { before, change }, context);
}
