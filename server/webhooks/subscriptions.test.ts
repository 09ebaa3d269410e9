import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startWebhookSite, type WebhookSite } from '#server/testing/webhook-site.ts';

const NOW = '2026-11-20T14:30:00.000Z';
const HOUR = 3_600_000;
const SECRET = /^whsec_[0-9A-Za-z+/]{43}=$/;

let home: WebhookSite;
/** DNS records of the test; other names do not resolve. */
let names: Record<string, readonly string[]>;

async function start(webhookAllowPrivate: boolean): Promise<void> {
  names = {};
  home = await startWebhookSite({
    now: NOW,
    config: { webhookAllowPrivate },
    resolveHost: async (host) => names[host] ?? Promise.reject(new Error('unknown name')),
  });
}

beforeEach(() => start(true));
afterEach(() => home.close());

const create = (body: Record<string, unknown>) =>
  home.call('POST', 'webhook_subscriptions', { url: home.receiver.url, events: ['*'], ...body });
const change = (body: Record<string, unknown>) => home.call('PATCH', 'webhook_subscriptions', body);

/** Whether each secret signed the last received request. */
function signers(secrets: readonly string[]): boolean[] {
  const last = home.receiver.received.at(-1);
  if (last === undefined) throw new Error('nothing came');
  const { headers, body } = last;
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
  const signatures = String(headers['webhook-signature']).split(' ');
  // An independent library produces the same signature; it does not verify messages older than five minutes by the real
  // clock.
  return secrets.map((secret) =>
    signatures.includes(new Webhook(secret).sign(String(headers['webhook-id']), at, body)),
  );
}

describe('API-webhook_subscriptions-POST', () => {
  test('API-webhook_subscriptions-POST creates an active subscription and returns its secret once', async () => {
    const answer = await create({ url: 'https://example.org/hooks', events: ['ticket.created', 'ticket.created'] });
    expectSuccess(answer);
    const { secret, ...record } = answer.json.data;
    expect(secret).toMatch(SECRET);
    expect(record).toEqual({
      id: expect.any(Number),
      url: 'https://example.org/hooks',
      description: null,
      events: ['ticket.created'],
      include_pii: false,
      state: 'active',
      disabled_reason: null,
      disabled_utc: null,
      overlap_until_utc: null,
      pending: 0,
      failed_24h: 0,
      delivered_24h: 0,
      p95_ms_24h: null,
      last_failure_utc: null,
      next_attempt_utc: null,
      last_delivery_utc: null,
      created_utc: NOW,
      updated_utc: NOW,
    });
    const listed = await home.call('GET', 'webhook_subscriptions');
    expect(listed.json.data).toEqual({ items: [record], total_count: 1 });
    expect(listed.text).not.toContain('whsec_');
    expect((await change({ id: record.id, description: 'x' })).text).not.toContain('whsec_');
  });

  test('API-webhook_subscriptions-POST stores nothing that reveals the secret', async () => {
    const { secret } = await home.subscribe();
    const tables = ['webhook_subscription', 'audit_log'].map((name) => ({
      text: `select t::text as row from ${name} t`,
      values: [],
    }));
    for (const table of tables) {
      for (const { row } of await home.service.database.owner.query<{ row: string }>(table)) {
        expect(row).not.toContain(secret.slice('whsec_'.length));
        expect(row).not.toContain(Buffer.from(secret.slice('whsec_'.length), 'base64').toString('hex'));
      }
    }
  });

  test('API-webhook_subscriptions-POST takes description, include_pii and enabled', async () => {
    const { json } = await create({ description: 'Warehouse', include_pii: true, enabled: false });
    expect(json.data).toMatchObject({ description: 'Warehouse', include_pii: true, state: 'paused' });
  });

  test.each([
    [{ events: [] }, 'events'],
    [{ events: ['ticket.exploded'] }, 'events'],
    [{ events: 'ticket.created' }, 'events'],
    [{ url: 'https://user:pw@example.org/' }, 'url'],
    [{ url: 'https://example.org:22/' }, 'url'],
    [{ url: `https://example.org/${'x'.repeat(2_000)}` }, 'url'],
    [{ description: 'x'.repeat(201) }, 'description'],
  ])('API-webhook_subscriptions-POST refuses %o', async (body, field) => {
    const answer = await create(body);
    expectError(answer, 'bad_field');
    expect(answer.json.error.message).toContain(field);
  });

  test('API-webhook_subscriptions-POST refuses private addresses, and accepts a name that does not resolve yet', async () => {
    await home.close();
    await start(false);
    names = { 'inside.example': ['10.0.0.7'], 'both.example': ['8.8.8.8', 'fd00::1'], 'outside.example': ['8.8.8.8'] };
    const refused = [
      ...[
        'https://inside.example/',
        'https://both.example/',
        'https://127.0.0.1/',
        'https://[::1]/',
        'https://0x7f.1/',
      ],
      ...['https://localhost/', 'https://db.internal/', 'https://169.254.169.254/latest', 'https://[::ffff:10.0.0.1]/'],
    ];
    for (const url of refused) {
      const answer = await create({ url });
      expectError(answer, 'bad_field');
      expect(answer.json.error.message, url).toBe('url must not be a private or local address');
    }
    expectError(await create({ url: 'http://outside.example/' }), 'bad_field');
    expectSuccess(await create({ url: 'https://outside.example/' }));
    const { json } = await create({ url: 'https://unknown.example/' });
    expectError(await change({ id: json.data.id, url: 'https://inside.example/' }), 'bad_field');
    expect((await home.subscription(json.data.id)).url).toBe('https://unknown.example/');
    // The name points to a private address by now: it is resolved again before sending.
    names = { 'unknown.example': ['127.0.0.1'] };
    await home.createTicket();
    await home.runDue();
    const [delivery] = await home.deliveries({ subscription_id: json.data.id });
    expect(delivery).toMatchObject({ state: 'pending', last_error_code: 'blocked_address', last_http_status: null });
  });

  test('API-webhook_subscriptions-POST creates at most a hundred, also concurrently', async () => {
    for (let count = 0; count < 95; count += 1) await home.subscribe();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create({})));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectError(answer, 'conflict');
  });
});

describe('API-webhook_subscriptions-PATCH', () => {
  test('API-webhook_subscriptions-PATCH changes each field, and equal values leave no trace', async () => {
    const { id } = await home.subscribe();
    home.service.clock.advance(1_000);
    const patch = { url: 'https://example.org/new', events: ['csat.submitted'], description: 'New', include_pii: true };
    const { json } = await change({ id, ...patch });
    expect(json.data).toMatchObject({ ...patch, updated_utc: '2026-11-20T14:30:01.000Z', state: 'active' });
    home.service.clock.advance(1_000);
    expect((await change({ id, ...patch, enabled: true })).json.data).toEqual(json.data);
    expect((await change({ id, description: null })).json.data.description).toBeNull();
    const rows = await home.service.database.owner.query<{ action: string; changes: unknown }>(sql`
      select action, changes from audit_log where object_type = 'webhook_subscription' order by id`);
    expect(rows.map(({ action }) => action)).toEqual(['webhook.create', 'webhook.update', 'webhook.update']);
    expect(JSON.stringify(rows)).not.toContain('example.org');
  });

  test('API-webhook_subscriptions-PATCH requires a change, and one kind at a time', async () => {
    const { id } = await home.subscribe();
    expectError(await change({ id }), 'missing_field');
    for (const body of [
      { overlap_hours: 2 },
      { end_overlap: true, overlap_hours: 2 },
      { rotate_secret: true, end_overlap: true },
      { rotate_secret: true, enabled: false },
      { end_overlap: true, description: null },
      { rotate_secret: false },
      { rotate_secret: true, overlap_hours: 169 },
      { rotate_secret: true, overlap_hours: -1 },
      { rotate_secret: true, overlap_hours: 1.5 },
    ]) {
      expectError(await change({ id, ...body }), 'bad_field');
    }
  });

  test('API-webhook_subscriptions-PATCH rotate_secret: both secrets sign for 24 hours, then only the new one', async () => {
    const { id, secret: old } = await home.subscribe();
    const { json } = await change({ id, rotate_secret: true });
    const { secret } = json.data;
    expect(secret).toMatch(SECRET);
    expect(secret).not.toBe(old);
    expect(json.data.overlap_until_utc).toBe('2026-11-21T14:30:00.000Z');
    const send = async () => {
      await home.createTicket();
      await home.runDue();
      return signers([secret, old]);
    };
    expect(await send()).toEqual([true, true]);
    expectError(await change({ id, rotate_secret: true }), 'conflict');
    home.service.clock.advance(24 * HOUR - 1);
    expect(await send()).toEqual([true, true]);
    home.service.clock.advance(1);
    expect(await send()).toEqual([true, false]);
    expect((await home.subscription(id)).overlap_until_utc).toBeNull();
    expectSuccess(await change({ id, rotate_secret: true, overlap_hours: 168 }));
    expect((await home.subscription(id)).overlap_until_utc).toBe('2026-11-28T14:30:00.000Z');
  });

  test('API-webhook_subscriptions-PATCH overlap_hours 0 and end_overlap end the old secret immediately', async () => {
    const { id, secret: first } = await home.subscribe();
    const second = (await change({ id, rotate_secret: true, overlap_hours: 0 })).json.data;
    expect(second.overlap_until_utc).toBeNull();
    const third = (await change({ id, rotate_secret: true, overlap_hours: 1 })).json.data;
    await home.createTicket();
    await home.runDue();
    expect(signers([third.secret, second.secret, first])).toEqual([true, true, false]);
    const ended = await change({ id, end_overlap: true });
    expect(ended.json.data).toMatchObject({ overlap_until_utc: null });
    expect(ended.json.data.secret).toBeUndefined();
    expectSuccess(await change({ id, end_overlap: true }));
    await home.createTicket();
    await home.runDue();
    expect(signers([third.secret, second.secret])).toEqual([true, false]);
  });

  test('API-webhook_subscriptions-PATCH enabling a disabled subscription first sends a test; if that fails, 409 leaves it disabled', async () => {
    const { id } = await home.subscribe();
    home.receiver.answer(410);
    await home.createTicket();
    await home.runDue();
    home.receiver.answer(500);
    expectError(await change({ id, enabled: true, description: 'Repaired' }), 'conflict');
    expect(await home.subscription(id)).toMatchObject({
      state: 'disabled',
      disabled_reason: 'gone',
      description: null,
    });
    expect((await change({ id, enabled: false })).json.data.state).toBe('disabled');
    const [failed] = await home.deliveries();
    expect(failed).toMatchObject({
      event_type: 'webhook.test',
      state: 'failed',
      attempt_count: 1,
      last_http_status: 500,
    });
    home.receiver.answer(204);
    const enabled = await change({ id, enabled: true });
    expect(enabled.json.data).toMatchObject({
      ...{ state: 'active', disabled_reason: null, disabled_utc: null, last_delivery_utc: NOW },
    });
    expect(JSON.parse(home.receiver.received.at(-1)?.body ?? '')).toMatchObject({ type: 'webhook.test', test: true });
    const [succeeded] = await home.deliveries();
    expect(succeeded).toMatchObject({
      state: 'succeeded',
      last_http_status: 204,
      request_id: expect.stringMatching(/^req_/),
    });
    await home.createTicket();
    await home.runDue();
    expect((await home.deliveries())[0]).toMatchObject({ event_type: 'ticket.created', state: 'succeeded' });
  });

  test('API-webhook_subscriptions-PATCH at most 32 concurrent tests: the next is 503 without an attempt', async () => {
    const { id } = await home.subscribe();
    home.receiver.answer(410);
    await home.createTicket();
    await home.runDue();
    const hanging: ServerResponse[] = [];
    home.receiver.answer((response) => void hanging.push(response));
    const answers = Array.from({ length: 32 }, () => change({ id, enabled: true }));
    await home.receiver.untilReceived(33);
    const refused = await change({ id, enabled: true });
    expectError(refused, 'overloaded');
    expect(refused.headers['retry-after']).toBe('5');
    for (const response of hanging) response.writeHead(500).end();
    for (const answer of await Promise.all(answers)) expectError(answer, 'conflict');
    home.receiver.answer(204);
    expect((await change({ id, enabled: true })).json.data.state).toBe('active');
  });
});

test('API-webhook_subscriptions-DELETE deletes pending deliveries and the log', async () => {
  const { id } = await home.subscribe();
  const { id: kept } = await home.subscribe();
  await home.createTicket();
  const answer = await home.call('DELETE', 'webhook_subscriptions', { id });
  expect(answer.json.data).toEqual({ id: Number(id), deleted: true });
  await home.runDue();
  expect(home.receiver.received).toHaveLength(1);
  expect((await home.deliveries()).map((row) => row.subscription_id)).toEqual([Number(kept)]);
  expectError(await home.call('DELETE', 'webhook_subscriptions', { id }), 'not_found');
});

test('API-webhook_subscriptions-GET counts pending deliveries and failures of a day for each', async () => {
  const { id } = await home.subscribe({ events: ['ticket.created'] });
  const { id: quiet } = await home.subscribe({ events: ['csat.submitted'] });
  home.receiver.answer(500);
  await home.createTicket();
  await home.runDue();
  expect(await home.subscription(id)).toMatchObject({ pending: 1, failed_24h: 1 });
  expect(await home.subscription(quiet)).toMatchObject({ pending: 0, failed_24h: 0 });
  home.service.clock.advance(24 * HOUR);
  expect(await home.subscription(id)).toMatchObject({ pending: 1, failed_24h: 0 });
});

test('API-webhook_subscriptions-GET returns accepted deliveries of a day, their latency, the last failure and the next attempt', async () => {
  const { id } = await home.subscribe({ events: ['ticket.created'] });
  const { id: quiet } = await home.subscribe({ events: ['csat.submitted'] });
  home.receiver.answer(500);
  await home.createTicket();
  await home.runDue();
  const [{ next_attempt_utc: retry }] = await home.deliveries();
  expect(retry).toMatch(/^2026-11-20T14:30:0[456]/);
  expect(await home.subscription(id)).toMatchObject({
    ...{ delivered_24h: 0, p95_ms_24h: null, last_failure_utc: NOW, next_attempt_utc: retry },
  });
  // While it is paused, only tests are sent.
  await change({ id, enabled: false });
  expect(await home.subscription(id)).toMatchObject({ pending: 1, next_attempt_utc: null });
  await home.call('POST', 'webhook_deliveries', { action: 'test', subscription_id: id });
  expect(await home.subscription(id)).toMatchObject({ pending: 2, next_attempt_utc: NOW });
  await change({ id, enabled: true });
  home.receiver.answer(204);
  home.service.clock.advance(10_000);
  await home.runDue();
  expect(await home.subscription(id)).toMatchObject({ delivered_24h: 2, failed_24h: 1, next_attempt_utc: null });
  // Each takes one second longer than the previous one: 1 to 20 s; the failure is not part of the percentile.
  await home.service.database.owner.query(sql`
    insert into webhook_delivery (site_id, id, subscription_id, message_id, event_type, state, attempt_count, scheduled_utc,
      created_utc, finished_utc)
    select ${home.site.id}, 100000 + n, ${quiet}, 'msg_' || n, 'csat.submitted', case when n = 21 then 'failed' else 'succeeded' end,
      1, ${NOW}::timestamptz, ${NOW}::timestamptz, ${NOW}::timestamptz from generate_series(1, 21) n`);
  await home.service.database.owner.query(sql`
    insert into webhook_attempt (site_id, delivery_id, attempt, scheduled_utc, started_utc, duration_ms)
    select ${home.site.id}, 100000 + n, 1, ${NOW}::timestamptz, ${NOW}::timestamptz, 1000 * n from generate_series(1, 21) n`);
  expect(await home.subscription(quiet)).toMatchObject({
    delivered_24h: 20,
    p95_ms_24h: 19_050,
    last_failure_utc: null,
  });
  home.service.clock.advance(24 * HOUR);
  expect(await home.subscription(quiet)).toMatchObject({ delivered_24h: 0, p95_ms_24h: null });
  expect(await home.subscription(id)).toMatchObject({ delivered_24h: 0, failed_24h: 0, last_failure_utc: NOW });
});

test('API-webhook_subscriptions-GET returns the next probe after ten failures in a row', async () => {
  const { id } = await home.subscribe({ events: ['ticket.created'] });
  home.receiver.answer(500);
  for (let made = 0; made < 10; made += 1) await home.createTicket();
  await home.runDue();
  // The retries are due in 5 s, but nothing is sent for a minute.
  expect(await home.subscription(id)).toMatchObject({ pending: 10, next_attempt_utc: '2026-11-20T14:31:00.000Z' });
});
