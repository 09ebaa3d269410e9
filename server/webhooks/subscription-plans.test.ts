import { expect, test } from 'vitest';
import { sql, type Db, type Statement } from '#server/db/db.ts';
import { vacuum } from '#server/testing/database.ts';
import { startTestService } from '#server/testing/service.ts';
import { findSubscriptions } from './subscriptions.sql.ts';

const NOW = '2026-11-20T14:30:00.000Z';

test('a page of subscriptions uses indexes under row-level security', async () => {
  const service = await startTestService({ now: NOW });
  const { owner } = service.database;
  const { site } = await service.createSite();
  await owner.query(sql`
    insert into webhook_subscription (site_id, id, url, events, include_pii, state, key_id, nonce, created_utc, updated_utc)
    select ${site.id}, n, 'https://example.org', '{*}', false, 'active', '', '', ${NOW}::timestamptz, ${NOW}::timestamptz
    from generate_series(1, 100) n`);
  await owner.query(sql`
    insert into webhook_delivery (site_id, id, subscription_id, message_id, event_type, state, attempt_count, scheduled_utc,
      created_utc, finished_utc, last_failed_utc)
    select ${site.id}, n, 1 + n % 100, '', 'ticket.created', 'succeeded', 1, m.at, m.at, m.at,
      case when n % 50 = 0 then m.at end
    from generate_series(1, 60000) n, lateral (select ${NOW}::timestamptz - make_interval(mins => n) as at) m`);
  await owner.query(sql`
    insert into webhook_attempt (site_id, delivery_id, attempt, scheduled_utc, started_utc, duration_ms)
    select site_id, id, 1, created_utc, created_utc, 100 from webhook_delivery where site_id = ${site.id}`);
  await vacuum('webhook_delivery');
  await vacuum('webhook_attempt');
  const plans: string[] = [];
  const db: Db = {
    ...service.database.forSite(site.id),
    async query<Row extends object>(statement: Statement): Promise<Row[]> {
      const rows = await service.database.forSite(site.id).query<{ 'QUERY PLAN': string }>(sql`explain ${statement}`);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      return [];
    },
    transaction: () => expect.fail('a list needs no transaction'),
  };
  await findSubscriptions(db, site.id, { limit: 100, skip: 0 }, new Date(NOW));
  const plan = plans.join('\n');
  for (const index of ['accepted', 'last_failure', 'due']) expect(plan).toContain(`webhook_delivery_${index}`);
  expect(plan).toContain('webhook_attempt_pkey');
  expect(plan).not.toMatch(/Seq Scan on webhook_(?:delivery|attempt)\b/);
  await service.close();
});
