import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EVENT_TYPES } from '#contract/webhook-events.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startWebhookSite, type WebhookSite } from '#server/testing/webhook-site.ts';

const NOW = '2026-11-20T14:30:00.000Z';
const DAY = 86_400_000;
let home: WebhookSite;

beforeEach(async () => {
  home = await startWebhookSite({ now: NOW });
});

afterEach(() => home.close());

const post = (body: Record<string, unknown>) => home.call('POST', 'webhook_deliveries', body);

/** Sends events that the endpoint refuses for good; returns the IDs of their deliveries, oldest first. */
async function failFor(count: number): Promise<bigint[]> {
  for (let index = 0; index < count; index += 1) await home.createTicket();
  await home.service.database.owner.query({
    text: "update webhook_delivery set state = 'failed', due_utc = null where state = 'pending'",
    values: [],
  });
  return (await home.deliveries({ state: 'failed' })).map(({ id }) => id).toReversed();
}

describe('API-webhook_deliveries-GET', () => {
  test('API-webhook_deliveries-GET lists deliveries, and by id shows body and attempts', async () => {
    const { id: subscription_id } = await home.subscribe();
    await home.createTicket();
    await home.runDue();
    const [delivery] = await home.deliveries();
    expect(delivery).toEqual({
      id: expect.any(Number),
      message_id: expect.stringMatching(/^msg_[a-z2-7]{26}$/),
      subscription_id: Number(subscription_id),
      event_type: 'ticket.created',
      state: 'succeeded',
      attempt_count: 1,
      last_http_status: 200,
      last_error_code: null,
      next_attempt_utc: null,
      replay_of: null,
      request_id: expect.stringMatching(/^req_/),
      created_utc: NOW,
      finished_utc: NOW,
    });
    const { json } = await home.call('GET', 'webhook_deliveries', { id: delivery.id });
    const body = home.receiver.received[0]?.body;
    expect(json.data).toMatchObject({ total_count: 1, items: [{ ...delivery, body, attempts: [{ attempt: 1 }] }] });
  });

  test('API-webhook_deliveries-GET filters by subscription, state, type and time, also combined', async () => {
    const { id } = await home.subscribe();
    const ticket = await home.createTicket();
    await home.runDue();
    home.service.clock.advance(1_000);
    await home.call('PATCH', 'ticket', { id: ticket, status: 'pending' });
    const count = async (query: Record<string, string | bigint>) =>
      (await home.call('GET', 'webhook_deliveries', query)).json.data.total_count;
    expect(await count({})).toBe(3);
    expect(await count({ subscription_id: id })).toBe(3);
    expect(await count({ state: 'succeeded' })).toBe(1);
    expect(await count({ state: 'succeeded,pending' })).toBe(3);
    expect(await count({ state: 'failed' })).toBe(0);
    expect(await count({ event_type: 'ticket.updated' })).toBe(1);
    expect(await count({ since: NOW })).toBe(3);
    expect(await count({ since: '2026-11-20T14:30:00.001Z' })).toBe(2);
    expect(await count({ since: NOW, event_type: 'ticket.created', state: 'succeeded', subscription_id: id })).toBe(1);
    expect(await count({ subscription_id: id + 1n })).toBe(0);
    for (const query of [
      { state: 'lost' },
      { event_type: '*' },
      { since: 'today' },
      { failed_hours: '0' },
      { failed_hours: '721' },
    ]) {
      expectError(await home.call('GET', 'webhook_deliveries', query), 'bad_field');
    }
  });
});

describe('API-webhook_deliveries-POST', () => {
  test('API-webhook_deliveries-POST test sends a sample of any type once, even to a paused subscription', async () => {
    const { id } = await home.subscribe({ events: ['csat.submitted'] });
    await home.call('PATCH', 'webhook_subscriptions', { id, enabled: false });
    const plain = await post({ action: 'test', subscription_id: id });
    expect(plain.json.data).toMatchObject({
      event_type: 'webhook.test',
      state: 'pending',
      subscription_id: Number(id),
    });
    await post({ action: 'test', subscription_id: id, event_type: 'ticket.resolved' });
    home.receiver.answer(500);
    await home.runDue();
    const bodies = home.receiver.received
      .map(({ body }) => JSON.parse(body))
      .toSorted((a, b) => b.type.localeCompare(a.type));
    expect(bodies.map(({ type, test: isTest }) => [type, isTest])).toEqual([
      ['webhook.test', true],
      ['ticket.resolved', true],
    ]);
    expect(bodies[1].data).toMatchObject({ status: 'resolved', previous: { status: 'open' } });
    home.service.clock.advance(30 * DAY - 1);
    await home.runDue();
    expect(home.receiver.received).toHaveLength(2);
    expect((await home.deliveries()).map(({ state }) => state)).toEqual(['failed', 'failed']);
  });

  test('API-webhook_deliveries-POST replay sends the same message with the same message ID as a new delivery', async () => {
    await home.subscribe();
    await home.createTicket();
    await home.runDue();
    const [first] = await home.deliveries();
    home.service.clock.advance(DAY);
    const { json } = await post({ action: 'replay', id: first.id });
    expect(json.data).toMatchObject({
      message_id: first.message_id,
      replay_of: first.id,
      request_id: first.request_id,
      state: 'pending',
      attempt_count: 0,
    });
    expectError(await post({ action: 'replay', id: json.data.id }), 'conflict');
    await home.runDue();
    const [one, two] = home.receiver.received;
    expect(two?.body).toBe(one?.body);
    expect(two?.headers['webhook-id']).toBe(one?.headers['webhook-id']);
    expect(Number(two?.headers['webhook-timestamp']) - Number(one?.headers['webhook-timestamp'])).toBe(86_400);
    expect(two?.headers['webhook-signature']).not.toBe(one?.headers['webhook-signature']);
  });

  test('API-webhook_deliveries-POST recover resends failed deliveries once, and nothing else', async () => {
    const { id } = await home.subscribe({ events: ['ticket.created'] });
    const [early] = await failFor(1);
    home.service.clock.advance(1_000);
    const since_utc = '2026-11-20T14:30:01.000Z';
    const late = await failFor(3).then((ids) => ids.slice(1));
    await home.createTicket();
    await home.runDue();
    const dry = await post({ action: 'recover', since_utc, dry_run: true });
    expect(dry.json.data).toEqual({ matched: 3, queued: 0 });
    expect((await post({ action: 'recover', since_utc, subscription_id: id })).json.data).toEqual({
      matched: 3,
      queued: 3,
    });
    expect((await home.deliveries({ state: 'pending' })).map((row) => row.replay_of).toReversed()).toEqual(late);
    expect((await post({ action: 'recover', since_utc })).json.data).toEqual({ matched: 0, queued: 0 });
    await home.runDue();
    expect(home.receiver.received).toHaveLength(4);
    // Offsets are parsed, and an earlier time includes earlier failures.
    const all = await post({ action: 'recover', since_utc: '2026-11-20T15:30:00+01:00' });
    expect(all.json.data).toEqual({ matched: 1, queued: 1 });
    expect((await home.deliveries({ state: 'pending' })).map((row) => row.replay_of)).toEqual([early]);
  });

  test('API-webhook_deliveries-POST recover with a subscription resends nothing of others', async () => {
    const { id } = await home.subscribe({ events: ['ticket.created'] });
    const { id: other } = await home.subscribe({ events: ['ticket.created'] });
    await failFor(2);
    const since_utc = NOW;
    const ofOne = { action: 'recover', since_utc, subscription_id: id };
    expect((await post({ ...ofOne, dry_run: true })).json.data).toEqual({ matched: 2, queued: 0 });
    expect((await post(ofOne)).json.data).toEqual({ matched: 2, queued: 2 });
    expect(await home.deliveries({ state: 'pending', subscription_id: other })).toEqual([]);
    expect((await post({ action: 'recover', since_utc })).json.data).toEqual({ matched: 2, queued: 2 });
  });

  test('API-webhook_deliveries-POST recover resends the oldest thousand and returns the total', async () => {
    const { id } = await home.subscribe({ events: ['ticket.created'] });
    await home.service.database.owner.query({
      text: `insert into webhook_delivery (site_id, id, subscription_id, message_id, event_type, body, state, scheduled_utc, created_utc)
        select $1, -n, $2, 'msg_' || n, 'ticket.created', '{}', 'failed', $3::timestamptz, $3::timestamptz + n * interval '1 second'
        from generate_series(1, 1003) n`,
      values: [home.site.id, id, NOW],
    });
    const since_utc = NOW;
    expect((await post({ action: 'recover', since_utc })).json.data).toEqual({ matched: 1_003, queued: 1_000 });
    expect((await post({ action: 'recover', since_utc })).json.data).toEqual({ matched: 3, queued: 3 });
  });

  test('API-webhook_deliveries-POST refuses disabled and unknown subscriptions', async () => {
    const { id } = await home.subscribe();
    home.receiver.answer(410);
    await home.createTicket();
    await home.runDue();
    const [failed] = await home.deliveries();
    for (const body of [
      { action: 'test', subscription_id: id },
      { action: 'replay', id: failed.id },
      { action: 'recover', since_utc: NOW, subscription_id: id },
    ]) {
      expectError(await post(body), 'conflict');
    }
    expect((await post({ action: 'recover', since_utc: NOW })).json.data).toEqual({ matched: 0, queued: 0 });
  });

  test('API-webhook_deliveries-POST requires the fields of its action and refuses others', async () => {
    const { id } = await home.subscribe();
    for (const [body, field] of [
      [{ action: 'test' }, 'subscription_id'],
      [{ action: 'replay' }, 'id'],
      [{ action: 'recover' }, 'since_utc'],
    ] as const) {
      const answer = await post(body);
      expectError(answer, 'missing_field');
      expect(answer.json.error.message).toContain(field);
    }
    for (const body of [
      { action: 'test', subscription_id: id, id },
      { action: 'test', subscription_id: id, dry_run: true },
      { action: 'replay', id, event_type: 'ticket.created' },
      { action: 'replay', id, subscription_id: id },
      { action: 'recover', since_utc: NOW, event_type: 'ticket.created' },
      { action: 'recover', since_utc: 'yesterday' },
      { action: 'resend' },
    ]) {
      expectError(await post(body), 'bad_field');
    }
  });
});

test('API-webhook_events-GET lists every event type with a sample for this site', async () => {
  const answer = await home.call('GET', 'webhook_events');
  expectSuccess(answer);
  const { items, total_count } = answer.json.data;
  expect(items.map(({ type }: { type: string }) => type)).toEqual([...EVENT_TYPES]);
  expect(total_count).toBe(EVENT_TYPES.length);
  for (const { type, description, sample } of items) {
    expect(description.length).toBeGreaterThan(10);
    expect(sample).toMatchObject({ type, timestamp: NOW, site_id: Number(home.site.id), api_version: 'v1' });
  }
});
