import { beforeAll, expect, test } from 'vitest';
import { sql, type Db } from '#server/db/db.ts';
import { testDatabase } from '#server/testing/database.ts';
import { localMoment } from './business-hours.ts';

/** Independent reference: the database has its own zone rules and calendar and shares no code with Intl. */
let db: Db;
beforeAll(async () => {
  db = (await testDatabase()).owner;
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Seen {
  readonly at: string;
  readonly date: string;
  readonly day: number;
  readonly minute: number;
}

/** Local times of the zone at every `stepMinutes`, according to the database. */
function ask(timeZone: string, from: string, to: string, stepMinutes: number): Promise<Seen[]> {
  return db.query<Seen>(sql`
    select t as at, l::date as date, extract(dow from l)::integer as day,
      (extract(hour from l) * 60 + extract(minute from l))::integer as minute
    from (
      select t, t at time zone ${timeZone}::text as l
      from generate_series(${from}::timestamptz, ${to}::timestamptz, make_interval(mins => ${stepMinutes}::integer)) t
    ) shown`);
}

function expectAgreement(timeZone: string, seen: readonly Seen[]): void {
  expect(seen.length).toBeGreaterThan(0);
  for (const { at, date, day, minute } of seen) {
    const shown = localMoment(timeZone, new Date(at));
    if (shown.date !== date || shown.dayOfWeek !== day || shown.minute !== minute) {
      expect.fail(`${at} in ${timeZone}: ${JSON.stringify(shown)}, the database says ${date}, day ${day}, ${minute}`);
    }
  }
}

const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  // Summer time of half an hour.
  'Australia/Lord_Howe',
  // An offset of a quarter of an hour, without summer time.
  'Asia/Kathmandu',
  // Abolished summer time in 2019; clocks changed at midnight, so some days began at one.
  'America/Sao_Paulo',
  // Changes clocks for Ramadan, on different dates each year.
  'Africa/Casablanca',
];

test.each(ZONES)('the local date, day and minute agree with the database through ten years in %s', async (zone) => {
  // A step of 307 minutes covers every minute of the hour and every hour of the day.
  expectAgreement(zone, await ask(zone, '2016-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 307));
});

test.each(ZONES)('each minute around each clock change agrees with the database in %s', async (zone) => {
  const hours = await db.query<{ at: string }>(sql`
    select t as at from generate_series('2016-01-01T00:00:00Z'::timestamptz, '2026-01-01T00:00:00Z'::timestamptz, interval '30 minutes') t
    where (t at time zone ${zone}::text) - ((t - interval '30 minutes') at time zone ${zone}::text) <> interval '30 minutes'`);
  if (zone === 'Asia/Kathmandu') expect(hours).toEqual([]);
  else expect(hours.length).toBeGreaterThan(4);
  for (const { at } of hours) {
    const change = Date.parse(at);
    const from = new Date(change - 2 * HOUR).toISOString();
    expectAgreement(zone, await ask(zone, from, new Date(change + 2 * HOUR).toISOString(), 1));
  }
});

test.each(ZONES)('29 February and the ends of years agree with the database in %s', async (zone) => {
  for (const day of ['2016-02-29', '2020-02-29', '2024-02-29', '2019-12-31', '2020-12-31', '2000-02-29']) {
    const from = Date.parse(`${day}T00:00:00Z`);
    const seen = await ask(zone, new Date(from - 24 * HOUR).toISOString(), new Date(from + 48 * HOUR).toISOString(), 7);
    expectAgreement(zone, seen);
  }
});
