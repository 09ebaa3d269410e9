import { afterAll, beforeAll, expect, test } from 'vitest';
import { CSAT_SPLITS } from '#contract/csat-reports.ts';
import { sql, type Db, type Statement } from '#server/db/db.ts';
import { vacuum } from '#server/testing/database.ts';
import { startTestService, type TestService } from '#server/testing/service.ts';
import { countAnswers, countDays, countResolved, countSplits } from './count-answers.ts';

const COUNT = 5_000;
const NOW = '2026-11-20T14:30:00.000Z';
const from = new Date('2026-11-20T00:00:00.000Z');
const to = new Date('2026-11-21T00:00:00.000Z');
let service: TestService;
let siteId: bigint;

beforeAll(async () => {
  service = await startTestService({ now: NOW });
  for (const name of ['Other', 'Home']) {
    const { site } = await service.createSite({ name });
    siteId = site.id;
    await service.database.owner.query(sql`
      insert into ticket (site_id, id, ticket_number, subject, status, priority, channel, resolved_utc, created_utc,
        updated_utc, search_text)
      select ${siteId}, n, n, 'Bell', 'resolved', 'normal', 'web', t.at, t.at, t.at, ''
      from generate_series(1, ${COUNT}::integer) n
      cross join lateral (select ${NOW}::timestamptz - make_interval(mins => n * 20) as at) t`);
    await service.database.owner.query(sql`
      insert into csat_response (site_id, id, ticket_id, score, created_utc, priority, channel, first_reply, within_hours,
        handled_by)
      select site_id, id, id, 5, resolved_utc, priority, channel, 'none', 'inside', 'person' from ticket
      where site_id = ${siteId}`);
  }
  await vacuum('ticket, csat_response');
});

afterAll(() => service.close());

async function planOf(count: (db: Db) => Promise<unknown>): Promise<string> {
  const db = service.database.forSite(siteId);
  const plans: string[] = [];
  await count({
    ...db,
    async query<Row extends object>(statement: Statement): Promise<Row[]> {
      const rows = await db.query<{ 'QUERY PLAN': string }>(sql`explain ${statement}`);
      plans.push(...rows.map((row) => row['QUERY PLAN']));
      return [];
    },
    transaction: () => expect.fail('a count needs no transaction'),
  });
  return plans.join('\n');
}

test('CS-01, CS-02, CS-11: counts of answers read an index alone under row-level security', async () => {
  const filter = { priority: 'high', agent: 'none', ai: 'person' } as const;
  for (const count of [
    (db: Db) => countAnswers(db, siteId, { from, to }),
    (db: Db) => countAnswers(db, siteId, { from, to }, filter),
    (db: Db) => countDays(db, siteId, [from, to], filter),
    (db: Db) => countSplits(db, siteId, { from, to }, { filter, splits: CSAT_SPLITS }),
  ]) {
    expect(await planOf(count)).toContain('Index Only Scan using csat_response_created');
  }
  expect(await planOf((db) => countResolved(db, siteId, { from, to }))).toContain(
    'Index Only Scan using ticket_resolved',
  );
});
