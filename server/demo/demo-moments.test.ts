import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { startTestService, TEST_KEYS, type TestService } from '#server/testing/service.ts';
import { fillDemo } from './fill-demo.ts';

let service: TestService;

beforeEach(async () => {
  service = await startTestService();
});

afterEach(() => service.close());

// The first second of a year, a night in which summer time ends, a leap day, a Sunday; and the smallest sizes.
test.each([
  { now: '2027-01-01T00:00:00.500Z', tickets: 1, seed: 1 },
  { now: '2026-10-25T01:15:00.000Z', tickets: 2, seed: 2 },
  { now: '2028-02-29T12:00:00.000Z', tickets: 15, seed: 3 },
  { now: '2026-11-22T04:00:00.000Z', tickets: 60, seed: 4_294_967_295 },
])('SI-08: a story of $tickets written at $now is consistent', async ({ now, tickets, seed }) => {
  service.clock.set(now);
  const { site, token } = await service.createSite({ timeZone: 'Europe/Berlin' });
  const context = { now: new Date(now), report: () => undefined, keys: TEST_KEYS };
  await fillDemo(service.database, site, { tickets, seed, reset: false }, context);
  const db = service.database.forSite(site.id);
  const [late] = await db.query<Record<string, number>>(sql`
    select (select count(*)::integer from chat_message where created_utc > ${now}::timestamptz) as messages,
      (select count(*)::integer from ai_call where created_utc > ${now}::timestamptz) as calls,
      (select count(*)::integer from handoff where greatest(created_utc, taken_utc, resolved_utc) > ${now}::timestamptz) as handoffs,
      (select count(*)::integer from visitor where last_seen_utc > ${now}::timestamptz) as visitors,
      (select count(*)::integer from portal_token where greatest(created_utc, last_used_utc, revoked_utc) > ${now}::timestamptz) as links,
      (select count(*)::integer from webhook_attempt where started_utc > ${now}::timestamptz) as attempts,
      (select count(*)::integer from webhook_delivery where due_utc is not null) as waiting`);
  expect(Object.entries(late ?? {}).filter(([, n]) => n !== 0)).toEqual([]);
  const states = await db.query<{ status: string }>(sql`select status from handoff group by 1 order by 1`);
  expect(states.map(({ status }) => status)).toEqual(['abandoned', 'resolved', 'taken', 'waiting']);
  const limits = (await service.call('GET', 'ai_limits', { token })).json.data;
  expect(limits).toMatchObject({ any_exceeded: false, action: 'soft' });
});
