import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sql, type Db, type Statement } from '#server/db/db.ts';
import { expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

// Only the embedded engine holds everybody while a statement runs. See docs/decisions/0036-lists-of-customers-in-steps.md.

const NOW = '2026-11-20T14:30:00.000Z';
/** Several steps. */
const COUNT = 7_000;
let service: TestService;
let own: TestSite;
let forSite: TestService['database']['forSite'];
/** The statements that ran, and whether each was a step. */
let statements: { readonly text: string; readonly isStep: boolean }[];

beforeAll(async () => {
  service = await startTestService({ now: NOW });
  own = await service.createSite();
  const { owner } = service.database;
  for (const { site } of [own, await service.createSite()]) {
    // Many equal ones in each order, and some whose names are not known; "Zoe" has least tickets.
    await owner.query(sql`
      insert into customer_identity (site_id, id, display_name, ticket_count, first_seen_utc, last_seen_utc)
      select ${site.id}, 1000 + n, case when n % 13 = 0 then null when n % 700 = 1 then 'Zoe' else 'Bo ' || n % 40 end,
        case when n % 700 = 1 then n / 3500 else 2 + n % 3 end, ${NOW}, ${NOW}::timestamptz - make_interval(mins => n % 50)
      from generate_series(1, ${COUNT}::integer) n`);
    await owner.query(sql`
      insert into channel_binding (site_id, id, channel, external_user_id, identity_id, bound_utc)
      select ${site.id}, 100000 + n, case when n % 5 = 0 then 'sms' else 'whatsapp' end, 'many' || n, 1000 + n, ${NOW}
      from generate_series(1, 2500) n`);
  }
  await owner.query(sql`vacuum (analyze) customer_identity, channel_binding`);
  const { database } = service;
  forSite = database.forSite.bind(database);
  return async () => {
    vi.restoreAllMocks();
    await service.close();
  };
});

beforeEach(() => {
  statements = [];
  vi.restoreAllMocks();
});
afterAll(() => vi.restoreAllMocks());

/** As if the planner expected so much of every statement. */
function expectCost(cost: number): void {
  const watch = (db: Db, isStep: boolean): Db => ({
    async query<Row extends object>(statement: Statement): Promise<Row[]> {
      if (statement.text.startsWith('explain')) {
        return db.query<Row>(sql`select json_build_array(json_build_object('Plan', json_build_object('Total Cost', ${cost}::float8)))
          as "QUERY PLAN"`);
      }
      statements.push({ text: statement.text, isStep });
      return db.query<Row>(statement);
    },
    transaction: (work) => db.transaction((db) => work(watch(db, true))),
  });
  vi.spyOn(service.database, 'forSite').mockImplementation((siteId) => watch(forSite(siteId), false));
}

async function list(query: Record<string, string | number>): Promise<string> {
  const answer = await service.call('GET', 'customer_identities', { token: own.token, query });
  if (query['format'] === 'csv') expect(answer.status).toBe(200);
  else expectSuccess(answer);
  return answer.text.replace(/"request_id":"[^"]*"/, '');
}

const FILTERS: readonly Record<string, string | number>[] = [
  { q: 'z' },
  { q: 'bo' },
  { q: 'bo 7' },
  { q: 'many' },
  { q: 'nobody' },
  { channel: 'sms' },
  { without_channel: 'whatsapp' },
  { channel: 'whatsapp', without_channel: 'sms' },
  { blocked: 1 },
  { q: 'bo', channel: 'sms' },
];
const PAGES = [{ limit: 3 }, { limit: 200, skip: 3 }, { limit: 5, skip: 2_000 }, { limit: 5, skip: 9_000 }];
const ASKED = FILTERS.flatMap((filter) =>
  ['tickets', 'recent', 'name'].map((order_by) => ({
    title: JSON.stringify({ ...filter, order_by }),
    filter,
    order_by,
  })),
);

test.each(ASKED)('a list in steps says the same as at once: $title', async ({ filter, order_by }) => {
  const asked = [...PAGES, { format: 'csv', limit: 4 }, { format: 'csv', all: 1 }].map((page) => ({
    ...filter,
    order_by,
    ...page,
  }));
  for (const query of asked) {
    expectCost(1);
    const atOnce = await list(query);
    expectCost(1e9);
    expect(await list(query), JSON.stringify(query)).toBe(atOnce);
  }
});

test.each(['tickets', 'recent', 'name'])('a search is made in steps alone, ordered by %s', async (order_by) => {
  for (const query of [{ q: 'z' }, { q: 'z', skip: 2_000 }, { q: 'z', format: 'csv', all: 1 }]) {
    expectCost(1e9);
    statements = [];
    await list({ ...query, order_by });
    const searches = statements.filter(({ text }) => text.includes('search_text'));
    expect(searches.length).toBeGreaterThan(3);
    expect(searches.filter(({ isStep }) => !isStep)).toEqual([]);
  }
});
