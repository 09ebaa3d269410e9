import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { dumpTables } from '#server/testing/dump-tables.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

// A Friday, 15:30 in Berlin.
const NOW = '2026-11-20T14:30:00.000Z';
const WEEK = [1, 2, 3, 4, 5].map((day_of_week) => ({ day_of_week, open_minute: 540, close_minute: 1_020 }));
let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  home = await service.createSite({ timeZone: 'Europe/Berlin' });
  await save({ week: WEEK, flag_on: true });
});
afterEach(() => service.close());

async function save(body: object, site = home): Promise<void> {
  expectSuccess(await service.call('PATCH', 'business_calendar', { token: site.token, body }));
}

async function setTarget(minutes: number): Promise<void> {
  const body = { version: 0, values: { reply_target_minutes: minutes } };
  expectSuccess(await service.call('PATCH', 'site_settings', { token: home.token, body }));
}

const ask = (body: object, token = home.token) => service.call('POST', 'calendar_preview', { token, body });

async function preview(body: object, token = home.token) {
  const answer = await ask(body, token);
  expectSuccess(answer);
  return answer.json.data;
}

/** Tickets by when they came and when they were answered first. */
async function insertTickets(tickets: readonly (readonly [string, string | null])[], site = home): Promise<void> {
  await service.database.owner.query(sql`
    insert into ticket (site_id, id, ticket_number, subject, status, priority, channel, created_utc, updated_utc,
      first_response_utc, search_text)
    select ${site.site.id}, n, 1000 + n, 'Ticket', 'open', 'normal', 'web', u.created, u.created, u.replied, ''
    from unnest(${tickets.map(([created]) => created)}::timestamptz[], ${tickets.map(([, replied]) => replied)}::timestamptz[])
      with ordinality u (created, replied, n)`);
}

test('API-calendar_preview-POST: an empty body asks nothing', async () => {
  expect(await preview({})).toEqual({ at: [], impact: null });
});

test('CAL-11: of each instant whether it is open and when that changes, by what is tried and else by what is saved', async () => {
  const at = ['2026-11-20T15:59:59.999Z', '2026-11-20T16:00:00.000Z', '2026-12-25T10:00:00+01:00'];
  expect(await preview({ at })).toEqual({
    at: [
      { at_utc: '2026-11-20T15:59:59.999Z', is_open: true, changes_utc: '2026-11-20T16:00:00.000Z' },
      { at_utc: '2026-11-20T16:00:00.000Z', is_open: false, changes_utc: '2026-11-23T08:00:00.000Z' },
      { at_utc: '2026-12-25T09:00:00.000Z', is_open: true, changes_utc: '2026-12-25T16:00:00.000Z' },
    ],
    impact: null,
  });
  const christmas = [{ date: '2020-12-25', name: 'Christmas', recurring: true }];
  const tried = await preview({ at, calendar: { holidays: christmas, flag_on: false } });
  expect(tried.at.map(({ is_open }: { is_open: boolean }) => is_open)).toEqual([true, false, false]);
  expect(tried.at[2].changes_utc).toBe('2026-12-28T08:00:00.000Z');
  const moved = await preview({ at, calendar: { time_zone: 'America/New_York', version: 999 } });
  expect(moved.at[0]).toEqual({ at_utc: at[0], is_open: true, changes_utc: '2026-11-20T22:00:00.000Z' });
});

test('CAL-11: a night that is one window, and a change that does not come within 400 days', async () => {
  const night = [
    { day_of_week: 5, open_minute: 1_260, close_minute: 1_440 },
    { day_of_week: 6, open_minute: 0, close_minute: 120 },
  ];
  const at = ['2026-11-20T21:00:00.000Z'];
  expect((await preview({ at, calendar: { week: night } })).at[0]).toEqual({
    at_utc: at[0],
    is_open: true,
    changes_utc: '2026-11-21T01:00:00.000Z',
  });
  expect((await preview({ at, calendar: { week: [] } })).at[0]).toEqual({
    at_utc: at[0],
    is_open: false,
    changes_utc: null,
  });
});

test('CAL-13: tickets inside hours and first replies in time, under current and proposed hours', async () => {
  await setTarget(60);
  await insertTickets([
    // Thursday 10:00 in Berlin, answered after 60 minutes and one millisecond later.
    ['2026-11-19T09:00:00.000Z', '2026-11-19T10:00:00.000Z'],
    ['2026-11-19T09:00:00.000Z', '2026-11-19T10:00:00.001Z'],
    // Thursday 18:00: closed until Friday 9:00; answered at 10:00 and at 18:30 of the same day.
    ['2026-11-19T17:00:00.000Z', '2026-11-20T09:00:00.000Z'],
    ['2026-11-19T17:00:00.000Z', '2026-11-19T17:30:00.000Z'],
    ['2026-11-19T17:00:00.000Z', null],
    // 30 days ago to the millisecond, and before that.
    ['2026-10-21T14:30:00.000Z', null],
    ['2026-10-21T14:29:59.999Z', '2026-10-21T14:30:00.000Z'],
  ]);
  const counted = { tickets: 6, inside_current: 3, first_replies: 4, in_time_current: 3 };
  expect((await preview({ impact_days: 30 })).impact).toEqual({ ...counted, inside_proposed: 3, in_time_proposed: 3 });
  const longer = WEEK.map((window) => ({ ...window, close_minute: 1_200 }));
  const { impact } = await preview({ impact_days: 30, calendar: { week: longer } });
  // Open until 20:00, the one that was answered on Friday took two hours of Thursday and one of Friday.
  expect(impact).toEqual({ ...counted, inside_proposed: 6, in_time_proposed: 2 });
  const always = await preview({ impact_days: 30, calendar: { flag_on: false } });
  expect(always.impact).toEqual({ ...counted, inside_proposed: 3, in_time_proposed: 2 });
});

test('CAL-13: without a reply target no reply is in time or late, and a site without tickets has none', async () => {
  expect((await preview({ impact_days: 90 })).impact).toEqual({
    tickets: 0,
    inside_current: 0,
    inside_proposed: 0,
    first_replies: 0,
    in_time_current: null,
    in_time_proposed: null,
  });
});

test('CAL-13: tickets of another site are not counted, nor do its hours count', async () => {
  const other = await service.createSite({ name: 'Other' });
  await save({ week: [] }, other);
  await insertTickets([[NOW, null]], other);
  expect((await preview({ impact_days: 30 })).impact).toMatchObject({ tickets: 0 });
  expect((await preview({ impact_days: 30 }, other.token)).impact).toMatchObject({ tickets: 1, inside_current: 0 });
});

test('CAL-13: many tickets of one instant are counted once each, however many steps that takes', async () => {
  await service.database.owner.query(sql`
    insert into ticket (site_id, id, ticket_number, subject, status, priority, channel, created_utc, updated_utc, search_text)
    select ${home.site.id}, n, n, 'Ticket', 'open', 'normal', 'web', ${NOW}::timestamptz, ${NOW}::timestamptz, ''
    from generate_series(1, 5000) n`);
  expect((await preview({ impact_days: 1 })).impact).toMatchObject({ tickets: 5_000, inside_current: 5_000 });
});

test('API-calendar_preview-POST writes nothing, and a token that only reads may ask', async () => {
  const reader = await service.issueToken(home.site, { scopes: ['read'] });
  // Every call counts with its token.
  const rows = async () =>
    (await dumpTables(service.database.owner)).filter((line) => !/^(?:api_token|rate_window):/.test(line));
  const before = await rows();
  await preview({ calendar: { week: [], time_zone: 'Asia/Tokyo' }, at: [NOW], impact_days: 30 }, reader.token);
  expect(await rows()).toEqual(before);
});

const instants = (count: number) => Array.from({ length: count }, () => NOW);

test.each([
  ['at must', { at: instants(401) }],
  ['at must', { at: NOW }],
  ['at[1]', { at: [NOW, 'tomorrow'] }],
  ['at[0]', { at: ['1974-12-31T23:59:59Z'] }],
  ['at[0]', { at: ['9999-01-01T00:00:00Z'] }],
  ['at[0]', { at: ['2026-11-20T14:30:00'] }],
  ['impact_days', { impact_days: 0 }],
  ['impact_days', { impact_days: 91 }],
  ['impact_days', { impact_days: 1.5 }],
  ['calendar.week', { calendar: { week: [{ day_of_week: 7, open_minute: 0, close_minute: 1 }] } }],
  ['calendar.holidays[0].recurring', { calendar: { holidays: [{ date: '2026-12-25', name: 'a', recurring: 1 }] } }],
  ['calendar.holidays[0].date', { calendar: { holidays: [{ date: '2026-02-30', name: 'a' }] } }],
  ['calendar.overrides[0].name', { calendar: { overrides: [{ date: '2026-12-25', name: '', windows: [] }] } }],
  ['calendar.time_zone', { calendar: { time_zone: '+02:00' } }],
  ['color', { color: 'red' }],
])('API-calendar_preview-POST refuses %s', async (name, body) => {
  const answer = await ask(body);
  expectError(answer, 'bad_field');
  expect(answer.json.error.message).toContain(name);
});

test('API-calendar_preview-POST answers 400 instants of which none changes', async () => {
  const at = Array.from({ length: 400 }, (_, n) => new Date(Date.parse(NOW) + n * 3_600_000).toISOString());
  const answer = await preview({ at, calendar: { week: [], overrides: [] } });
  expect(answer.at).toHaveLength(400);
  expect(answer.at.every(({ changes_utc }: { changes_utc: unknown }) => changes_utc === null)).toBe(true);
});
