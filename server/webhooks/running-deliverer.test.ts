import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sql } from '#server/db/db.ts';
import { TEST_KEYS } from '#server/testing/service.ts';
import { startWebhookSite, type WebhookSite } from '#server/testing/webhook-site.ts';
import { Deliverer } from './deliverer.ts';

const NOW = '2026-11-20T14:30:00.000Z';

let home: WebhookSite;
let deliverer: Deliverer;
let attempts: number;
let warnings: string[];

beforeEach(async () => {
  home = await startWebhookSite({ now: NOW });
  attempts = 0;
  warnings = [];
  const { database, clock } = home.service;
  deliverer = new Deliverer({ ...parts(), database, clock });
});

const parts = () => ({
  keys: TEST_KEYS,
  resolveHost: () => Promise.reject(new Error('no name was to be asked for')),
  allowPrivate: true,
  random: () => 0.5,
  report: () => (attempts += 1),
  warn: (_error: unknown, message: string) => warnings.push(message),
});

afterEach(async () => {
  vi.useRealTimers();
  await deliverer.stop();
  await home.close();
});

/** When the site is visited next. */
async function dueUtc(): Promise<string | undefined> {
  const rows = await home.service.database.owner.query<{ due_utc: string }>(
    sql`select due_utc from site_due where kind = 'webhooks'`,
  );
  return rows[0]?.due_utc;
}

test('a running deliverer sends on commit, without waiting for its poll', async () => {
  // Polling never happens in this test.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await home.subscribe();
  deliverer.start();
  for (let count = 1; count <= 5; count += 1) {
    await home.createTicket();
    await home.receiver.untilReceived(count);
  }
  expect(vi.getTimerCount()).toBeGreaterThan(0);
  expect(warnings).toEqual([]);
});

test('a delivery that becomes due is found by the next poll', async () => {
  await home.subscribe();
  home.receiver.answer(500);
  deliverer.start();
  await home.createTicket();
  await home.receiver.untilReceived(1);
  while ((await home.deliveries())[0].state !== 'pending');
  // No write notifies it now.
  home.service.clock.advance(5_000);
  await home.receiver.untilReceived(2);
  expect(attempts).toBeGreaterThan(0);
});

test('deliveries that no write of this process announced are found within a minute', async () => {
  await home.subscribe();
  deliverer.start();
  await home.createTicket();
  await home.receiver.untilReceived(1);
  await expect.poll(dueUtc).toBe('2026-11-20T14:30:45.000Z');
  // As a node does that dies right after its commit.
  await home.service.database.owner.query(sql`
    insert into webhook_delivery (site_id, id, subscription_id, message_id, event_type, body, state, scheduled_utc, due_utc, created_utc)
    select site_id, id + 1000000, subscription_id, 'msg_of_another_node', event_type, body, 'pending', ${NOW}, ${NOW}, ${NOW}
    from webhook_delivery`);
  home.service.clock.advance(45_000);
  await home.receiver.untilReceived(2);
  expect(home.receiver.received[1]?.headers['webhook-id']).toBe('msg_of_another_node');
});

test('a new node visits all sites at once, and sends what a crashed one left', async () => {
  await home.subscribe();
  await home.createTicket();
  await home.service.database.owner.query(
    sql`update site_due set due_utc = '2026-11-20T14:30:59.999Z' where kind = 'webhooks'`,
  );
  deliverer.start();
  await home.receiver.untilReceived(1);
});

test('enabling a paused subscription sends what waits, without waiting for a poll', async () => {
  const { id } = await home.subscribe();
  await home.createTicket();
  await home.call('PATCH', 'webhook_subscriptions', { id, enabled: false });
  deliverer.start();
  await expect.poll(dueUtc).toBe('2026-11-20T14:30:45.000Z');
  expect(home.receiver.received).toHaveLength(0);
  await home.call('PATCH', 'webhook_subscriptions', { id, enabled: true });
  await home.receiver.untilReceived(1);
});

test('the due deliveries of one site can be sent without those of another', async () => {
  const { service, receiver } = home;
  await home.subscribe({ url: `${receiver.url}/of-home` });
  const other = await service.createSite();
  const body = { url: `${receiver.url}/of-other`, events: ['*'] };
  await service.call('POST', 'webhook_subscriptions', { token: other.token, body });
  await home.createTicket();
  await service.call('POST', 'tickets', { token: other.token, body: { subject: 'Bell' } });
  await deliverer.runDue(other.site.id);
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hook/of-other']);
  expect((await home.deliveries()).map(({ state }) => state)).toEqual(['pending']);
});

test('a stopping deliverer takes no more and finishes deliveries in flight', async () => {
  await home.subscribe();
  deliverer.start();
  const slow = Promise.withResolvers<() => void>();
  home.receiver.answer((response) => slow.resolve(() => response.end()));
  await home.createTicket();
  const answer = await slow.promise;
  const stopped = deliverer.stop();
  home.receiver.answer(200);
  await home.createTicket();
  answer();
  await stopped;
  expect(attempts).toBe(1);
  expect((await home.deliveries()).map(({ state }) => state)).toEqual(['pending', 'succeeded']);
  // Another node may take the rest at once.
  expect(await dueUtc()).toEqual(NOW);
});

test('a delivery that takes too long at shutdown is aborted and requeued with its ID', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await home.subscribe();
  deliverer.start();
  home.receiver.answer(() => undefined);
  await home.createTicket();
  await home.receiver.untilReceived(1);
  const stopped = deliverer.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  await stopped;
  expect((await home.deliveries())[0]).toMatchObject({ state: 'pending', attempt_count: 0 });
  home.receiver.answer(200);
  await home.runDue();
  const ids = home.receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});
