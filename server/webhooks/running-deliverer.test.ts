import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Db } from '#server/db/db.ts';
import { TEST_KEYS } from '#server/testing/service.ts';
import { startWebhookSite, type WebhookSite } from '#server/testing/webhook-site.ts';
import { Deliverer } from './deliverer.ts';

let home: WebhookSite;
let deliverer: Deliverer;
let attempts: number;
let warnings: string[];

beforeEach(async () => {
  home = await startWebhookSite();
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

test('a deliverer of one site takes no deliveries of another', async () => {
  const { service, receiver } = home;
  await home.subscribe({ url: `${receiver.url}/of-home` });
  const other = await service.createSite();
  const body = { url: `${receiver.url}/of-other`, events: ['*'] };
  await service.call('POST', 'webhook_subscriptions', { token: other.token, body });
  await home.createTicket();
  await service.call('POST', 'tickets', { token: other.token, body: { subject: 'Bell' } });
  const { database, clock } = service;
  const own = new Deliverer({ ...parts(), database, clock, siteId: other.site.id });
  await own.runDue(clock.now());
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hook/of-other']);
  expect((await home.deliveries()).map(({ state }) => state)).toEqual(['pending']);
});

test('a stopping deliverer takes no more and finishes deliveries in flight', async () => {
  await home.subscribe();
  const { database, clock } = home.service;
  const looks: Promise<unknown>[] = [];
  const owner: Db = {
    ...database.owner,
    transaction: (work) => {
      const look = database.owner.transaction(work);
      looks.push(look);
      return look;
    },
  };
  deliverer = new Deliverer({ ...parts(), database: { ...database, owner }, clock });
  deliverer.start();
  const slow = Promise.withResolvers<() => void>();
  home.receiver.answer((response) => slow.resolve(() => response.end()));
  await home.createTicket();
  const answer = await slow.promise;
  const stopped = deliverer.stop();
  // A poll that had already started still takes deliveries.
  await Promise.all(looks);
  home.receiver.answer(200);
  await home.createTicket();
  answer();
  await stopped;
  expect(attempts).toBe(1);
  expect((await home.deliveries()).map(({ state }) => state)).toEqual(['pending', 'succeeded']);
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
