import type { CalendarDateHours, CalendarHoliday, CalendarWindow } from '#contract/calendar.ts';
import { json, sql, type Db } from '#server/db/db.ts';

export interface CalendarRow {
  readonly flag_on: boolean;
  readonly time_zone: string;
  readonly version: number;
  readonly week: CalendarWindow[];
  readonly holidays: CalendarHoliday[];
  readonly overrides: CalendarDateHours[];
}

/** The whole calendar of a site in one statement. Sunday first, dates in order. */
export async function getCalendarRow(db: Db, siteId: bigint): Promise<CalendarRow | undefined> {
  const [row] = await db.query<CalendarRow>(sql`
    select s.calendar_flag_on as flag_on, s.time_zone, s.calendar_version as version,
      (select coalesce(json_agg(json_build_object('day_of_week', w.day_of_week, 'open_minute', w.open_minute,
          'close_minute', w.close_minute) order by w.day_of_week, w.open_minute), '[]')
        from calendar_window w where w.site_id = s.id) as week,
      (select coalesce(json_agg(json_strip_nulls(json_build_object('date', h.date::text, 'name', h.name,
          'recurring', h.recurring, 'active', h.active)) order by h.date), '[]')
        from calendar_holiday h where h.site_id = s.id) as holidays,
      (select coalesce(json_agg(json_strip_nulls(json_build_object('date', o.date::text, 'name', o.name,
          'windows', o.windows)) order by o.date), '[]')
        from calendar_override o where o.site_id = s.id) as overrides
    from site s where s.id = ${siteId}`);
  return row;
}

export async function deleteWeek(db: Db, siteId: bigint): Promise<void> {
  await db.query(sql`delete from calendar_window where site_id = ${siteId}`);
}

export async function insertWeek(db: Db, siteId: bigint, week: readonly CalendarWindow[]): Promise<void> {
  await db.query(sql`
    insert into calendar_window (site_id, day_of_week, open_minute, close_minute)
    select ${siteId}, w.day, w.open, w.close
    from unnest(${week.map((window) => window.day_of_week)}::smallint[], ${week.map((window) => window.open_minute)}::smallint[],
      ${week.map((window) => window.close_minute)}::smallint[]) as w (day, open, close)`);
}

/** Replaces all holidays. */
export async function replaceHolidays(db: Db, siteId: bigint, holidays: readonly CalendarHoliday[]): Promise<void> {
  await db.query(sql`delete from calendar_holiday where site_id = ${siteId}`);
  await db.query(sql`
    insert into calendar_holiday (site_id, date, name, recurring, active)
    select ${siteId}, h.date, h.name, h.recurring, h.active
    from jsonb_to_recordset(${json(holidays)}::jsonb) as h (date date, name text, recurring boolean, active boolean)`);
}

/** Replaces all dates. */
export async function replaceDateHours(db: Db, siteId: bigint, dates: readonly CalendarDateHours[]): Promise<void> {
  await db.query(sql`delete from calendar_override where site_id = ${siteId}`);
  await db.query(sql`
    insert into calendar_override (site_id, date, name, windows)
    select ${siteId}, o.date, o.name, o.windows
    from jsonb_to_recordset(${json(dates)}::jsonb) as o (date date, name text, windows jsonb)`);
}

/** Also increments the version. */
export async function updateCalendarSettings(
  db: Db,
  siteId: bigint,
  settings: { readonly flag_on: boolean; readonly time_zone: string },
): Promise<void> {
  await db.query(sql`
    update site set calendar_flag_on = ${settings.flag_on}, time_zone = ${settings.time_zone},
      calendar_version = calendar_version + 1
    where id = ${siteId}`);
}

/** Locks the site, to serialize changes of its calendar. */
export async function lockCalendar(db: Db, siteId: bigint): Promise<void> {
  await db.query(sql`select id from site where id = ${siteId} for update`);
}
