import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startReceiver } from '#server/testing/receiver.ts';
import { startWebhookSite, type WebhookSite } from '#server/testing/webhook-site.ts';

const NOW = '2026-11-20T14:30:00.000Z';
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let home: WebhookSite;

beforeEach(async () => {
  // The middle of the jitter: delays are exactly as scheduled.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  home = await startWebhookSite({ now: NOW });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await home.close();
});

const idsOf = () => home.receiver.received.map(({ headers }) => headers['webhook-id']);

async function pass(ms: number): Promise<void> {
  home.service.clock.advance(ms);
  await home.runDue();
}

describe('the schedule', () => {
  test('ten attempts with one ID over 75 hours and 35 minutes, none early, then no more', async () => {
    await home.subscribe();
    await home.createTicket();
    home.receiver.answer(500);
    await home.runDue();
    const pauses = [
      5 * SECOND,
      5 * MINUTE,
      30 * MINUTE,
      2 * HOUR,
      5 * HOUR,
      10 * HOUR,
      14 * HOUR,
      20 * HOUR,
      24 * HOUR,
    ];
    for (const [index, pause] of pauses.entries()) {
      expect(home.receiver.received).toHaveLength(index + 1);
      expect((await home.deliveries())[0]).toMatchObject({ state: 'pending', attempt_count: index + 1 });
      await pass(pause - 1);
      expect(home.receiver.received).toHaveLength(index + 1);
      await pass(1);
    }
    expect(home.receiver.received).toHaveLength(10);
    expect(new Set(idsOf()).size).toBe(1);
    expect(new Set(home.receiver.received.map(({ body }) => body)).size).toBe(1);
    const times = home.receiver.received.map(({ headers }) => headers['webhook-timestamp']);
    expect(new Set(times).size).toBe(10);
    const [delivery] = await home.deliveries();
    expect(delivery).toMatchObject({
      state: 'failed',
      attempt_count: 10,
      last_http_status: 500,
      next_attempt_utc: null,
    });
    expect(new Date(delivery.finished_utc).getTime() - new Date(NOW).getTime()).toBe(
      75 * HOUR + 35 * MINUTE + 5 * SECOND,
    );
    await pass(30 * DAY);
    expect(home.receiver.received).toHaveLength(10);
  });

  test('an accepted attempt is the last', async () => {
    const { id } = await home.subscribe();
    await home.createTicket();
    home.receiver.answer(503);
    await home.runDue();
    home.receiver.answer(204);
    await pass(5 * SECOND);
    await pass(DAY);
    expect(home.receiver.received).toHaveLength(2);
    const [delivery] = await home.deliveries();
    expect(delivery).toMatchObject({
      state: 'succeeded',
      attempt_count: 2,
      last_http_status: 204,
      last_error_code: null,
    });
    const [one] = await home.deliveries({ id: delivery.id });
    expect(one.attempts).toEqual([
      {
        attempt: 1,
        scheduled_utc: NOW,
        started_utc: NOW,
        duration_ms: expect.any(Number),
        http_status: 503,
        error_code: 'status',
        response_excerpt: '',
        resolved_ip: '127.0.0.1',
      },
      expect.objectContaining({
        attempt: 2,
        scheduled_utc: '2026-11-20T14:30:05.000Z',
        started_utc: '2026-11-20T14:30:05.000Z',
        http_status: 204,
        error_code: null,
      }),
    ]);
    expect(await home.subscription(id)).toMatchObject({ last_delivery_utc: '2026-11-20T14:30:05.000Z', pending: 0 });
  });

  test('respects Retry-After of a 429', async () => {
    await home.subscribe();
    await home.createTicket();
    home.receiver.answer((response) => response.writeHead(429, { 'Retry-After': '120' }).end());
    await home.runDue();
    expect((await home.deliveries())[0].next_attempt_utc).toBe('2026-11-20T14:32:00.000Z');
    home.receiver.answer(204);
    await pass(119_999);
    expect(home.receiver.received).toHaveLength(1);
    await pass(1);
    expect(home.receiver.received).toHaveLength(2);
  });
});

describe('the outbox', () => {
  test('a rollback sends nothing, and each commit sends once', async () => {
    await home.subscribe({ events: ['ticket.created'] });
    await home.call('POST', 'tickets', { subject: '' });
    await Promise.all(Array.from({ length: 20 }, () => home.createTicket()));
    await home.runDue();
    expect(home.receiver.received).toHaveLength(20);
    expect(new Set(idsOf()).size).toBe(20);
    const sites = home.receiver.received.map(({ body }) => JSON.parse(body).site_id);
    expect(new Set(sites)).toEqual(new Set([Number(home.site.id)]));
  });

  test('deliveries of a crashed node are resent with the same ID once their lease has expired', async () => {
    await home.subscribe();
    await home.createTicket();
    const { forSite } = home.service.database;
    const died = vi
      .spyOn(home.service.database, 'forSite')
      .mockImplementationOnce(forSite)
      .mockImplementationOnce(forSite)
      .mockImplementation(() => {
        throw new Error('the service died');
      });
    await home.runDue();
    died.mockRestore();
    expect((await home.deliveries())[0]).toMatchObject({ state: 'delivering', next_attempt_utc: null });
    await pass(59_999);
    expect(home.receiver.received).toHaveLength(0);
    await pass(1);
    const [delivery] = await home.deliveries();
    expect(delivery.state).toBe('succeeded');
    expect(idsOf()).toEqual([delivery.message_id]);
  });

  test('without the key of its secret a delivery waits and is never sent unsigned', async () => {
    const { id } = await home.subscribe();
    await home.createTicket();
    const { owner } = home.service.database;
    const [made] = await owner.query<{ key_id: string }>({
      text: 'select key_id from webhook_subscription where id = $1',
      values: [id],
    });
    const setKey = (key: string | undefined) =>
      owner.query({ text: 'update webhook_subscription set key_id = $1 where id = $2', values: [key, id] });
    await setKey('another key');
    await home.runDue();
    expect(home.receiver.received).toHaveLength(0);
    expect((await home.deliveries())[0]).toMatchObject({
      state: 'pending',
      attempt_count: 0,
      next_attempt_utc: '2026-11-20T14:35:00.000Z',
    });
    await setKey(made?.key_id);
    await pass(5 * MINUTE - 1);
    expect(home.receiver.received).toHaveLength(0);
    await pass(1);
    expect(home.receiver.received).toHaveLength(1);
    expect((await home.deliveries())[0]).toMatchObject({ state: 'succeeded', attempt_count: 1 });
  });
});

describe('taking turns', () => {
  test('an endpoint has at most eight in flight, and a hanging one does not block another', async () => {
    const healthy = await startReceiver();
    await home.subscribe();
    for (let index = 0; index < 20; index += 1) await home.createTicket();
    const hanging: (() => void)[] = [];
    home.receiver.answer((response) => void hanging.push(() => response.end()));
    await home.subscribe({ url: healthy.url });
    await home.createTicket();
    const done = home.runDue();
    await Promise.all([home.receiver.untilReceived(8), healthy.untilReceived(1)]);
    // The healthy endpoint got everything; the other gets no more.
    while ((await home.deliveries({ state: 'succeeded' })).length < 1);
    // The outcome is stored before the counter changes.
    await expect.poll(() => home.service.app.deliverer?.inFlight).toBe(8);
    expect(home.receiver.received).toHaveLength(8);
    home.receiver.answer(200);
    for (const end of hanging) end();
    await done;
    expect(home.receiver.received).toHaveLength(21);
    await healthy.close();
  });

  test('at most 32 are in flight, and every endpoint gets its turn', async () => {
    const receivers = await Promise.all(Array.from({ length: 6 }, () => startReceiver()));
    const hanging: (() => void)[] = [];
    for (const receiver of receivers) {
      receiver.answer((response) => void hanging.push(() => response.end()));
      await home.subscribe({ url: receiver.url, events: ['ticket.created'] });
    }
    for (let index = 0; index < 10; index += 1) await home.createTicket();
    const done = home.runDue();
    const counts = () => receivers.map(({ received }) => received.length);
    await Promise.all(receivers.map((receiver) => receiver.untilReceived(5)));
    while (counts().reduce((sum, count) => sum + count, 0) < 32) await new Promise(setImmediate);
    expect(counts().toSorted((a, b) => a - b)).toEqual([5, 5, 5, 5, 6, 6]);
    expect(home.service.app.deliverer?.inFlight).toBe(32);
    for (const receiver of receivers) receiver.answer(200);
    for (const end of hanging) end();
    await done;
    expect(counts()).toEqual([10, 10, 10, 10, 10, 10]);
    await Promise.all(receivers.map((receiver) => receiver.close()));
  });

  test('hanging endpoints of one site, with more deliveries than slots, do not block another site', async () => {
    const hanging: (() => void)[] = [];
    home.receiver.answer((response) => void hanging.push(() => response.end()));
    for (let index = 0; index < 12; index += 1) {
      await home.subscribe({ url: `${home.receiver.url}/${index}`, events: ['ticket.created'] });
    }
    for (let index = 0; index < 10; index += 1) await home.createTicket();
    const [other, healthy] = [await home.service.createSite(), await startReceiver()];
    const post = (resource: string, body: object) => home.service.call('POST', resource, { token: other.token, body });
    await post('webhook_subscriptions', { url: healthy.url, events: ['ticket.created'] });
    const done = [home.runDue()];
    await home.receiver.untilReceived(32);
    await post('tickets', { subject: 'Chain slips' });
    done.push(home.runDue());
    await healthy.untilReceived(1);
    // The hanging ones still hold their slots, and no further one was sent.
    expect(home.receiver.received).toHaveLength(32);
    home.receiver.answer(200);
    for (const end of hanging) end();
    await Promise.all(done);
    expect(home.receiver.received).toHaveLength(120);
    await healthy.close();
  });

  test('after ten failures in a row there is one probe per minute, and one success releases the others', async () => {
    await home.subscribe({ events: ['ticket.created'] });
    home.receiver.answer(500);
    for (let index = 0; index < 10; index += 1) await home.createTicket();
    await home.runDue();
    expect(home.receiver.received).toHaveLength(10);
    await pass(10 * SECOND);
    expect(home.receiver.received).toHaveLength(10);
    await pass(50 * SECOND);
    expect(home.receiver.received).toHaveLength(11);
    await pass(59_999);
    expect(home.receiver.received).toHaveLength(11);
    home.receiver.answer(200);
    await pass(1);
    expect(home.receiver.received).toHaveLength(20);
    expect(await home.deliveries({ state: 'pending,delivering' })).toHaveLength(1);
    await pass(5 * MINUTE);
    expect(await home.deliveries({ state: 'succeeded' })).toHaveLength(10);
  });
});
