import { expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { recountAll } from './recount.ts';
import { startTestService } from './service.ts';
import { countRows, emptyTables } from './tables.ts';

test.each([1, 12_000])('tables with %i customers and their counters are empty afterwards', async (count) => {
  const service = await startTestService();
  const none = await countRows(service);
  const { site } = await service.createSite();
  const at = '2026-11-20T00:00:00Z';
  await service.database.owner.query(sql`
    insert into customer_identity (site_id, id, email, email_key, first_seen_utc, last_seen_utc)
    select ${site.id}, n, md5(n::text), md5(n::text), ${at}::timestamptz, ${at}::timestamptz from generate_series(1, ${count}::integer) n`);
  await service.database.owner.query(sql`
    insert into channel_binding (site_id, id, channel, external_user_id, identity_id, bound_utc)
    select ${site.id}, 100000 + n, 'sms', md5(n::text), n, ${at}::timestamptz from generate_series(1, ${count}::integer) n`);
  await recountAll(service.database.owner);
  expect((await countRows(service))['customer_channel']).not.toBe(none['customer_channel']);
  await emptyTables(service.database);
  expect(await countRows(service)).toEqual(none);
  await service.close();
});
