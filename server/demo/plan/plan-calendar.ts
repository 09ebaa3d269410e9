import type { CalendarDateHours, CalendarHoliday, CalendarWindow } from '#contract/calendar.ts';

const DAY = 86_400_000;

/** Monday to Friday from nine to six, Saturday morning for the workshop. */
export const DEMO_WEEK: readonly CalendarWindow[] = [
  ...[1, 2, 3, 4, 5].map((day_of_week) => ({ day_of_week, open_minute: 540, close_minute: 1080 })),
  { day_of_week: 6, open_minute: 570, close_minute: 780 },
];

/** Open minutes until a reply is due: half a working day. */
export const DEMO_REPLY_TARGET = 240;

/**
 * German public holidays by date: the yearly ones, and those that depend on Easter from a year ago to a year ahead. One
 * is a holiday of other states, and not applied.
 */
export function planHolidays(now: Date): CalendarHoliday[] {
  const from = isoDate(now.getTime() - 366 * DAY);
  const to = isoDate(now.getTime() + 366 * DAY);
  const year = now.getUTCFullYear();
  const movable = [year - 1, year, year + 1].flatMap(movableHolidays);
  const fixed = FIXED_HOLIDAYS.map(([day, name]) => ({ date: `${year - 1}-${day}`, name, recurring: true }));
  const elsewhere = { date: `${year - 1}-10-31`, name: 'Reformation Day', recurring: true, active: false };
  return [...movable.filter(({ date }) => date >= from && date <= to), ...fixed, elsewhere].sort((a, b) =>
    a.date.localeCompare(b.date),
  );
}

/** Shorter hours on one day soon: the desk counts its stock, on the first Wednesday that is at least nine days away. */
export function planOverride(now: Date): CalendarDateHours {
  const later = now.getTime() + 9 * DAY;
  const toWednesday = (3 - new Date(later).getUTCDay() + 7) % 7;
  return {
    date: isoDate(later + toWednesday * DAY),
    name: 'Stocktaking',
    windows: [{ open_minute: 720, close_minute: 960 }],
  };
}

const FIXED_HOLIDAYS = [
  ['01-01', 'New Year’s Day'],
  ['05-01', 'Labour Day'],
  ['10-03', 'German Unity Day'],
  ['12-25', 'Christmas Day'],
  ['12-26', 'Boxing Day'],
] as const;

function movableHolidays(year: number): CalendarHoliday[] {
  const easter = easterSunday(year);
  return [
    { date: isoDate(easter - 2 * DAY), name: 'Good Friday' },
    { date: isoDate(easter + DAY), name: 'Easter Monday' },
    { date: isoDate(easter + 39 * DAY), name: 'Ascension Day' },
    { date: isoDate(easter + 50 * DAY), name: 'Whit Monday' },
  ];
}

/** By Gauss and Lichtenberg, valid for the Gregorian calendar. */
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
