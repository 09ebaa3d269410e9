import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql, type Db } from '#server/db/db.ts';
import { vacuum } from '#server/testing/database.ts';
import { recountAll } from '#server/testing/recount.ts';
import { countRowsRead } from '#server/testing/rows-read.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { readChannels } from './channels.ts';
import { readHealth } from './health.ts';
import { readMigrationStatus } from '#server/site/migration-status.ts';

const NOW = '2026-11-20T14:30:00.000Z';
const now = new Date(NOW);
const STEPS = (40 * 1_440) / 5;
const HOURS = 8_760;
let service: TestService;
let home: TestSite;
let db: Db;

beforeAll(async () => {
  service = await startTestService({ now: NOW });
  home = await service.createSite();
  // Messages every five minutes in and out by WhatsApp for 40 days, and every hour by SMS and by phone for a year.
  await service.database.owner.query(sql`
    insert into channel_message (site_id, id, channel, direction, created_utc)
    select ${home.site.id}, 1000000 + row_number() over (), m.channel, m.direction, ${NOW}::timestamptz - m.ago from (
      select 'whatsapp' as channel, d as direction, make_interval(mins => 5 * n) as ago
      from generate_series(1, ${STEPS}::integer) n, unnest(array['in', 'out']) d
      union all
      select c, 'in', make_interval(hours => n)
      from generate_series(1, ${HOURS}::integer) n, unnest(array['sms', 'phone']) c
    ) m`);
  await recountAll(service.database.owner);
  await vacuum('channel_message', 'counter');
  db = service.database.forSite(home.site.id);
});
afterAll(() => service.close());

const FIGURES: readonly (readonly [string, (db: Db) => Promise<unknown>, counters: number])[] = [
  // Two months by hour, of three channels.
  ['health', (db) => readHealth(db, home.site, now), 3 * 62 * 24],
  // A day by hour, and the first and the last hour.
  ['the channels', (db) => readChannels(db, home.site, now), 200],
  // A month by hour, in and out.
  ['migration status', (db) => readMigrationStatus(db, home.site, now), 3 * 31 * 24],
];

test.each(FIGURES)('%s read at most two hours of messages, and counters only of their span', async (_, read, most) => {
  expect(await countRowsRead(db, 'channel_message', read)).toBeLessThanOrEqual(40);
  const counters = await countRowsRead(db, 'counter', read);
  expect(counters).toBeGreaterThan(0);
  expect(counters).toBeLessThanOrEqual(most);
});

test('the counts by hour are those of the messages', async () => {
  const { health } = await readHealth(db, home.site, now);
  const [rows] = await db.query<{ since: number; out: number }>(sql`
    select (count(*) filter (where direction = 'in' and created_utc >= '2026-10-01T00:00:00Z'))::integer as since,
      (count(*) filter (where direction = 'out' and created_utc >= '2026-11-01T00:00:00Z'))::integer as out
    from channel_message where site_id = ${home.site.id}`);
  expect(health.channel_msg_inbound_30d).toBe(rows?.since);
  const channels = await readChannels(db, home.site, now);
  expect(channels.map(({ channel, inbound_24h: n }) => [channel, n])).toEqual([
    ['whatsapp', 287],
    ['sms', 23],
  ]);
  const { channel_foundation } = await readMigrationStatus(db, home.site, now);
  expect(channel_foundation.channels[0]).toMatchObject({ channel: 'whatsapp', msg_outbound_month: rows?.out });
});
