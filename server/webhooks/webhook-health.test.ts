import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { startWebhookSite, type WebhookSite } from '#server/testing/webhook-site.ts';

const DAY = 86_400_000;
let home: WebhookSite;

beforeEach(async () => {
  home = await startWebhookSite();
});

afterEach(() => home.close());

async function figures(): Promise<[number, number]> {
  const { json } = await home.call('GET', 'health');
  return [json.data.webhook_queue_pending, json.data.webhook_failed_24h];
}

test('API-health-GET webhook_queue_pending counts pending deliveries, including those in flight', async () => {
  await home.subscribe({ events: ['ticket.created'] });
  expect(await figures()).toEqual([0, 0]);
  await home.createTicket();
  await home.createTicket();
  expect(await figures()).toEqual([2, 0]);
  const hanging: (() => void)[] = [];
  home.receiver.answer((response) => void hanging.push(() => response.end()));
  const done = home.runDue();
  await home.receiver.untilReceived(2);
  expect((await home.deliveries())[0].state).toBe('delivering');
  expect(await figures()).toEqual([2, 0]);
  for (const end of hanging) end();
  await done;
  expect(await figures()).toEqual([0, 0]);
});

test('API-health-GET webhook_failed_24h counts deliveries with a failed attempt in a day, whatever happened later', async () => {
  await home.subscribe({ events: ['ticket.created'] });
  home.receiver.answer(500);
  await home.createTicket();
  await home.runDue();
  expect(await figures()).toEqual([1, 1]);
  home.receiver.answer(200);
  home.service.clock.advance(10_000);
  await home.runDue();
  expect(await figures()).toEqual([0, 1]);
  expect(await home.deliveries({ failed_hours: 24 })).toHaveLength(1);
  home.service.clock.advance(DAY - 10_001);
  expect(await figures()).toEqual([0, 1]);
  home.service.clock.advance(1);
  expect(await figures()).toEqual([0, 0]);
  expect(await home.deliveries({ failed_hours: 24 })).toHaveLength(0);
  expect(await home.deliveries({ failed_hours: 25 })).toHaveLength(1);
});

test('API-health-GET does not include webhooks of another site', async () => {
  await home.subscribe({ events: ['ticket.created'] });
  home.receiver.answer(500);
  await home.createTicket();
  await home.runDue();
  const other = await home.service.createSite();
  const { json } = await home.service.call('GET', 'health', { token: other.token });
  expect(json.data).toMatchObject({ webhook_queue_pending: 0, webhook_failed_24h: 0 });
});

test('/metrics counts attempts by outcome and pending deliveries', async () => {
  await home.subscribe({ events: ['ticket.created'] });
  await home.createTicket();
  const read = async () => (await home.service.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).payload;
  expect(await read()).toContain('support_console_webhook_queue_pending 1');
  await home.runDue();
  home.receiver.answer(500);
  await home.createTicket();
  await home.runDue();
  // All requests within a second get the same figures.
  home.service.clock.advance(1_000);
  const text = await read();
  expect(text).toContain('support_console_webhook_attempts_total{outcome="succeeded"} 1');
  expect(text).toContain('support_console_webhook_attempts_total{outcome="status"} 1');
  expect(text).toContain('support_console_webhook_in_flight 0');
  expect(text).toContain('support_console_webhook_attempt_seconds_count 2');
});

test('bodies are kept for a week, the log for 30 days, and pending deliveries keep their body', async () => {
  await home.subscribe({ events: ['ticket.created'] });
  const { id: paused } = await home.subscribe({ events: ['ticket.created'] });
  await home.createTicket();
  await home.call('PATCH', 'webhook_subscriptions', { id: paused, enabled: false });
  await home.runDue();
  const [, done] = (await home.deliveries()).toSorted((a, b) => (a.subscription_id < b.subscription_id ? 1 : -1));
  const [waiting] = await home.deliveries({ subscription_id: paused });
  const keep = async (ms: number) => {
    home.service.clock.advance(ms);
    await home.service.database.owner.query(
      sql`update site_due set due_utc = ${home.service.clock.now().toISOString()} where kind = 'retention'`,
    );
    await home.service.app.housekeeping?.runEveryHour();
  };
  const bodyOf = async (id: bigint) => (await home.deliveries({ id }))[0].body;
  await keep(7 * DAY);
  expect(await bodyOf(done.id)).toContain('ticket.created');
  await keep(1);
  expect(await bodyOf(done.id)).toBeNull();
  expect((await home.deliveries({ id: done.id }))[0].attempts).toHaveLength(1);
  expect(await bodyOf(waiting.id)).toContain('ticket.created');
  const replay = await home.call('POST', 'webhook_deliveries', { action: 'replay', id: done.id });
  expect(replay.json.error).toMatchObject({
    code: 'conflict',
    message: 'The body of this delivery is no longer stored',
  });
  await keep(23 * DAY - 1);
  expect(await home.deliveries()).toHaveLength(2);
  await keep(1);
  expect(await home.deliveries()).toEqual([]);
});

test('a delivery inserted while its endpoint was being disabled is cancelled within the hour', async () => {
  const { id } = await home.subscribe({ events: ['ticket.created'] });
  await home.createTicket();
  await home.service.database.owner.query({
    text: "update webhook_subscription set state = 'disabled', disabled_reason = 'gone' where id = $1",
    values: [id],
  });
  home.service.clock.advance(1);
  await home.runDue();
  expect(await figures()).toEqual([1, 0]);
  await home.service.app.housekeeping?.runEveryHour();
  expect(await figures()).toEqual([0, 0]);
  expect((await home.deliveries())[0].state).toBe('cancelled');
});

test('the hourly cleanup uses the endpoints and times of each site, even if IDs are equal', async () => {
  const { database, clock } = home.service;
  const other = await home.service.createSite({ name: 'Other' });
  const at = clock.now().toISOString();
  const before = (days: number) => new Date(clock.now().getTime() - days * DAY - 1).toISOString();
  const insert = (site: bigint, state: string) =>
    database.owner.transaction(async (db) => {
      await db.query(sql`
        insert into webhook_subscription (site_id, id, url, events, include_pii, state, disabled_reason, key_id, nonce,
          created_utc, updated_utc)
        values (${site}, 900, 'https://example.org/', '{*}', false, ${state},
          case when ${state} = 'disabled' then 'gone' end, '', '', ${at}, ${at})`);
      // Due a minute ago, done a week ago, done a month ago.
      await db.query(sql`
        insert into webhook_delivery (site_id, id, subscription_id, message_id, event_type, body, state, scheduled_utc, due_utc,
          created_utc)
        select ${site}, n, 900, 'msg_' || n, 'ticket.created', '{}', case when n = 901 then 'pending' else 'succeeded' end, c,
          case when n = 901 then c end, c
        from unnest(array[901, 902, 903], ${[new Date(clock.now().getTime() - 60_000).toISOString(), before(7), before(30)]}::timestamptz[]) as u (n, c)`);
    });
  await insert(home.site.id, 'disabled');
  await insert(other.site.id, 'active');
  await home.service.app.housekeeping?.runEveryHour();
  const left = (site: bigint) =>
    database.owner.query(sql`
      select id::integer, state, body is null as is_empty from webhook_delivery where site_id = ${site} order by id`);
  const done = { id: 902, state: 'succeeded', is_empty: true };
  expect(await left(home.site.id)).toEqual([{ id: 901, state: 'cancelled', is_empty: false }, done]);
  expect(await left(other.site.id)).toEqual([{ id: 901, state: 'pending', is_empty: false }, done]);
});
