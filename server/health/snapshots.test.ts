import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { removeOldSnapshots, takeSnapshots } from './snapshots.ts';

const NOW = '2026-11-20T14:30:00.000Z';
let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  home = await service.createSite();
});
afterEach(() => service.close());

const take = (isWanted = () => true) => takeSnapshots({ database: service.database, clock: service.clock, isWanted });
const takeAt = async (iso: string) => {
  service.clock.set(iso);
  await take();
};
const history = async (query: Record<string, string | number> = {}, token = home.token) =>
  (await service.call('GET', 'health_history', { token, query })).json.data;
const timesOf = (items: readonly { as_of_utc: string }[]) => items.map(({ as_of_utc }) => as_of_utc);
const stored = () =>
  service.database.owner.query<{ site_id: bigint; at_utc: string }>(
    sql`select site_id, at_utc from health_snapshot order by site_id, at_utc`,
  );

test('HO-04: one snapshot per hour and site, with GET health and the inbound messages of each channel', async () => {
  const other = await service.createSite({ name: 'Other', undeployed: ['channels'] });
  const item = { kind: 'message', channel: 'sms', direction: 'in', external_user_id: '+49301', text: 'Hello' };
  for (const token of [home.token, other.token]) {
    await service.call('POST', 'ingest', { token, body: { items: [item] } });
    await service.call('POST', 'tickets', {
      token,
      body: { subject: 'Bell', initial_comment: 'Hello', channel: 'email' },
    });
  }
  await take();
  service.clock.advance(29 * 60_000 + 59_999);
  await take();
  expect(await stored()).toHaveLength(2);
  service.clock.set(NOW);
  const health = (await service.call('GET', 'health', { token: home.token })).json.data;
  expect(health).toMatchObject({ open_tickets: 1, channel_msg_inbound_30d: 2 });
  const came = { last_inbound_utc: NOW, inbound_24h: 1 };
  const channels = [
    { channel: 'sms', ...came },
    { channel: 'email', ...came },
  ];
  expect(await history()).toEqual({ items: [{ ...health, channels }], total_count: 1 });
  const [theirs] = (await history({}, other.token)).items;
  expect(theirs).toMatchObject({ open_tickets: 1, channels: [] });
  service.clock.set('2026-11-20T15:00:00.000Z');
  await take();
  expect(timesOf((await history()).items)).toEqual([NOW, '2026-11-20T15:00:00.000Z']);
});

test('HO-04: nodes on one database take one snapshot per hour together', async () => {
  for (let n = 0; n < 5; n += 1) await service.createSite({ name: `Site ${n}` });
  const node = await startTestService({ now: NOW, emptyFirst: false });
  const takeBy = async ({ app }: TestService) => app.housekeeping?.takeSnapshots();
  await Promise.all([takeBy(service), takeBy(node), takeBy(service)]);
  await Promise.all([takeBy(service), takeBy(node)]);
  await node.close();
  expect(await stored()).toHaveLength(6);
});

test('HO-04: a failing site does not affect the snapshots of others', async () => {
  const broken = await service.createSite({ name: 'Broken' });
  const last = await service.createSite({ name: 'Last' });
  await service.database.owner.query(sql`update site set time_zone = 'Nowhere/Land' where id = ${broken.site.id}`);
  await expect(take()).rejects.toThrow('Nowhere/Land');
  expect((await stored()).map(({ site_id }) => site_id)).toEqual([home.site.id, last.site.id]);
  await service.database.owner.query(sql`update site set time_zone = 'UTC' where id = ${broken.site.id}`);
  // Ten minutes later it is tried again.
  service.clock.advance(599_999);
  await take();
  expect(await stored()).toHaveLength(2);
  service.clock.advance(1);
  await take();
  expect(await stored()).toHaveLength(3);
});

test('HO-04: a stopping service takes no more snapshots', async () => {
  await service.createSite({ name: 'Other' });
  let left = 1;
  await take(() => left-- > 0);
  expect(await stored()).toHaveLength(1);
});

test('HO-04: with EXTENSIONS=0 no snapshots are taken', async () => {
  const plain = await startTestService({ now: NOW, extensions: false, emptyFirst: false });
  await plain.app.housekeeping?.takeSnapshots();
  await plain.close();
  expect(await stored()).toEqual([]);
});

test('API-health_history-GET: each hour or the last of each UTC day, from a time until another', async () => {
  for (const at of ['18T22:00:20', '18T23:00:20', '19T00:00:20', '19T13:00:20', '20T01:00:20', '20T02:00:20'])
    await takeAt(`2026-11-${at}.000Z`);
  const hours = await history();
  expect(hours.total_count).toBe(6);
  expect(timesOf(hours.items)[0]).toBe('2026-11-18T22:00:20.000Z');
  const days = await history({ step: 'day' });
  const lasts = ['2026-11-18T23:00:20.000Z', '2026-11-19T13:00:20.000Z', '2026-11-20T02:00:20.000Z'];
  expect(days.total_count).toBe(3);
  expect(timesOf(days.items)).toEqual(lasts);
  const paged = await history({ step: 'day', limit: 1, skip: 1 });
  expect([paged.total_count, timesOf(paged.items)]).toEqual([3, [lasts[1]]]);
  const within = await history({ from: '2026-11-18T23:00:20Z', to: '2026-11-20T02:00:20Z', limit: 2, skip: 1 });
  expect([within.total_count, timesOf(within.items)]).toEqual([
    4,
    ['2026-11-19T00:00:20.000Z', '2026-11-19T13:00:20.000Z'],
  ]);
  // The last one of the day within the requested time.
  const early = await history({ step: 'day', to: '2026-11-19T13:00:20Z' });
  expect(timesOf(early.items)).toEqual(['2026-11-18T23:00:20.000Z', '2026-11-19T00:00:20.000Z']);
  const wrong = await service.call('GET', 'health_history', { token: home.token, query: { step: 'week' } });
  expectError(wrong, 'bad_field');
});

test('API-health_history-GET has 50 items by default and 200 at most', async () => {
  await take();
  await service.database.owner.query(sql`
    insert into health_snapshot (site_id, hour_utc, at_utc, figures)
    select site_id, hour_utc - make_interval(hours => n), at_utc - make_interval(hours => n), figures
    from health_snapshot, generate_series(1, 202) n`);
  for (const [query, length] of [
    [{}, 50],
    [{ limit: 200 }, 200],
    [{ limit: 200, skip: 200 }, 3],
    [{ skip: 1_000 }, 0],
  ] as const) {
    const { items, total_count } = await history(query);
    expect([items.length, total_count]).toEqual([length, 203]);
  }
  for (const query of [{ limit: 201 }, { limit: 0 }, { skip: -1 }, { from: 'yesterday' }, { to: '2026-11-20' }])
    expectError(await service.call('GET', 'health_history', { token: home.token, query }), 'bad_field');
});

test('HO-04: snapshots are kept for 400 days', async () => {
  const other = await service.createSite({ name: 'Other' });
  const DAY = 86_400_000;
  for (const ms of [400 * DAY + 3_600_000, 400 * DAY - 3_600_000])
    await takeAt(new Date(Date.parse(NOW) - ms).toISOString());
  service.clock.set(NOW);
  expect(await stored()).toHaveLength(4);
  for (const { site } of [home, other])
    await removeOldSnapshots(service.database.forSite(site.id), site, service.clock.now());
  expect((await stored()).map(({ at_utc }) => at_utc)).toEqual([
    '2025-10-16T15:30:00.000Z',
    '2025-10-16T15:30:00.000Z',
  ]);
  expect((await history({}, other.token)).total_count).toBe(1);
});
