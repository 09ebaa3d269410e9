import type { CalendarWindow } from '#contract/calendar.ts';

const DAY = 86_400_000;

/** Monday to Friday from nine to six, Saturday morning for the workshop. */
export const DEMO_WEEK: readonly CalendarWindow[] = [
  ...[1, 2, 3, 4, 5].map((day_of_week) => ({ day_of_week, open_minute: 540, close_minute: 1080 })),
  { day_of_week: 6, open_minute: 570, close_minute: 780 },
];

/** German public holidays from a year ago to a year ahead, by date. */
export function planHolidays(now: Date): { readonly date: string; readonly name: string }[] {
  const from = isoDate(now.getTime() - 366 * DAY);
  const to = isoDate(now.getTime() + 366 * DAY);
  const year = now.getUTCFullYear();
  return [year - 1, year, year + 1]
    .flatMap(holidaysOf)
    .filter(({ date }) => date >= from && date <= to)
    .sort((a, b) => a.date.localeCompare(b.date));
}

/** Shorter hours on one day soon: the desk counts its stock, on the first Wednesday that is at least nine days away. */
export function planOverride(now: Date): { date: string; windows: { open_minute: number; close_minute: number }[] } {
  const later = now.getTime() + 9 * DAY;
  const toWednesday = (3 - new Date(later).getUTCDay() + 7) % 7;
  return { date: isoDate(later + toWednesday * DAY), windows: [{ open_minute: 720, close_minute: 960 }] };
}

function holidaysOf(year: number): { date: string; name: string }[] {
  const easter = easterSunday(year);
  return [
    { date: `${year}-01-01`, name: 'New Year’s Day' },
    { date: isoDate(easter - 2 * DAY), name: 'Good Friday' },
    { date: isoDate(easter + DAY), name: 'Easter Monday' },
    { date: `${year}-05-01`, name: 'Labour Day' },
    { date: isoDate(easter + 39 * DAY), name: 'Ascension Day' },
    { date: isoDate(easter + 50 * DAY), name: 'Whit Monday' },
    { date: `${year}-10-03`, name: 'German Unity Day' },
    { date: `${year}-12-25`, name: 'Christmas Day' },
    { date: `${year}-12-26`, name: 'Boxing Day' },
  ];
}

/** By Gauss and Lichtenberg, right for the Gregorian calendar. */
function easterSunday(year: number): number {
  const k = Math.floor(year / 100);
  const m = 15 + Math.floor((3 * k + 3) / 4) - Math.floor((8 * k + 13) / 25);
  const s = 2 - Math.floor((3 * k + 3) / 4);
  const a = year % 19;
  const d = (19 * a + m) % 30;
  const r = Math.floor((d + Math.floor(a / 11)) / 29);
  const og = 21 + d - r;
  const sz = 7 - ((year + Math.floor(year / 4) + s) % 7);
  return Date.UTC(year, 2, og + 7 - ((og - sz) % 7));
}

function isoDate(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
