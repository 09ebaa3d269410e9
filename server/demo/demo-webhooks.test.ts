import net from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sql } from '#server/db/db.ts';
import { startTestService, TEST_KEYS, type TestService, type TestSite } from '#server/testing/service.ts';
import { fillDemo } from './fill-demo.ts';

const NOW = '2026-11-18T14:30:00.000Z';
const HOUR = 3_600_000;
let service: TestService;
let home: TestSite;
let asked: string[];
let connected: string[];

beforeEach(async () => {
  asked = [];
  connected = [];
  service = await startTestService({
    now: NOW,
    // A service that would connect to any address.
    config: { webhookAllowPrivate: true },
    resolveHost: (host) => {
      asked.push(host);
      return Promise.reject(new Error('no name was to be asked for'));
    },
  });
  home = await service.createSite({ timeZone: 'Europe/Berlin' });
  watchConnections();
});

afterEach(async () => {
  vi.restoreAllMocks();
  await service.close();
});

/** Records each opened connection, except those with the database. */
function watchConnections(): void {
  const connect = net.Socket.prototype.connect;
  vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(function (this: net.Socket, ...args: unknown[]) {
    const target = JSON.stringify(args);
    if (!target.includes('.s.PGSQL.')) connected.push(target);
    return Reflect.apply(connect, this, args);
  });
}

const fill = (tickets: number) =>
  fillDemo(
    service.database,
    home.site,
    { tickets, seed: 4, reset: false },
    { now: new Date(NOW), report: () => undefined, keys: TEST_KEYS },
  );

const get = async (resource: string, query: Record<string, string | number> = {}) =>
  (await service.call('GET', resource, { token: home.token, query })).json.data;

test('SI-08: webhooks have a history of successes, retries and an end, nothing is pending, and nothing leaves this process', async () => {
  await fill(300);
  expect(connected.length).toBeGreaterThan(5);
  for (const target of connected) expect(target).toContain('127.0.0.1');
  expect(asked).toEqual([]);
  const { items } = await get('webhook_subscriptions');
  expect(items.map((item: { state: string }) => item.state).sort()).toEqual(['disabled', 'paused', 'paused']);
  expect(items.find((item: { state: string }) => item.state === 'disabled')).toMatchObject({ disabled_reason: 'gone' });
  for (const item of items) {
    expect(new URL(item.url).hostname).toMatch(/\.example$/);
    expect(item).toMatchObject({ pending: 0, last_delivery_utc: expect.any(String) });
  }
  const { items: deliveries } = await get('webhook_deliveries', { limit: 200 });
  const retried = deliveries.filter((item: { attempt_count: number }) => item.attempt_count > 1);
  expect(retried.length).toBeGreaterThan(0);
  expect(retried.every((item: { state: string }) => item.state === 'succeeded')).toBe(true);
  const failed = deliveries.filter((item: { state: string }) => item.state === 'failed');
  expect(failed).toMatchObject([{ last_http_status: 410 }]);
  const log = await service.database.forSite(home.site.id).query<Record<string, number>>(sql`
    select count(*)::integer as deliveries, sum(attempt_count)::integer as attempts,
      (select count(*)::integer from webhook_attempt) as logged,
      count(*) filter (where state not in ('succeeded', 'failed'))::integer as unfinished
    from webhook_delivery`);
  expect(log[0]).toMatchObject({ logged: log[0]?.['attempts'], unfinished: 0 });
  const health = await get('health');
  const failedLately = await get('webhook_deliveries', { failed_hours: 24, limit: 1 });
  expect(health).toMatchObject({ webhook_queue_pending: 0, webhook_failed_24h: failedLately.total_count });
});

test('a running demo opens no connection, whatever is written and however much time passes', async () => {
  await fill(60);
  connected = [];
  const { housekeeping, deliverer } = service.app;
  for (const hours of [0, 1, 24, 24 * 8, 24 * 40]) {
    service.clock.advance(hours * HOUR);
    const made = await service.call('POST', 'tickets', { token: home.token, body: { subject: 'Loose spoke' } });
    // Deliveries of the story's subscriptions.
    const items = [
      { kind: 'csat', ticket_id: made.json.data.id, score: 1 },
      { kind: 'handoff', session_id: `late ${hours}`, reason: 'Asks for a person' },
    ];
    const told = await service.call('POST', 'ingest', { token: home.token, body: { items } });
    expect(told.json.data).toMatchObject({ stored: 2 });
    await housekeeping?.flushTokens();
    await housekeeping?.runEveryMinute();
    await housekeeping?.runEveryHour();
    await deliverer?.runDue();
  }
  expect(connected).toEqual([]);
  expect(asked).toEqual([]);
});

test('a site with its own subscription keeps only that one, which gets no events', async () => {
  const url = 'https://93.184.215.14/hooks';
  const { json } = await service.call('POST', 'webhook_subscriptions', {
    token: home.token,
    body: { url, events: ['*'] },
  });
  await fill(60);
  expect((await get('webhook_subscriptions')).items).toMatchObject([{ id: json.data.id, state: 'active', pending: 0 }]);
  expect((await get('webhook_deliveries')).items).toEqual([]);
  expect(connected).toEqual([]);
  expect((await get('csat', { days: 30 })).summary.responses).toBeGreaterThan(0);
});
