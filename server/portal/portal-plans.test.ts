import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql, type Db, type Statement } from '#server/db/db.ts';
import { vacuum } from '#server/testing/database.ts';
import { startTestService, type TestService } from '#server/testing/service.ts';
import { findPortalTokens, portalTokenCondition, type PortalTokenFilter } from './portal-list.sql.ts';

// Two sites with many links each, so that the planner needs an index for a page of one.
const COUNT = 12_000;
const NOW = '2026-11-20T14:30:00.000Z';
let service: TestService;
let db: Db;
let siteId: bigint;

beforeAll(async () => {
  service = await startTestService({ now: NOW });
  for (const name of ['Other', 'Home']) {
    const { site } = await service.createSite({ name });
    siteId = site.id;
    await service.database.owner.query(sql`
      insert into portal_token (site_id, id, requester_email, email_key, nonce, key_id, token_hash, issued_by, use_count,
        created_utc, expires_utc, revoked_utc)
      select ${site.id}, n, m.email, m.email, '', '', decode(md5(${name} || n), 'hex'), 'Test',
        case when n % 400 = 0 then 50 when n % 100 = 0 then 0 else 1 + n % 5 end,
        ${NOW}::timestamptz - make_interval(mins => n), ${NOW}::timestamptz - make_interval(mins => n - 100),
        case when n % 200 = 0 then ${NOW}::timestamptz end
      from generate_series(1, ${COUNT}::integer) n, lateral (select md5(n::text) || '@' || n % 500 || '.example' as email) m`);
  }
  await vacuum('portal_token');
  db = service.database.forSite(siteId);
});

afterAll(() => service.close());

const now = new Date(NOW);
const CASES: readonly (readonly [string, Omit<PortalTokenFilter, 'now'>, object, string])[] = [
  ['nothing asked', {}, {}, 'portal_token_created'],
  ['active ones', { state: 'active' }, {}, 'portal_token_expires'],
  ['revoked ones', { state: 'revoked' }, {}, 'portal_token_revoked'],
  ['what ends soon', { expiringBefore: new Date(now.getTime() + 600_000) }, {}, 'portal_token_expires'],
  ['what nobody opened', { unused: true }, {}, 'portal_token_unused'],
  ['what was opened often', { minUses: 10 }, {}, 'portal_token_uses'],
  ['a part of an address', { words: ['c4ca4238a0b9'] }, {}, 'portal_token_search'],
  ['the order by end', {}, { order: 'expires' }, 'portal_token_expires'],
];

test.each(CASES)('%s uses its index under row-level security', async (_name, filter, order, index) => {
  const plans: string[] = [];
  const explaining: Db = {
    ...db,
    async query<Row extends object>(statement: Statement): Promise<Row[]> {
      const rows = await db.query<{ 'QUERY PLAN': string }>(sql`explain ${statement}`);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      return [];
    },
    transaction: () => expect.fail('a list needs no transaction'),
  };
  const where = portalTokenCondition(siteId, { ...filter, now });
  await findPortalTokens(explaining, where, { now, limit: 50, ...order });
  expect(plans.join('\n')).toContain(index);
  expect(plans.join('\n')).not.toMatch(/Seq Scan on portal_token\b/);
});
