import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isWithinHours } from '#server/calendar/business-hours.ts';
import { businessHoursOf } from '#server/calendar/calendar.ts';
import { expectSuccess } from '#server/testing/expect-answer.ts';
import { createAgent } from '#server/tickets/agents.ts';
import { sql } from '#server/db/db.ts';
import { CSAT_NOW, CsatDesk } from '#server/testing/csat-desk.ts';
import { TEST_ACTOR } from '#server/testing/service.ts';

const desk = new CsatDesk();
const { read, write, ticket, rateTicket } = desk;
beforeEach(desk.open);
afterEach(desk.close);

test('CS-11: an answer describes the ticket as it was at that time', async () => {
  const context = { actor: TEST_ACTOR, now: desk.service.clock.now() };
  const ada = await createAgent(
    desk.service.database.forSite(desk.home.site.id),
    desk.home.site,
    { name: 'Ada' },
    context,
  );
  // A Friday afternoon in Berlin.
  await write('PATCH', 'business_calendar', { week: [{ day_of_week: 5, open_minute: 900, close_minute: 960 }] });
  const id = await ticket({ priority: 'high', channel: 'email' });
  await write('PATCH', 'ticket', { id, assignee_agent_id: ada.toString() });
  desk.service.clock.advance(2 * 3_600_000);
  await write('POST', 'ticket_comments', { ticket_id: id, body: 'We send a new one.' });
  await rateTicket(id, 2, desk.service.clock.now().toISOString());
  await write('PATCH', 'ticket', { id, priority: 'low', assignee_agent_id: null });
  await write('PATCH', 'business_calendar', { week: [] });
  const { items, total_count } = await read('report=splits');
  expect(
    items.map(({ split, key, label, responses }: Record<string, unknown>) => [split, key, label, responses]),
  ).toEqual([
    ['priority', 'high', 'high', 1],
    ['channel', 'email', 'email', 1],
    ['agent', ada.toString(), 'Ada', 1],
    ['first_reply', '1h_to_4h', '1h_to_4h', 1],
    ['within_hours', 'inside', 'inside', 1],
    ['ai', 'person', 'person', 1],
  ]);
  expect(total_count).toBe(6);
  const count = async (filter: string) => (await read(`report=summary&${filter}`)).responses;
  for (const [held, missed] of [
    ['priority=high', 'priority=low'],
    ['channel=email', 'channel=web'],
    [`agent=${ada}`, 'agent=none'],
    ['first_reply=1h_to_4h', 'first_reply=none'],
    ['within_hours=inside', 'within_hours=outside'],
    ['ai=person', 'ai=ai'],
  ] as const) {
    expect([await count(held), await count(missed)], held).toEqual([1, 0]);
    expect(await count(`${held}&${held === 'channel=email' ? 'priority=high' : 'channel=email'}`), held).toBe(1);
    expect((await read(`report=answers&${held}`)).total_count, held).toBe(1);
  }
  expect((await read('report=splits&split=agent,ai')).items).toHaveLength(2);
});

test('CS-11: an answer has the time to the first reply', async () => {
  const minutes = { under_1h: 59, '1h_to_4h': 60, late: 240, over_4h: 241 };
  const bucket = async (after: number | null) => {
    const id = await ticket();
    const created = desk.service.clock.now().toISOString();
    if (after !== null) {
      desk.service.clock.advance(after * 60_000);
      await write('POST', 'ticket_comments', { ticket_id: id, body: 'Hello' });
    }
    await rateTicket(id, 4, desk.service.clock.now().toISOString());
    const [row] = await desk.service.database.owner.query<{ first_reply: string }>(
      sql`select first_reply from csat_response where ticket_id = ${id}`,
    );
    desk.service.clock.set(created);
    return row?.first_reply;
  };
  expect(await bucket(null)).toBe('none');
  expect(await bucket(minutes.under_1h)).toBe('under_1h');
  expect(await bucket(minutes['1h_to_4h'])).toBe('1h_to_4h');
  expect(await bucket(minutes.late)).toBe('1h_to_4h');
  expect(await bucket(minutes.over_4h)).toBe('over_4h');
});

test('CS-11: AI handled a ticket if it replied and no agent wrote to the customer', async () => {
  const say = async (id: bigint, author: string, visibility = 'public') => {
    const { owner } = desk.service.database;
    await owner.query(sql`
      insert into ticket_comment (site_id, id, ticket_id, author_kind, visibility, channel, body, created_utc)
      values (${desk.home.site.id}, ${await owner.takeIds(desk.home.site.id, 1)}, ${id}, ${author}, ${visibility}, 'web', 'Hello', ${CSAT_NOW}::timestamptz)`);
  };
  const talk = (id: bigint, roles: readonly string[]) =>
    write('POST', 'ingest', {
      items: [
        {
          kind: 'transcript',
          session_id: `s${id}`,
          ticket_id: id,
          ended_utc: CSAT_NOW,
          messages: roles.map((role) => ({ role, text: 'Hello' })),
        },
      ],
    });
  const handledBy = async (prepare: (id: bigint) => Promise<unknown>) => {
    const id = await ticket();
    await prepare(id);
    await rateTicket(id, 4);
    const [row] = await desk.service.database.owner.query<{ handled_by: string }>(
      sql`select handled_by from csat_response where ticket_id = ${id}`,
    );
    return row?.handled_by;
  };
  expect(await handledBy(async () => undefined)).toBe('person');
  expect(await handledBy((id) => say(id, 'ai'))).toBe('ai');
  expect(await handledBy((id) => say(id, 'ai', 'internal'))).toBe('person');
  expect(await handledBy((id) => talk(id, ['visitor', 'ai']))).toBe('ai');
  expect(await handledBy((id) => talk(id, ['visitor']))).toBe('person');
  expect(await handledBy((id) => talk(id, ['visitor', 'agent', 'ai']))).toBe('person');
  expect(
    await handledBy(async (id) => {
      await say(id, 'ai');
      await say(id, 'agent', 'internal');
    }),
  ).toBe('ai');
  expect(
    await handledBy(async (id) => {
      await say(id, 'ai');
      await say(id, 'agent');
    }),
  ).toBe('person');
});

test('CS-11: the database calculates open hours as the service does', async () => {
  const zones = ['Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia'];
  const window = fc
    .tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 1440 }))
    .filter(([, open, close]) => open < close)
    .map(([day_of_week, open_minute, close_minute]) => ({ day_of_week, open_minute, close_minute }));
  const { owner } = desk.service.database;
  const site = desk.home.site.id;
  const cases = fc.record({
    time_zone: fc.constantFrom(...zones),
    // Windows of different days cannot overlap.
    week: fc.uniqueArray(window, { selector: (one) => one.day_of_week, maxLength: 5 }),
    holidays: fc.uniqueArray(
      fc.record({
        day: fc.integer({ min: 1, max: 9 }),
        year: fc.constantFrom(2020, 2026),
        recurring: fc.boolean(),
        active: fc.boolean(),
      }),
      { maxLength: 4, selector: ({ day, year }) => `${day} ${year}` },
    ),
    own: fc.option(window),
    instants: fc.array(fc.integer({ min: Date.UTC(2026, 9, 23), max: Date.UTC(2026, 10, 3) }), { minLength: 10 }),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ time_zone, week, holidays, own, instants }) => {
      const dates = holidays.map(({ day, year, ...how }) => ({
        date: `${year}-10-${22 + day}`,
        name: 'Closed',
        ...how,
      }));
      const overrides =
        own === null
          ? []
          : [{ date: '2026-10-25', windows: [{ open_minute: own.open_minute, close_minute: own.close_minute }] }];
      expectSuccess(await write('PATCH', 'business_calendar', { time_zone, week, holidays: dates, overrides }));
      const rows = await owner.query<{ is_open: boolean }>(sql`
        select is_within_hours(${site}, i.at) as is_open
        from unnest(${instants.map((at) => new Date(at).toISOString())}::timestamptz[]) with ordinality i (at, n) order by n`);
      const hours = businessHoursOf({ time_zone, week, holidays: dates, overrides });
      expect(rows.map((row) => row.is_open)).toEqual(instants.map((at) => isWithinHours(hours, new Date(at))));
    }),
    { numRuns: 30 },
  );
});
