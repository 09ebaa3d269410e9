import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Visitor } from '#contract/visitors.ts';
import { json, sql, type Db, type Statement } from '#server/db/db.ts';
import { vacuum } from '#server/testing/database.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { updateReportedSegments, type SegmentChange } from './segments.sql.ts';
import { getVisitor } from './visitors.ts';

const NOW = '2026-11-20T14:30:00.000Z';
const now = new Date(NOW);
const VISITOR_ID = 500_000n;
const EVENTS = 30_000;
let service: TestService;
let home: TestSite;
let db: Db;

beforeAll(async () => {
  service = await startTestService({ now: NOW });
  home = await service.createSite();
  const siteId = home.site.id;
  await service.database.owner.query(sql`
    insert into visitor (site_id, id, visitor_key, search_text, first_seen_utc, last_seen_utc)
    values (${siteId}, ${VISITOR_ID}, 'v1', 'v1', ${NOW}, ${NOW})`);
  await service.database.owner.query(sql`
    insert into visitor_event (site_id, id, visitor_id, event, occurred_utc)
    select ${siteId}, 1000000 + n, ${VISITOR_ID}, case when n % 10000 = 0 then 'rare' else 'click' end,
      ${NOW}::timestamptz - make_interval(mins => n)
    from generate_series(1, ${EVENTS}::integer) n`);
  // The number of events of each is its min_count; 97 in all.
  const counts = [...Array.from({ length: 95 }, (_, n) => 10 * (n + 1)), 999, 1_000];
  const rules = [
    ...counts.map((count) => ({ name: `S${count}`, event: 'click', count })),
    ...[3, 4].map((count) => ({ name: `Rare ${count}`, event: 'rare', count })),
  ];
  await service.database.owner.query(sql`
    insert into segment (site_id, id, name, name_key, event, min_count, within_days, created_utc)
    select ${siteId}, row_number() over () + 2000000, r.name, lower(r.name), r.event, r.count, 365, ${NOW}
    from json_to_recordset(${json(rules)}::text::json) r (name text, event text, count integer)`);
  await vacuum('visitor_event');
  db = service.database.forSite(siteId);
});

afterAll(() => service.close());

const Node = z.looseObject({
  'Relation Name': z.optional(z.string()),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.optional(z.number()),
  get Plans() {
    return z.optional(z.array(Node));
  },
});
const Explained = z.array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: Node })) }));

/** The number of events read, including rows that a filter removed. */
function eventsRead(node: z.output<typeof Node>): number {
  const { Plans: below = [], 'Rows Removed by Filter': removed = 0 } = node;
  const own = node['Relation Name'] === 'visitor_event' ? (node['Actual Rows'] + removed) * node['Actual Loops'] : 0;
  return below.reduce((sum, child) => sum + eventsRead(child), own);
}

/** The number of events that the statements of `work` read. */
async function measure(work: (db: Db) => Promise<unknown>): Promise<number> {
  let read = 0;
  await work({
    ...db,
    async query<Row extends object>(statement: Statement): Promise<Row[]> {
      const plans = await db.query(sql`explain (analyze, format json) ${statement}`);
      for (const row of z.parse(Explained, plans)) for (const { Plan } of row['QUERY PLAN']) read += eventsRead(Plan);
      return db.query<Row>(statement);
    },
    transaction: () => expect.fail('one statement is enough'),
  });
  return read;
}

// A thousand clicks and the three rare events; plans report rounded rows per loop.
const FEW = 1_010;

test('tracking an event reads at most a thousand events per name, for any number of events and segments', async () => {
  const moves: SegmentChange[] = [];
  const read = await measure(async (db) => moves.push(await updateReportedSegments(db, home.site.id, VISITOR_ID, now)));
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThanOrEqual(FEW);
  const segments = moves[0]?.segments ?? [];
  expect(segments).toHaveLength(98);
  expect(segments).toEqual(expect.arrayContaining(['S10', 'S1000', 'Rare 3']));
});

test('the record of a visitor reads as few and has the same segments', async () => {
  const records: (Visitor | undefined)[] = [];
  const read = await measure(async (db) => records.push(await getVisitor(db, home.site.id, 'v1', { now })));
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThanOrEqual(FEW);
  expect(records[0]?.segments).toHaveLength(98);
});

test('ingest refuses a rule of more than a thousand events, with its line', async () => {
  const rule = (min_count: number) =>
    service.call('POST', 'ingest', {
      token: home.token,
      body: { items: [{ kind: 'segment', name: 'Many', event: 'click', min_count, within_days: 7 }] },
    });
  expect((await rule(1_001)).json.data).toMatchObject({
    failed: 1,
    results: [{ code: 'bad_field', message: expect.stringContaining('min_count') }],
  });
  expect((await rule(1_000)).json.data).toMatchObject({ failed: 0 });
});
