import type { CalendarDateHours, CalendarHoliday } from '#contract/calendar.ts';
import { DAY } from './scene.ts';
import { DESK } from './words.ts';

/**
 * German public holidays by date: the yearly ones, and those that depend on Easter from a year ago to a year ahead. One
 * is a holiday of other states, and not applied.
 */
export function planHolidays(now: number): CalendarHoliday[] {
  const [from, to] = [isoDate(now - 366 * DAY), isoDate(now + 366 * DAY)];
  const year = new Date(now).getUTCFullYear();
  const movable = [year - 1, year, year + 1].flatMap((each) =>
    DESK.easter_holidays.map(({ days, name }) => ({ date: isoDate(easterSunday(each) + days * DAY), name })),
  );
  const yearly = DESK.holidays.map(({ day, name, active }) => ({
    ...{ date: `${year - 1}-${day}`, name, recurring: true },
    ...(!active && { active }),
  }));
  return [...movable.filter(({ date }) => date >= from && date <= to), ...yearly].sort((a, b) =>
    a.date.localeCompare(b.date),
  );
}

/** Shorter hours on one day soon, the first Wednesday that is at least nine days away. */
export function planOverride(now: number): CalendarDateHours {
  const later = now + 9 * DAY;
  const toWednesday = (3 - new Date(later).getUTCDay() + 7) % 7;
  return { date: isoDate(later + toWednesday * DAY), ...DESK.override };
}

/** By Gauss, for the years 1900 to 2099. */
function easterSunday(year: number): number {
  const d = (19 * (year % 19) + 24) % 30;
  const e = (2 * (year % 4) + 4 * (year % 7) + 6 * d + 5) % 7;
  const isLate = d + e === 35 || (d === 28 && e === 6 && year % 19 > 10);
  return Date.UTC(year, 2, 22 + d + e - (isLate ? 7 : 0));
}

function isoDate(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
