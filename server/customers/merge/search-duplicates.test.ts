import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { recountAll } from '#server/testing/recount.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { searchDueSites } from './search-duplicates.ts';

let service: TestService;
beforeEach(async () => {
  service = await startTestService({ now: '2026-11-20T14:30:00.000Z' });
});
afterEach(() => service.close());

const run = (isWanted: () => boolean = () => true) => {
  const { database, clock } = service;
  return searchDueSites({ database, clock, isWanted });
};
const list = async ({ token }: TestSite) =>
  (await service.call('GET', 'customer_duplicates', { token, query: { limit: 1 } })).json.data;

/** Customers of whom each has the phone of another one. */
async function fill({ site }: TestSite, customers: number): Promise<void> {
  const { owner } = service.database;
  await owner.query(sql`
    insert into customer_identity (site_id, id, phone, phone_key, first_seen_utc, last_seen_utc)
    select ${site.id}, 1000000 + n, p.phone, p.phone, ${service.clock.now()}::timestamptz, ${service.clock.now()}::timestamptz
    from generate_series(0, ${customers - 1}::integer) n
    cross join lateral (select '+49151' || lpad((n % ${customers / 2}::integer)::text, 8, '0') as phone) p`);
  await recountAll(owner);
}

test('a site is searched when it has its first customers, each night in its time zone, and after an import', async () => {
  const berlin = await service.createSite({ name: 'Berlin', timeZone: 'Europe/Berlin' });
  const empty = await service.createSite({ name: 'Empty' });
  await fill(berlin, 2);
  const asOf = async () => (await list(berlin)).as_of_utc;
  await run();
  expect(await asOf()).toBe('2026-11-20T14:30:00.000Z');
  expect((await list(empty)).as_of_utc).toBeNull();
  service.clock.set('2026-11-21T01:50:00.000Z');
  await run();
  expect(await asOf()).toBe('2026-11-20T14:30:00.000Z');
  service.clock.set('2026-11-21T02:00:01.000Z');
  await run();
  expect(await asOf()).toBe('2026-11-21T02:00:01.000Z');

  service.clock.set('2026-11-21T10:00:00.000Z');
  const body = 'channel,external_user_id,email,phone\r\nsms,+4915110000001,,+4915110000002';
  const call = { token: berlin.token, body, headers: { 'content-type': 'text/csv' } };
  expect((await service.call('POST', 'bind_channels_bulk', call)).status).toBe(200);
  service.clock.set('2026-11-21T10:05:00.000Z');
  await run();
  expect(await asOf()).toBe('2026-11-21T10:05:00.000Z');
  service.clock.set('2026-11-21T10:15:00.000Z');
  await run();
  expect(await asOf()).toBe('2026-11-21T10:05:00.000Z');
});

test('customers are compared over batches; a search that is stopped begins again', async () => {
  const site = await service.createSite();
  await fill(site, 1_200);
  let batches = 0;
  await run(() => (batches += 1) < 3);
  expect((await list(site)).as_of_utc).toBeNull();
  await run();
  expect(await list(site)).toMatchObject({ total_count: 600, as_of_utc: '2026-11-20T14:30:00.000Z' });
});

test('a site that cannot be searched does not stop the others', async () => {
  const [broken, fine] = [await service.createSite({ name: 'Broken' }), await service.createSite({ name: 'Fine' })];
  for (const site of [broken, fine]) await fill(site, 2);
  const { database, clock } = service;
  const forSite = (id: bigint) => {
    if (id === broken.site.id) throw new Error('broken');
    return database.forSite(id);
  };
  const failing = searchDueSites({ database: { owner: database.owner, forSite }, clock, isWanted: () => true });
  await expect(failing).rejects.toThrow('broken');
  expect((await list(fine)).total_count).toBe(1);
});
