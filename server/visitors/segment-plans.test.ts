import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Visitor } from '#contract/visitors.ts';
import { json, sql, type Db } from '#server/db/db.ts';
import { vacuum } from '#server/testing/database.ts';
import { countRowsRead } from '#server/testing/rows-read.ts';
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

// A thousand clicks and the three rare events; plans report rounded rows per loop.
const FEW = 1_010;
const measure = (work: (db: Db) => Promise<unknown>) => countRowsRead(db, 'visitor_event', work);

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
