import fc from 'fast-check';
import type { CalendarDateHours, CalendarHoliday, CalendarWindow } from '#contract/calendar.ts';
import { businessHoursOf } from '#server/calendar/calendar.ts';
import type { BusinessHours, DayWindow } from '#server/calendar/business-hours.ts';

const DAY_MS = 86_400_000;
/** The days on which holidays and date overrides may fall. */
export const HOURS_DAYS = 5;

/** Each zone with a week in which its clock changes, and one in which it does not. */
const PLACES = [
  ['Europe/Berlin', '2026-10-23'],
  ['Europe/Berlin', '2026-03-27'],
  ['America/New_York', '2026-03-06'],
  ['America/St_Johns', '2026-10-30'],
  ['Australia/Lord_Howe', '2026-10-02'],
  ['Asia/Kathmandu', '2026-02-26'],
  ['Pacific/Apia', '2011-12-28'],
  ['America/Sao_Paulo', '2018-11-02'],
  ['UTC', '2028-02-27'],
] as const;

const windows: fc.Arbitrary<DayWindow[]> = fc
  .uniqueArray(fc.integer({ min: 0, max: 1440 }), { maxLength: 4 })
  .map((minutes) => minutes.toSorted((a, b) => a - b))
  .map((minutes) =>
    minutes.flatMap((open_minute, index) => {
      const close_minute = minutes[index + 1];
      return index % 2 === 1 || close_minute === undefined ? [] : [{ open_minute, close_minute }];
    }),
  );
/** A window over midnight is written as two adjacent ones. */
const day: fc.Arbitrary<DayWindow[]> = fc.oneof(
  windows,
  fc
    .constantFrom(
      { open_minute: 0, close_minute: 1440 },
      { open_minute: 1260, close_minute: 1440 },
      { open_minute: 0, close_minute: 120 },
    )
    .map((window) => [window]),
);

interface ArbitraryHours {
  readonly calendar: {
    readonly time_zone: string;
    readonly week: CalendarWindow[];
    readonly holidays: CalendarHoliday[];
    readonly overrides: CalendarDateHours[];
  };
  readonly hours: BusinessHours;
  /** The first day, in UTC. */
  readonly fromMs: number;
}

/** Calendars around days on which clocks change: nights, single and yearly holidays, dates with their own hours. */
export const arbitraryHours: fc.Arbitrary<ArbitraryHours> = fc
  .record({
    place: fc.constantFrom(...PLACES),
    week: fc.tuple(day, day, day, day, day, day, day),
    holidays: fc.uniqueArray(
      fc.record({ day: fc.nat(HOURS_DAYS), isEarlier: fc.boolean(), recurring: fc.boolean(), active: fc.boolean() }),
      { maxLength: 3, selector: (one) => `${one.day} ${one.isEarlier}` },
    ),
    own: fc.option(fc.record({ day: fc.nat(HOURS_DAYS), windows: day })),
  })
  .map(({ place: [time_zone, from], week, holidays, own }) => {
    const fromMs = Date.parse(from);
    const dateOf = (n: number) => new Date(fromMs + n * DAY_MS).toISOString().slice(0, 10);
    const calendar = {
      time_zone,
      week: week.flatMap((list, day_of_week) => list.map((window) => ({ day_of_week, ...window }))),
      holidays: holidays.map(({ day: n, isEarlier, recurring, active }) => {
        // The leap day before that of 2028 was in 2024.
        const date = isEarlier ? `${Number(dateOf(n).slice(0, 4)) - 4}${dateOf(n).slice(4)}` : dateOf(n);
        return { date, name: 'Closed', recurring, active };
      }),
      overrides: own === null ? [] : [{ date: dateOf(own.day), windows: own.windows }],
    };
    return { calendar, hours: businessHoursOf(calendar), fromMs };
  });
