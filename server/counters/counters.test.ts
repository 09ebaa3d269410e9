import { afterEach, beforeEach, expect, test } from 'vitest';
import { correctCounters, findWrongCounters } from '#server/admin/recount.ts';
import { sql } from '#server/db/db.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { addDeltas, countOf } from './counters.ts';
import { foldCounters } from './fold-counters.ts';

let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService();
  home = await service.createSite();
});
afterEach(() => service.close());

const newTicket = async (at = home) =>
  (await service.call('POST', 'tickets', { token: at.token, body: { subject: 'Bell' } })).json.data.id;
const fold = () => foldCounters(service.database.forSite(home.site.id), home.site.id);
const openTickets = () => countOf(service.database.owner, home.site.id, 'ticket', 'open normal - web');

test('folding changes no count and no other site, and later deltas are added to the totals', async () => {
  const { owner } = service.database;
  const other = await service.createSite({ name: 'Other' });
  const id = await newTicket();
  await newTicket(other);
  expect(await fold()).toBe(1);
  expect(await openTickets()).toBe(1);
  await service.call('PATCH', 'ticket', { token: home.token, body: { id, status: 'closed' } });
  await newTicket();
  await newTicket();
  expect(await openTickets()).toBe(2);
  expect(await fold()).toBe(4);
  expect(await fold()).toBe(0);
  expect(
    await owner.query(sql`select 1 as one from counter where site_id = ${other.site.id} and not is_total`),
  ).toHaveLength(1);
  expect(await openTickets()).toBe(2);
  expect(await findWrongCounters(owner, home.site.id)).toEqual([]);
});

test('nodes that fold at once count every delta once', async () => {
  for (let n = 0; n < 10; n += 1) await newTicket();
  const folded = await Promise.all([1, 2, 3].map(fold));
  expect(folded.reduce((sum, deltas) => sum + deltas, 0)).toBe(10);
  expect(await openTickets()).toBe(10);
});

test('a transaction that is rolled back leaves no delta', async () => {
  const broken = service.database.forSite(home.site.id).transaction(async (db) => {
    await addDeltas(db, home.site.id, [{ name: 'customer', key: '', n: 1 }]);
    throw new Error('no');
  });
  await expect(broken).rejects.toThrow('no');
  expect(await countOf(service.database.owner, home.site.id, 'customer')).toBe(0);
});

test('a counter that differs from the rows is found, with both numbers, and corrected', async () => {
  const { owner } = service.database;
  await newTicket();
  await owner.query(sql`update counter set n = 5 where site_id = ${home.site.id} and name = 'ticket'`);
  expect(await findWrongCounters(owner, home.site.id)).toEqual([
    { name: 'ticket', key: 'open normal - web', counted: 5n, actual: 1n },
  ]);
  await correctCounters(owner, home.site.id);
  expect(await openTickets()).toBe(1);
});

test('counters go with their site', async () => {
  await newTicket();
  await service.database.owner.query(sql`delete from site where id = ${home.site.id}`);
  expect(await service.database.owner.query(sql`select * from counter`)).toEqual([]);
});
