import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sql, type Db, type Statement } from '#server/db/db.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { countRows } from './count-in-steps.ts';

const NOW = '2026-11-20T14:30:00.000Z';
let service: TestService;
let own: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  own = await service.createSite();
  const other = await service.createSite();
  for (const { site } of [own, other])
    await service.database.owner.query(sql`
      insert into customer_identity (site_id, id, display_name, first_seen_utc, last_seen_utc)
      select ${site.id}, 1000 + n * 3, case when n % 7 = 0 then 'Ada' else 'Bo' end, ${NOW}, ${NOW}
      from generate_series(1, 4500) n`);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await service.close();
});

/** Of a database whose planner expects so much of every count. */
function expecting(cost: number): { readonly db: Db; readonly steps: () => number } {
  const real = service.database.forSite(own.site.id);
  const transaction = vi.fn<Db['transaction']>((work) => real.transaction(work));
  const query = async (statement: Statement) =>
    statement.text.startsWith('explain')
      ? [{ 'QUERY PLAN': [{ Plan: { 'Total Cost': cost } }] }]
      : real.query<object>(statement);
  return { db: { query, transaction } as Db, steps: () => transaction.mock.calls.length };
}

const counted = (where: Statement) => ({
  table: sql`customer_identity`,
  as: sql`c`,
  id: sql`c.id`,
  ofSite: sql`c.site_id = ${own.site.id}`,
  where: sql`c.site_id = ${own.site.id} and ${where}`,
});

test.each([
  ['of a name', sql`c.display_name = 'Ada'`, 642],
  ['all', sql`true`, 4_500],
  ['none', sql`c.display_name = 'Eve'`, 0],
])('counts %s in steps as in one statement', async (_name, where, total) => {
  const quick = expecting(10);
  expect(await countRows(quick.db, 'pglite', counted(where))).toBe(total);
  expect(quick.steps()).toBe(0);
  const long = expecting(1e9);
  expect(await countRows(long.db, 'pglite', counted(where))).toBe(total);
  expect(long.steps()).toBeGreaterThan(2);
  expect(await countRows(long.db, 'postgres', counted(where))).toBe(total);
});

test('asks the planner what it expects', async () => {
  const db = service.database.forSite(own.site.id);
  expect(await countRows(db, 'pglite', counted(sql`c.display_name = 'Ada'`))).toBe(642);
});
