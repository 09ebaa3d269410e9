import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startReceiver } from '#server/testing/receiver.ts';
import { startWebhookSite, type WebhookSite } from '#server/testing/webhook-site.ts';

const NOW = '2026-11-20T14:30:00.000Z';
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
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

async function pass(ms: number): Promise<void> {
  home.service.clock.advance(ms);
  await home.runDue();
}

test('410 disables immediately, cancels pending deliveries and notifies the other subscriptions', async () => {
  const other = await startReceiver();
  const { id } = await home.subscribe();
  const { id: otherId } = await home.subscribe({ url: other.url, events: ['webhook.disabled'] });
  home.receiver.answer(500);
  await home.createTicket();
  await home.runDue();
  home.receiver.answer(410);
  await home.createTicket();
  await home.runDue();
  await home.runDue();
  expect(await home.subscription(id)).toMatchObject({
    state: 'disabled',
    disabled_reason: 'gone',
    disabled_utc: NOW,
  });
  const states = (await home.deliveries({ subscription_id: id })).map(({ state }) => state);
  expect(states).toEqual(['failed', 'cancelled']);
  expect(await home.subscription(otherId)).toMatchObject({ state: 'active' });
  expect(other.received).toHaveLength(1);
  expect(JSON.parse(other.received[0]?.body ?? '')).toMatchObject({
    type: 'webhook.disabled',
    data: { id: Number(id), reason: 'gone', request_id: null },
  });
  await home.createTicket();
  await pass(DAY);
  expect(await home.deliveries({ subscription_id: id })).toHaveLength(2);
  await other.close();
});

test('five days of failed attempts disable an endpoint; one success resets the count', async () => {
  const { id } = await home.subscribe({ events: ['ticket.created'] });
  const failOne = async () => {
    home.receiver.answer(500);
    await home.createTicket();
    await home.runDue();
  };
  await failOne();
  home.service.clock.advance(4 * DAY);
  home.receiver.answer(200);
  await home.runDue();
  expect(await home.subscription(id)).toMatchObject({ state: 'active', pending: 0 });
  await failOne();
  home.service.clock.advance(5 * DAY - 1);
  await failOne();
  expect(await home.subscription(id)).toMatchObject({ state: 'active' });
  await pass(1);
  await pass(5 * SECOND);
  expect(await home.subscription(id)).toMatchObject({ state: 'disabled', disabled_reason: 'failing', pending: 0 });
});

test('a paused subscription gets no events; its pending deliveries are sent once it is active again', async () => {
  const { id } = await home.subscribe({ events: ['ticket.created'] });
  await home.createTicket();
  await home.call('PATCH', 'webhook_subscriptions', { id, enabled: false });
  await home.createTicket();
  await pass(HOUR);
  expect(home.receiver.received).toHaveLength(0);
  expect(await home.subscription(id)).toMatchObject({ state: 'paused', pending: 1 });
  await home.call('PATCH', 'webhook_subscriptions', { id, enabled: true });
  await home.runDue();
  expect(home.receiver.received).toHaveLength(1);
});
