import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CalendarWindow } from '#contract/calendar.ts';
import { sql } from '#server/db/db.ts';
import { ApiError } from '#server/http/api-error.ts';
import { startTestService, TEST_ACTOR, type TestService, type TestSite } from '#server/testing/service.ts';
import { addHoliday, replaceWeek } from './replace-week.ts';

let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: '2026-11-20T14:30:00.000Z' });
  home = await service.createSite({ timeZone: 'Europe/Berlin' });
});

afterEach(() => service.close());

const FRIDAY: CalendarWindow = { day_of_week: 5, open_minute: 540, close_minute: 1080 };
const context = () => ({ actor: TEST_ACTOR, now: service.clock.now() });

const replace = (week: readonly CalendarWindow[]) =>
  service.database.forSite(home.site.id).transaction((db) => replaceWeek(db, home.site, week, context()));

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
  });
});

test('API-business_calendar-GET: the week from Sunday on, holidays by date', async () => {
  const lunch = [
    { day_of_week: 1, open_minute: 780, close_minute: 1440 },
    { day_of_week: 1, open_minute: 0, close_minute: 720 },
  ];
  await replace([FRIDAY, ...lunch, { day_of_week: 0, open_minute: 600, close_minute: 601 }]);
  await service.database.forSite(home.site.id).transaction(async (db) => {
    await addHoliday(db, home.site, { date: '2027-01-01', name: 'New Year' }, context());
    await addHoliday(db, home.site, { date: '2026-12-25', name: 'X' }, context());
    await addHoliday(db, home.site, { date: '2026-12-25', name: 'Christmas' }, context());
  });
  const { week, holidays } = await read();
  expect(week.map((window: CalendarWindow) => [window.day_of_week, window.open_minute, window.close_minute])).toEqual([
    [0, 600, 601],
    [1, 0, 720],
    [1, 780, 1440],
    [5, 540, 1080],
  ]);
  expect(holidays).toEqual([
    { date: '2026-12-25', name: 'Christmas' },
    { date: '2027-01-01', name: 'New Year' },
  ]);
  const other = await service.createSite({ name: 'Other' });
  expect(await read(other.token)).toMatchObject({ week: [], holidays: [], time_zone: 'UTC' });
});

test('API-business_calendar-GET: is_now_within_hours follows the clock, the zone and the holidays, whatever flag_on says', async () => {
  await replace([FRIDAY]);
  const isOpen = async (at: string) => {
    service.clock.set(at);
    return (await read()).is_now_within_hours;
  };
  expect(await isOpen('2026-11-20T07:59:00Z')).toBe(false);
  expect(await isOpen('2026-11-20T08:00:00Z')).toBe(true);
  expect(await isOpen('2026-11-20T17:00:00Z')).toBe(false);
  // In summer the same local hour is another one in UTC.
  expect(await isOpen('2026-07-17T07:00:00Z')).toBe(true);
  expect(await isOpen('2026-07-17T16:00:00Z')).toBe(false);
  await service.database.owner.query(sql`update site set calendar_flag_on = false where id = ${home.site.id}`);
  expect(await isOpen('2026-11-20T09:00:00Z')).toBe(true);
  expect((await read()).flag_on).toBe(false);
  const db = service.database.forSite(home.site.id);
  await db.transaction((db) => addHoliday(db, home.site, { date: '2026-11-20', name: 'Works outing' }, context()));
  expect(await isOpen('2026-11-20T09:00:00Z')).toBe(false);
});

test.each([
  [[{ ...FRIDAY, day_of_week: 7 }]],
  [[{ ...FRIDAY, open_minute: -1 }]],
  [[{ ...FRIDAY, close_minute: 1441 }]],
  [[{ ...FRIDAY, close_minute: 540 }]],
  [[FRIDAY, { ...FRIDAY, open_minute: 1079, close_minute: 1100 }]],
  [[FRIDAY, FRIDAY]],
])('a week that makes no sense is refused and the old one stays: %j', async (week) => {
  await replace([{ ...FRIDAY, day_of_week: 2 }]);
  await expect(replace(week)).rejects.toThrow(ApiError);
  expect((await read()).week).toHaveLength(1);
});

test('windows may touch, and an empty week is a week', async () => {
  await replace([FRIDAY, { ...FRIDAY, open_minute: 1080, close_minute: 1440 }]);
  expect((await read()).week).toHaveLength(2);
  await replace([]);
  expect((await read()).week).toEqual([]);
});
