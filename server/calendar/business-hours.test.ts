import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWithinHours, localMoment, type BusinessHours } from './business-hours.ts';

const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC'];
const MINUTE = 60_000;

/** An independent calculation: parses the zone's formatted offset, adds it to the epoch and reads the result as UTC. */
function shiftedByOffset(timeZone: string, at: Date): Date {
  const name = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find((part) => part.type === 'timeZoneName')?.value;
  const match = /^GMT(?:([+-])(\d{2}):(\d{2}))?$/.exec(name ?? '');
  if (match === null) throw new Error(`no offset in ${name}`);
  const minutes = match[1] === undefined ? 0 : Number(match[2]) * 60 + Number(match[3]);
  return new Date(at.getTime() + (match[1] === '-' ? -minutes : minutes) * MINUTE);
}

/** Marks every open minute of a week one by one, so it shares no comparison of bounds with the code under test. */
function isOpenByTable(hours: BusinessHours, at: Date): boolean {
  const open = new Set<number>();
  for (const window of hours.week) {
    for (let minute = window.open_minute; minute < window.close_minute; minute += 1)
      open.add(window.day_of_week * 1440 + minute);
  }
  const local = shiftedByOffset(hours.timeZone, at);
  const minuteOfWeek = local.getUTCDay() * 1440 + local.getUTCHours() * 60 + local.getUTCMinutes();
  const date = local.toISOString().slice(0, 10);
  const own = hours.ownHours?.get(date);
  if (own !== undefined) {
    const minutes = own.flatMap(({ open_minute, close_minute }) =>
      Array.from({ length: close_minute - open_minute }, (_, n) => open_minute + n),
    );
    return minutes.includes(minuteOfWeek % 1440);
  }
  return !hours.closedDates.has(date) && open.has(minuteOfWeek);
}

const window = fc
  .tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 1440 }))
  .filter(([, open, close]) => open < close)
  .map(([day_of_week, open_minute, close_minute]) => ({ day_of_week, open_minute, close_minute }));

test('agrees with a table of minutes at any instant of nine years in six zones', () => {
  const instant = fc.integer({ min: Date.UTC(2024, 0, 1) / MINUTE, max: Date.UTC(2033, 0, 1) / MINUTE });
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.array(window, { maxLength: 10 }),
      instant,
      fc.boolean(),
      fc.option(fc.array(window, { maxLength: 3 })),
      (timeZone, week, minute, holiday, own) => {
        const at = new Date(minute * MINUTE);
        const date = shiftedByOffset(timeZone, at).toISOString().slice(0, 10);
        const closedDates = new Set(holiday ? [date] : []);
        const hours = { timeZone, week, closedDates, ownHours: new Map(own === null ? [] : [[date, own]]) };
        expect(isWithinHours(hours, at)).toBe(isOpenByTable(hours, at));
      },
    ),
    { numRuns: 2_000 },
  );
});

test.each([
  ['Europe/Berlin', '2026-03-28T22:00:00Z', '2026-03-30T02:00:00Z'],
  ['Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-26T02:00:00Z'],
  ['America/New_York', '2026-03-08T04:00:00Z', '2026-03-09T06:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T11:00:00Z', '2026-04-05T18:00:00Z'],
])('is right at every minute around a clock change in %s', (timeZone, from, to) => {
  const hours: BusinessHours = {
    timeZone,
    week: [
      { day_of_week: 0, open_minute: 90, close_minute: 150 },
      { day_of_week: 0, open_minute: 170, close_minute: 1440 },
      { day_of_week: 1, open_minute: 0, close_minute: 60 },
    ],
    closedDates: new Set(),
  };
  for (let at = Date.parse(from); at < Date.parse(to); at += MINUTE) {
    const now = new Date(at);
    if (isWithinHours(hours, now) !== isOpenByTable(hours, now)) expect.fail(`${now.toISOString()} in ${timeZone}`);
  }
});

test('opens at the first minute, closes at the closing minute, and 1440 is midnight', () => {
  const hours: BusinessHours = {
    timeZone: 'Europe/Berlin',
    week: [{ day_of_week: 5, open_minute: 540, close_minute: 1440 }],
    closedDates: new Set(),
  };
  const isOpen = (utc: string) => isWithinHours(hours, new Date(utc));
  expect(isOpen('2026-11-20T07:59:59.999Z')).toBe(false);
  expect(isOpen('2026-11-20T08:00:00Z')).toBe(true);
  expect(isOpen('2026-11-20T22:59:59.999Z')).toBe(true);
  expect(isOpen('2026-11-20T23:00:00Z')).toBe(false);
});

test('a holiday is a local day, not a UTC day', () => {
  const everyDay = [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({ day_of_week, open_minute: 0, close_minute: 1440 }));
  const hours: BusinessHours = { timeZone: 'Europe/Berlin', week: everyDay, closedDates: new Set(['2026-12-25']) };
  expect(isWithinHours(hours, new Date('2026-12-24T22:30:00Z'))).toBe(true);
  expect(isWithinHours(hours, new Date('2026-12-24T23:30:00Z'))).toBe(false);
  expect(isWithinHours(hours, new Date('2026-12-25T22:59:00Z'))).toBe(false);
  expect(isWithinHours(hours, new Date('2026-12-25T23:00:00Z'))).toBe(true);
});

test('returns the local date, day and minute', () => {
  expect(localMoment('Asia/Kolkata', new Date('2028-02-28T18:30:00Z'))).toEqual({
    date: '2028-02-29',
    dayOfWeek: 2,
    minute: 0,
  });
});
