import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { readArrivals } from './ticket-arrivals.ts';

const NOW = new Date('2026-11-20T14:30:00.000Z');
const COUNT = 9_000;
let service: TestService;
let home: TestSite;

beforeAll(async () => {
  service = await startTestService({ now: NOW.toISOString() });
  home = await service.createSite({});
  const other = await service.createSite({ name: 'Other' });
  // A hundred of each minute have the same instant.
  for (const { site } of [home, other]) {
    await service.database.owner.query(sql`
      insert into ticket (site_id, id, ticket_number, subject, status, priority, channel, created_utc, updated_utc, search_text)
      select ${site.id}, n, n, 'Ticket', 'open', 'normal', 'web', at, at, ''
      from generate_series(1, ${COUNT}::integer) n,
        lateral (select ${NOW.toISOString()}::timestamptz - make_interval(mins => n / 100) as at) t`);
  }
});
afterAll(() => service.close());

const read = (since: Date, signal = new AbortController().signal) =>
  readArrivals(service.database.forSite(home.site.id), home.site, { since, until: NOW, signal });

test('CAL-13: tickets are read in steps that no other site waits long for, each ticket once, the newest first', async () => {
  const steps = await Array.fromAsync(read(new Date(0)));
  const first = steps[0];
  expect(first).toHaveLength(2_000);
  expect(steps.length).toBeGreaterThan(2);
  const arrivals = steps.flat();
  expect(new Set(arrivals.map(({ id }) => id)).size).toBe(COUNT);
  const times = arrivals.map(({ created_ms: at }) => at);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});

test('CAL-13: the first instant belongs to the time, and one that has run out ends between two steps', async () => {
  const minuteAgo = new Date(NOW.getTime() - 60_000);
  expect((await Array.fromAsync(read(minuteAgo))).flat()).toHaveLength(199);
  const reason = new Error('enough');
  const steps = read(new Date(0), AbortSignal.abort(reason));
  await expect(steps.next()).rejects.toBe(reason);
});
