import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CSAT_REVIEWS, CSAT_SPLITS, type CsatSplit } from '#contract/csat-reports.ts';
import { sql } from '#server/db/db.ts';
import { startTestService, TEST_ACTOR, type TestService, type TestSite } from '#server/testing/service.ts';
import { emptyTables } from '#server/testing/tables.ts';
import { recordCsat } from './record-csat.ts';

const NOW = '2026-11-20T14:30:00.000Z';
const DAY_MS = 86_400_000;
const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia'];
const TICKETS = 12;

let service: TestService;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
});

afterEach(() => service.close());

/** Days around clock changes and around now. */
const agoMs = fc.oneof(
  fc.integer({ min: 0, max: 65 * DAY_MS }),
  fc.integer({ min: 18 * DAY_MS, max: 28 * DAY_MS }),
  fc.integer({ min: 0, max: 2 * DAY_MS }),
);
const ticket = fc.integer({ min: 1, max: TICKETS });
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ does: fc.constant('rate' as const), ticket, score: fc.integer({ min: 0, max: 5 }), agoMs }),
  },
  fc.record({ does: fc.constant('review' as const), ticket, review: fc.constantFrom(...CSAT_REVIEWS) }),
  fc.record({ does: fc.constant('resolve' as const), ticket, agoMs: fc.option(agoMs) }),
  fc.record({ does: fc.constant('change' as const), ticket, priority: fc.constantFrom('low', 'urgent') }),
  fc.record({ does: fc.constant('delete' as const), ticket }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const filter = fc.record(
  {
    priority: fc.constantFrom('low', 'normal', 'urgent'),
    channel: fc.constantFrom('web', 'email', 'fax'),
    agent: fc.constantFrom('none', '1', '2'),
    first_reply: fc.constantFrom('under_1h', '1h_to_4h', 'over_4h', 'none'),
    within_hours: fc.constantFrom('inside', 'outside'),
    ai: fc.constantFrom('person', 'ai'),
  },
  { requiredKeys: [] },
);
const asked = fc.record({
  zone: fc.constantFrom(...ZONES),
  startDay: fc.integer({ min: -60, max: 1 }),
  days: fc.integer({ min: 1, max: 45 }),
  filter: fc.oneof(fc.constant({}), filter),
  scores: fc.option(fc.uniqueArray(fc.integer({ min: 0, max: 5 }), { minLength: 1 })),
  reviews: fc.option(fc.uniqueArray(fc.constantFrom(...CSAT_REVIEWS), { minLength: 1 })),
  limit: fc.integer({ min: 1, max: 5 }),
  skip: fc.integer({ min: 0, max: 6 }),
});

/** A stored answer, from which the test calculates each figure. */
interface Stored {
  readonly id: bigint;
  readonly score: number;
  readonly created_utc: string;
  readonly review: string;
  readonly priority: string;
  readonly channel: string;
  readonly agent: string;
  readonly first_reply: string;
  readonly within_hours: string;
  readonly ai: string;
}

/** Various tickets, some with replies, and business hours. */
async function prepare(): Promise<TestSite> {
  await emptyTables(service.database);
  const home = await service.createSite({ timeZone: 'Europe/Berlin' });
  const { owner } = service.database;
  await owner.query(sql`
    insert into agent (site_id, id, name, created_utc) values (${home.site.id}, 1, 'Ada', ${NOW}), (${home.site.id}, 2, 'Bo', ${NOW})`);
  await owner.query(sql`
    insert into calendar_window (site_id, day_of_week, open_minute, close_minute)
    select ${home.site.id}, d, 480, 1080 from generate_series(1, 5) d`);
  await owner.query(sql`
    insert into ticket (site_id, id, ticket_number, subject, status, priority, channel, assignee_agent_id, first_response_utc,
      resolved_utc, created_utc, updated_utc, search_text)
    select ${home.site.id}, n, n, 'Bell', 'resolved', (array['low', 'normal', 'urgent'])[1 + n % 3],
      (array['web', 'email'])[1 + n % 2], nullif(n % 3, 0), t.at + make_interval(hours => n), t.at + interval '3 hours', t.at, t.at, ''
    from generate_series(1, ${TICKETS}::integer) n
    cross join lateral (select ${NOW}::timestamptz - make_interval(hours => 1500 + 7 * n) as at) t`);
  await owner.query(sql`
    insert into ticket_comment (site_id, id, ticket_id, author_kind, visibility, channel, body, created_utc)
    select ${home.site.id}, 1000 + n, n, case when n % 4 = 0 then 'agent' else 'ai' end, 'public', 'web', 'Hello', t.created_utc
    from generate_series(1, ${TICKETS}::integer, 2) n join ticket t on t.site_id = ${home.site.id} and t.id = n`);
  return home;
}

async function take(home: TestSite, step: Step): Promise<void> {
  const { owner } = service.database;
  const site = home.site.id;
  const at = (ago: number) => new Date(Date.parse(NOW) - ago).toISOString();
  switch (step.does) {
    case 'rate': {
      const input = { ticketId: BigInt(step.ticket), score: step.score, createdUtc: at(step.agoMs) };
      const context = { actor: TEST_ACTOR, now: service.clock.now() };
      await service.database.forSite(site).transaction((db) => recordCsat(db, home.site, input, context));
      break;
    }
    case 'review': {
      const [row] = await owner.query<{ id: bigint }>(
        sql`select id from csat_response where site_id = ${site} and ticket_id = ${step.ticket}`,
      );
      const body = { id: row?.id, review: step.review };
      if (row !== undefined) await service.call('PATCH', 'csat_reports', { token: home.token, body });
      break;
    }
    case 'resolve':
      await owner.query(sql`
        update ticket set resolved_utc = ${step.agoMs === null ? null : at(step.agoMs)}::timestamptz
        where site_id = ${site} and id = ${step.ticket}`);
      break;
    case 'change':
      await owner.query(
        sql`update ticket set priority = ${step.priority} where site_id = ${site} and id = ${step.ticket}`,
      );
      break;
    case 'delete':
      await owner.query(sql`delete from ticket where site_id = ${site} and id = ${step.ticket}`);
  }
}

const sameMean = (value: unknown, scores: readonly number[]) =>
  scores.length === 0
    ? expect(value).toBeNull()
    : expect(value).toBeCloseTo(scores.reduce((sum, score) => sum + score, 0) / scores.length, 9);

test('CS-01, CS-02, CS-11: summary, days, splits, answers and csat agree with the answers after any operations', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 40 }),
      fc.array(asked, { minLength: 2, maxLength: 4 }),
      async (steps, questions) => {
        const home = await prepare();
        for (const one of steps) await take(home, one);
        const stored = await service.database.owner.query<Stored>(sql`
        select id, score, created_utc, review, priority, channel, coalesce(assignee_agent_id::text, 'none') as agent, first_reply,
          within_hours, handled_by as ai from csat_response order by created_utc desc, id desc`);
        const resolved = await service.database.owner.query<{ resolved_utc: string; is_rated: boolean }>(sql`
        select t.resolved_utc, c.id is not null as is_rated from ticket t
        left join csat_response c on c.site_id = t.site_id and c.ticket_id = t.id where t.resolved_utc is not null`);
        const get = async (query: Record<string, string | number>) => {
          const answer = await service.call('GET', 'csat_reports', { token: home.token, query });
          expect(answer.status, answer.text).toBe(200);
          return answer.json.data;
        };
        for (const question of questions) {
          const { zone, filter, scores, reviews, limit, skip } = question;
          const dateOf = (utc: string) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(utc));
          const day = (n: number) => new Date(Date.parse(NOW.slice(0, 10)) + n * DAY_MS).toISOString().slice(0, 10);
          const [from, to] = [day(question.startDay), day(question.startDay + question.days)];
          const before = day(question.startDay - question.days);
          const window = { from, to, zone, ...filter };
          const passes = (row: Stored) =>
            CSAT_SPLITS.every((split: CsatSplit) => {
              const wanted: string | undefined = Reflect.get(filter, split);
              return wanted === undefined || row[split] === wanted;
            });
          const between = (a: string, b: string) =>
            stored.filter((row) => passes(row) && a <= dateOf(row.created_utc) && dateOf(row.created_utc) < b);
          const rows = between(from, to);

          const summary = await get({ report: 'summary', ...window });
          for (const [part, expected] of [
            [summary, rows],
            [summary.previous, between(before, from)],
          ] as const) {
            const counts = [0, 1, 2, 3, 4, 5].map((score) => [
              score,
              expected.filter((row) => row.score === score).length,
            ]);
            expect(part.distribution).toEqual(Object.fromEntries(counts));
            expect(part.responses).toBe(expected.length);
            sameMean(
              part.value,
              expected.map(({ score }) => score),
            );
          }
          const solved = resolved.filter(({ resolved_utc: at }) => from <= dateOf(at) && dateOf(at) < to);
          const rated = solved.filter((one) => one.is_rated).length;
          const isFiltered = Object.keys(filter).length > 0;
          expect(summary.resolved).toBe(isFiltered ? null : solved.length);
          expect(summary.response_rate).toBe(isFiltered || solved.length === 0 ? null : rated / solved.length);

          const { items: days } = await get({ report: 'days', ...window });
          expect(days).toHaveLength(question.days);
          for (const { date, responses, value } of days) {
            const ofDay = rows.filter((row) => dateOf(row.created_utc) === date);
            expect(responses).toBe(ofDay.length);
            sameMean(
              value,
              ofDay.map(({ score }) => score),
            );
          }

          const { items: splits } = await get({ report: 'splits', ...window });
          for (const split of CSAT_SPLITS) {
            const keys = new Map(Object.entries(Object.groupBy(rows, (row) => row[split])));
            const told = splits.filter((item: { split: string }) => item.split === split);
            expect(new Map(told.map((item: { key: string; responses: number }) => [item.key, item.responses]))).toEqual(
              new Map([...keys].map(([key, list]) => [key, list?.length])),
            );
            for (const item of told) sameMean(item.value, keys.get(item.key)?.map(({ score }) => score) ?? []);
          }

          const listed = rows.filter((row) => scores === null || scores.includes(row.score));
          const wanted = listed.filter((row) => reviews === null || reviews.some((review) => review === row.review));
          const search = {
            ...(scores === null ? {} : { score: scores.join(',') }),
            ...(reviews === null ? {} : { review: reviews.join(',') }),
          };
          const page = await get({ report: 'answers', ...window, ...search, limit, skip });
          expect(page.items.map((item: { id: number }) => BigInt(item.id))).toEqual(
            wanted.slice(skip, skip + limit).map(({ id }) => id),
          );
          expect(page.total_count).toBe(wanted.length);
          for (const review of CSAT_REVIEWS) {
            expect(page.reviews[review]).toBe(listed.filter((row) => row.review === review).length);
          }
        }
        const documented = (await service.call('GET', 'csat', { token: home.token, query: { days: 45 } })).json.data;
        const same = await get({ report: 'summary', zone: 'UTC', from: '2026-10-07', to: '2026-11-21' });
        expect(documented.summary.distribution).toEqual(same.distribution);
        expect(documented.summary.average).toBe(same.value);
      },
    ),
    { numRuns: 15 },
  );
});
