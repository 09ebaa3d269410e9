import type { CalendarWindow } from '#contract/calendar.ts';
import { sql, type Db } from '#server/db/db.ts';

export interface Holiday {
  readonly date: string;
  readonly name: string;
}

export interface CalendarRow {
  readonly flag_on: boolean;
  readonly time_zone: string;
  readonly week: CalendarWindow[];
  readonly holidays: Holiday[];
}

/** The whole calendar of a site in one statement. Sunday first, holidays by date. */
export async function getCalendarRow(db: Db, siteId: bigint): Promise<CalendarRow | undefined> {
  const [row] = await db.query<CalendarRow>(sql`
    select s.calendar_flag_on as flag_on, s.time_zone,
      (select coalesce(json_agg(json_build_object('day_of_week', w.day_of_week, 'open_minute', w.open_minute,
          'close_minute', w.close_minute) order by w.day_of_week, w.open_minute), '[]')
        from calendar_window w where w.site_id = s.id) as week,
      (select coalesce(json_agg(json_build_object('date', h.date::text, 'name', h.name) order by h.date), '[]')
        from calendar_holiday h where h.site_id = s.id) as holidays
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

export async function upsertHoliday(db: Db, siteId: bigint, holiday: Holiday): Promise<void> {
  await db.query(sql`
    insert into calendar_holiday (site_id, date, name) values (${siteId}, ${holiday.date}::date, ${holiday.name})
    on conflict (site_id, date) do update set name = excluded.name`);
}

/** Holds the site, so that two who replace its week at once come one after the other. */
export async function lockCalendar(db: Db, siteId: bigint): Promise<void> {
  await db.query(sql`select id from site where id = ${siteId} for update`);
}
