import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { readOpening } from './calendar.ts';
import { countRows } from '#server/testing/tables.ts';

let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: '2026-11-20T14:30:00.000Z' });
  home = await service.createSite({ timeZone: 'Europe/Berlin' });
});

afterEach(() => service.close());

const FRIDAY = { day_of_week: 5, open_minute: 540, close_minute: 1080 };
const WEEK = [FRIDAY];

const patch = (body: Record<string, unknown>, token = home.token) =>
  service.call('PATCH', 'business_calendar', { token, body });

async function read(token = home.token) {
  return (await service.call('GET', 'business_calendar', { token })).json.data;
}

/** Dates with this many windows each. */
function datesOf(count: number, windowsEach: number) {
  const windows = Array.from({ length: windowsEach }, (_, n) => ({ open_minute: n * 60, close_minute: n * 60 + 30 }));
  return Array.from({ length: count }, (_, n) => ({
    date: new Date(Date.UTC(2027, 0, 1 + n)).toISOString().slice(0, 10),
    windows,
  }));
}

const audit = () =>
  service.database.owner.query<{ changes: unknown[] }>(sql`
    select changes from audit_log where action = 'business_calendar.update' and site_id = ${home.site.id} order by id`);

test('API-business_calendar-PATCH replaces holidays and overrides, sorted by date; absent parts stay', async () => {
  const christmas = { date: '2026-12-25', name: 'Christmas' };
  const eve = {
    date: '2026-12-24',
    windows: [
      { open_minute: 720, close_minute: 840 },
      { open_minute: 540, close_minute: 660 },
    ],
  };
  const answer = await patch({
    week: WEEK,
    holidays: [{ date: '2027-01-01', name: 'Neujahr 🎆' }, christmas],
    overrides: [{ date: '2028-02-29', windows: [] }, eve],
  });
  expectSuccess(answer);
  expect(answer.json.data).toMatchObject({
    holidays: [christmas, { date: '2027-01-01', name: 'Neujahr 🎆' }],
    overrides: [
      { date: '2026-12-24', windows: [eve.windows[1], eve.windows[0]] },
      { date: '2028-02-29', windows: [] },
    ],
  });
  const kept = (await patch({ week: [] })).json.data;
  expect(kept.holidays).toHaveLength(2);
  expect(kept.overrides).toHaveLength(2);
  expect((await patch({ week: [], holidays: [] })).json.data).toMatchObject({
    holidays: [],
    overrides: kept.overrides,
  });
  expect((await patch({ week: [], overrides: [] })).json.data).toMatchObject({ holidays: [], overrides: [] });
});

test.each([
  ['holidays[0].date', { holidays: [{ date: '2026-02-29', name: 'None' }] }],
  ['holidays[0].date', { holidays: [{ date: '0000-01-01', name: 'None' }] }],
  ['holidays[0].date', { holidays: [{ date: '25.12.2026', name: 'None' }] }],
  ['holidays[0].name', { holidays: [{ date: '2026-12-25', name: ' ' }] }],
  ['holidays[0].name', { holidays: [{ date: '2026-12-25', name: 'x'.repeat(201) }] }],
  [
    'holidays must not contain a date twice',
    {
      holidays: [
        { date: '2026-12-25', name: 'a' },
        { date: '2026-12-25', name: 'b' },
      ],
    },
  ],
  ['holidays must', { holidays: {} }],
  [
    'overrides[0].windows[0].close_minute',
    { overrides: [{ date: '2026-12-25', windows: [{ open_minute: 5, close_minute: 5 }] }] },
  ],
  [
    'overrides[0].windows[0].open_minute',
    { overrides: [{ date: '2026-12-25', windows: [{ open_minute: -5, close_minute: 5 }] }] },
  ],
  [
    'overrides[0].windows windows of a date',
    {
      overrides: [
        {
          date: '2026-12-25',
          windows: [
            { open_minute: 5, close_minute: 9 },
            { open_minute: 8, close_minute: 10 },
          ],
        },
      ],
    },
  ],
  [
    'overrides must not contain a date twice',
    {
      overrides: [
        { date: '2026-12-25', windows: [] },
        { date: '2026-12-25', windows: [] },
      ],
    },
  ],
  ['flag_on', { flag_on: 'no' }],
  ['time_zone', { time_zone: 'Europe/Atlantis' }],
  ['time_zone', { time_zone: '+01:00' }],
  ['time_zone', { time_zone: '' }],
  ['time_zone', { time_zone: 7 }],
  ['version', { version: '1' }],
])('API-business_calendar-PATCH refuses %s: %j', async (says, fields) => {
  const answer = await patch({ week: WEEK, ...fields });
  expectError(answer, 'bad_field');
  expect(answer.json.error.message).toContain(says);
  expect(await read()).toMatchObject({ week: [], version: 1 });
});

test('API-business_calendar-PATCH accepts at most 366 holidays', async () => {
  const days = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      date: new Date(Date.UTC(2027, 0, 1 + n)).toISOString().slice(0, 10),
      name: 'Closed',
    }));
  expect((await patch({ week: [], holidays: days(366) })).json.data.holidays).toHaveLength(366);
  expectError(await patch({ week: [], holidays: days(367) }), 'bad_field');
});

test('API-business_calendar-PATCH: a date with own hours beats a holiday, a holiday beats the week', async () => {
  const today = '2026-11-20';
  const isOpen = async (fields: Record<string, unknown>) =>
    (await patch({ week: WEEK, ...fields })).json.data.is_now_within_hours;
  expect(await isOpen({})).toBe(true);
  expect(await isOpen({ holidays: [{ date: today, name: 'Outing' }] })).toBe(false);
  expect(await isOpen({ overrides: [{ date: today, windows: [{ open_minute: 930, close_minute: 931 }] }] })).toBe(true);
  expect(await isOpen({ overrides: [{ date: today, windows: [] }] })).toBe(false);
  expect(await isOpen({ holidays: [] })).toBe(false);
  expect(await isOpen({ overrides: [] })).toBe(true);
});

test('API-business_calendar-PATCH returns holidays and dates as they were sent', async () => {
  const holidays = [
    { date: '2026-12-24', name: 'Eve', recurring: false, active: true },
    { date: '2026-12-25', name: 'Christmas', recurring: true },
    { date: '2026-12-26', name: 'Boxing Day', active: false },
    { date: '2026-12-31', name: 'Sylvester' },
  ];
  const overrides = [
    { date: '2026-12-30', name: 'Stocktaking', windows: [{ open_minute: 0, close_minute: 1 }] },
    { date: '2026-12-31', windows: [] },
  ];
  const { data } = (await patch({ week: WEEK, holidays, overrides })).json;
  expect(data).toMatchObject({ holidays, overrides });
  expect(data.holidays).toEqual(holidays);
  expect(data.overrides).toEqual(overrides);
  const { version } = await read();
  await patch({ week: WEEK, holidays, overrides });
  expect((await read()).version).toBe(version);
  await patch({ week: WEEK, holidays: holidays.map(({ date, name }) => ({ date, name })) });
  expect((await read()).version).toBe(version + 1);
});

test('CAL-06: a yearly holiday closes its day in any year; an inactive one closes none', async () => {
  const isOpen = async (holiday: object, now = '2026-11-20T14:30:00.000Z') => {
    service.clock.set(now);
    const holidays = [{ name: 'Closed', ...holiday }];
    return (await patch({ week: WEEK, holidays })).json.data.is_now_within_hours;
  };
  expect(await isOpen({ date: '2019-11-20' })).toBe(true);
  expect(await isOpen({ date: '2019-11-20', recurring: true })).toBe(false);
  expect(await isOpen({ date: '2031-11-20', recurring: true })).toBe(false);
  expect(await isOpen({ date: '2026-11-20', recurring: false })).toBe(false);
  expect(await isOpen({ date: '2019-11-20', recurring: true, active: false })).toBe(true);
  expect(await isOpen({ date: '2026-11-20', active: false })).toBe(true);
  // Only leap years have that day; Friday 28 February 2025 and Friday 1 March 2024 stay open.
  expect(await isOpen({ date: '2024-02-29', recurring: true }, '2025-02-28T14:30:00.000Z')).toBe(true);
});

test('CAL-06: health, the portal and due times respect yearly holidays', async () => {
  const holidays = [{ date: '2019-11-20', name: 'Founders', recurring: true }];
  const health = async () => (await service.call('GET', 'health', { token: home.token })).json.data;
  const overview = async () => (await service.call('GET', 'health_overview', { token: home.token })).json.data.now;
  await patch({ week: WEEK });
  expect((await health()).is_now_within_business_hours).toBe(true);
  expect((await overview()).hours_change_utc).toBe('2026-11-20T17:00:00.000Z');
  await patch({ week: WEEK, holidays });
  expect((await health()).is_now_within_business_hours).toBe(false);
  expect((await overview()).hours_change_utc).toBe('2026-11-27T08:00:00.000Z');
  const db = service.database.forSite(home.site.id);
  expect(await readOpening(db, home.site, service.clock.now())).toEqual({ time_zone: 'Europe/Berlin', is_open: false });
});

test('API-business_calendar-PATCH accepts at most 732 windows of dates in total', async () => {
  expectSuccess(await patch({ week: WEEK, overrides: datesOf(366, 2) }));
  const answer = await patch({
    week: WEEK,
    overrides: [...datesOf(365, 2), { ...datesOf(1, 3)[0], date: '2029-01-01' }],
  });
  expectError(answer, 'bad_field');
  expect(answer.json.error.message).toBe('overrides must have at most 732 windows in all');
});

test('API-business_calendar-GET without extensions has only active holidays, with date and name', async () => {
  const plain = await startTestService({ extensions: false, emptyFirst: false, now: '2026-11-20T14:30:00.000Z' });
  const holidays = [
    { date: '2026-12-25', name: 'Christmas', recurring: true },
    { date: '2026-12-26', name: 'Boxing Day', active: false },
  ];
  await patch({ week: WEEK, holidays });
  const answer = await plain.call('GET', 'business_calendar', { token: home.token });
  expect(answer.json.data.holidays).toEqual([{ date: '2026-12-25', name: 'Christmas' }]);
  await plain.close();
});

test('API-business_calendar-PATCH: an old version is 409 with the present calendar and changes nothing', async () => {
  const { version } = await read();
  const [first, second] = await Promise.all([
    patch({ week: WEEK, version }),
    patch({ week: [], flag_on: false, version }),
  ]);
  const [won, lost] = first?.status === 200 ? [first, second] : [second, first];
  if (won === undefined || lost === undefined) throw new Error('two answers were awaited');
  expectSuccess(won);
  expectError(lost, 'conflict');
  expect(lost.json.error.current).toEqual(won.json.data);
  expect(won.json.data.version).toBe(version + 1);
  expectSuccess(await patch({ week: [{ ...FRIDAY, day_of_week: 1 }], version: version + 1 }));
  expectError(await patch({ week: [], version: version + 3 }), 'conflict');
});

test('API-business_calendar-PATCH with the stored values changes nothing', async () => {
  const body = {
    week: [{ ...FRIDAY, day_of_week: 1 }, FRIDAY],
    holidays: [{ date: '2026-12-25', name: 'X' }],
    flag_on: true,
  };
  const first = (await patch(body)).json.data;
  const rows = await countRows(service);
  expect((await patch({ ...body, week: body.week.toReversed() })).json.data).toEqual(first);
  expect(await countRows(service)).toEqual(rows);
});

test('API-business_calendar-PATCH records who changed which parts, without texts of people', async () => {
  await patch({
    week: WEEK,
    holidays: [{ date: '2026-12-25', name: 'Secret party' }],
    flag_on: false,
    time_zone: 'Asia/Tokyo',
  });
  expect(await audit()).toEqual([
    {
      changes: [
        { field: 'week', from: null, to: null },
        { field: 'holidays', from: null, to: null },
        { field: 'flag_on', from: true, to: false },
        { field: 'time_zone', from: 'Europe/Berlin', to: 'Asia/Tokyo' },
      ],
    },
  ]);
});

test('API-business_calendar-PATCH: whoami has the new time zone at once, with sessions too', async () => {
  const session = (await service.call('POST', 'sessions', { token: home.token, body: {} })).json.data.token;
  const zone = async (token: string) => (await service.call('GET', 'whoami', { token })).json.data.time_zone;
  expect([await zone(home.token), await zone(session)]).toEqual(['Europe/Berlin', 'Europe/Berlin']);
  await patch({ week: [], time_zone: 'America/New_York' });
  expect([await zone(home.token), await zone(session)]).toEqual(['America/New_York', 'America/New_York']);
  expect((await read()).time_zone).toBe('America/New_York');
});

test('API-business_calendar-PATCH: other nodes get a new time zone', async () => {
  const other = await startTestService({ emptyFirst: false });
  const zone = async () => (await other.call('GET', 'whoami', { token: home.token })).json.data.time_zone;
  expect(await zone()).toBe('Europe/Berlin');
  const heard = Promise.withResolvers<void>();
  const stop = await service.database.listen('tokens_changed', () => heard.resolve());
  await patch({ week: [], time_zone: 'Asia/Kathmandu' });
  await heard.promise;
  await stop();
  other.clock.advance(1_000);
  expect(await zone()).toBe('Asia/Kathmandu');
  await other.close();
});
