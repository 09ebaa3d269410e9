import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
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

test('API-business_calendar-GET: a new site has no hours', async () => {
  expect(await read()).toEqual({
    week: [],
    holidays: [],
    flag_on: true,
    is_now_within_hours: false,
    time_zone: 'Europe/Berlin',
    overrides: [],
    version: 1,
  });
});

test('API-business_calendar-PATCH replaces the whole week and returns it from Sunday on', async () => {
  const lunch = [
    { day_of_week: 1, open_minute: 780, close_minute: 1440 },
    { day_of_week: 1, open_minute: 0, close_minute: 720 },
  ];
  const answer = await patch({ week: [FRIDAY, ...lunch, { day_of_week: 0, open_minute: 600, close_minute: 601 }] });
  expectSuccess(answer);
  expect(answer.json.data.week).toEqual([
    { day_of_week: 0, open_minute: 600, close_minute: 601 },
    { day_of_week: 1, open_minute: 0, close_minute: 720 },
    { day_of_week: 1, open_minute: 780, close_minute: 1440 },
    FRIDAY,
  ]);
  expect(answer.json.data).toMatchObject({ is_now_within_hours: true, version: 2 });
  expect(await read()).toEqual(answer.json.data);
  // An absent day is closed.
  expect((await patch({ week: [{ ...FRIDAY, day_of_week: 6 }] })).json.data).toMatchObject({
    week: [{ ...FRIDAY, day_of_week: 6 }],
    is_now_within_hours: false,
  });
  expect((await patch({ week: [] })).json.data).toMatchObject({ week: [], is_now_within_hours: false });
  const other = await service.createSite({ name: 'Other' });
  expect(await read(other.token)).toMatchObject({ week: [], time_zone: 'UTC', version: 1 });
});

/** This many windows of an hour, distributed over the week. */
function windowsOf(count: number) {
  return Array.from({ length: count }, (_, n) => {
    const open_minute = Math.floor(n / 7) * 120;
    return { day_of_week: n % 7, open_minute, close_minute: open_minute + 60 };
  });
}

test('API-business_calendar-PATCH accepts at most 48 windows', async () => {
  expect((await patch({ week: windowsOf(48) })).json.data.week).toHaveLength(48);
  const answer = await patch({ week: windowsOf(49) });
  expectError(answer, 'bad_field');
  expect(answer.json.error.message).toBe('week must be a list of at most 48 windows');
});

test('API-business_calendar-PATCH: windows may touch, a day may have many, and 0 to 1440 is a whole day', async () => {
  const week = [
    { day_of_week: 0, open_minute: 0, close_minute: 1440 },
    { day_of_week: 2, open_minute: 0, close_minute: 1 },
    { day_of_week: 2, open_minute: 1, close_minute: 2 },
    { day_of_week: 2, open_minute: 1439, close_minute: 1440 },
    { day_of_week: 6, open_minute: 540, close_minute: 1440 },
  ];
  expect((await patch({ week })).json.data.week).toEqual(week);
});

test.each([
  ['week[0].day_of_week', [{ ...FRIDAY, day_of_week: 7 }]],
  ['week[0].day_of_week', [{ ...FRIDAY, day_of_week: -1 }]],
  ['week[0].day_of_week', [{ ...FRIDAY, day_of_week: 1.5 }]],
  ['week[0].day_of_week', [{ ...FRIDAY, day_of_week: '5' }]],
  ['week[0].open_minute', [{ ...FRIDAY, open_minute: -1 }]],
  ['week[0].close_minute', [{ ...FRIDAY, close_minute: 1441 }]],
  ['week[1].close_minute', [FRIDAY, { ...FRIDAY, day_of_week: 4, close_minute: 540 }]],
  ['week[0].close_minute', [{ ...FRIDAY, open_minute: 1320, close_minute: 360 }]],
  ['week windows', [FRIDAY, { ...FRIDAY, open_minute: 1079, close_minute: 1100 }]],
  ['week windows', [FRIDAY, FRIDAY]],
  ['week[0].name', [{ ...FRIDAY, name: 'Friday' }]],
  ['week[0]', [null]],
  ['week must', 'mo-fr'],
  ['week must', null],
])('API-business_calendar-PATCH refuses %s and keeps the old week: %j', async (says, week) => {
  await patch({ week: [{ ...FRIDAY, day_of_week: 2 }] });
  const before = await read();
  const rows = await countRows(service);
  const answer = await patch({ week });
  expectError(answer, 'bad_field');
  expect(answer.json.error.message).toContain(says);
  expect(await read()).toEqual(before);
  expect(await countRows(service)).toEqual(rows);
});

test('API-business_calendar-PATCH requires the week and each field of a window', async () => {
  const before = await read();
  const named = async (body: Record<string, unknown>) => {
    const answer = await patch(body);
    expectError(answer, 'missing_field');
    return answer.json.error.message;
  };
  for (const body of [{}, { flag_on: false }]) expect(await named(body)).toBe('week is required');
  for (const field of Object.keys(FRIDAY)) {
    const { [field]: _left, ...rest }: Record<string, unknown> = FRIDAY;
    expect(await named({ week: [{ ...FRIDAY, day_of_week: 1 }, rest] })).toBe(`week[1].${field} is required`);
  }
  for (const field of ['open_minute', 'close_minute']) {
    const { [field]: _left, ...rest }: Record<string, unknown> = { open_minute: 540, close_minute: 1080 };
    const overrides = [{ date: '2026-12-24', windows: [rest] }];
    expect(await named({ week: WEEK, overrides })).toBe(`overrides[0].windows[0].${field} is required`);
  }
  for (const field of ['date', 'name']) {
    const { [field]: _left, ...rest }: Record<string, unknown> = { date: '2026-12-25', name: 'Christmas' };
    expect(await named({ week: WEEK, holidays: [rest] })).toBe(`holidays[0].${field} is required`);
  }
  for (const field of ['date', 'windows']) {
    const { [field]: _left, ...rest }: Record<string, unknown> = { date: '2026-12-24', windows: [] };
    expect(await named({ week: WEEK, overrides: [rest] })).toBe(`overrides[0].${field} is required`);
  }
  expectError(await patch({ week: [], hours: [] }), 'bad_field');
  expect(await read()).toEqual(before);
});

test('API-business_calendar-GET: is_now_within_hours depends on the clock and the zone, not on flag_on', async () => {
  await patch({ week: WEEK });
  const isOpen = async (at: string) => {
    service.clock.set(at);
    return (await read()).is_now_within_hours;
  };
  expect(await isOpen('2026-11-20T07:59:00Z')).toBe(false);
  expect(await isOpen('2026-11-20T08:00:00Z')).toBe(true);
  expect(await isOpen('2026-11-20T17:00:00Z')).toBe(false);
  // In summer the same local hour is a different one in UTC.
  expect(await isOpen('2026-07-17T07:00:00Z')).toBe(true);
  expect(await isOpen('2026-07-17T16:00:00Z')).toBe(false);
  expect((await patch({ week: WEEK, flag_on: false })).json.data).toMatchObject({ flag_on: false });
  expect(await isOpen('2026-11-20T09:00:00Z')).toBe(true);
});
