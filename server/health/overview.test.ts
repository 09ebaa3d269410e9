import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HealthRule } from '#contract/health-overview.ts';
import { HEALTH_RULE_KEYS } from '#contract/site-settings.ts';
import { recordCsat } from '#server/csat/record-csat.ts';
import { sql } from '#server/db/db.ts';
import { expectError } from '#server/testing/expect-answer.ts';
import { recordSample } from '#server/testing/sample-calls.ts';
import { startTestService, TEST_ACTOR, type TestService, type TestSite } from '#server/testing/service.ts';
import { takeSnapshots } from './snapshots.ts';

// A Friday, 15:30 in Berlin.
const NOW = '2026-11-20T14:30:00.000Z';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  home = await service.createSite({ timeZone: 'Europe/Berlin' });
});
afterEach(() => service.close());

const siteDb = () => service.database.forSite(home.site.id);
const get = async (resource: string, query: Record<string, string | number> = {}, token = home.token) =>
  (await service.call('GET', resource, { token, query })).json.data;
const overview = (query: Record<string, string> = {}, token = home.token) => get('health_overview', query, token);
const patch = (resource: string, body: object) => service.call('PATCH', resource, { token: home.token, body });

async function rule(key: HealthRule['key'], token = home.token): Promise<Omit<HealthRule, 'key'>> {
  const { rules } = await overview({}, token);
  const { key: _key, ...found } = rules.find((item: HealthRule) => item.key === key);
  return found;
}

/** Sets thresholds of rules. */
async function choose(health_rules: object): Promise<void> {
  const { version } = await get('site_settings');
  await patch('site_settings', { version, values: { health_rules } });
}

const open = () => service.call('POST', 'tickets', { token: home.token, body: { subject: 'Bell' } });

async function as<Result>(iso: string, work: () => Promise<Result>): Promise<Result> {
  const before = service.clock.now().toISOString();
  service.clock.set(iso);
  try {
    return await work();
  } finally {
    service.clock.set(before);
  }
}

test('HO-01: an empty site: only its hours need attention, and the whole checklist is open', async () => {
  const answer = await overview();
  const fine = { state: 'ok', since_utc: null };
  expect(answer.rules).toEqual([
    { key: 'ai_cap', ...fine, value: 0, threshold: null },
    { key: 'no_first_reply', ...fine, value: 0, threshold: 0 },
    { key: 'overdue_replies', ...fine, value: null, threshold: 0 },
    { key: 'self_tests', ...fine, state: 'unknown', value: null, threshold: null },
    { key: 'webhook_disabled', ...fine, value: 0, threshold: null },
    { key: 'webhook_failures', ...fine, value: 0, threshold: 0 },
    { key: 'channel_silence', ...fine, value: null, threshold: 60 },
    { key: 'ai_forecast', ...fine, value: null, threshold: 100 },
    { key: 'ai_errors', ...fine, value: null, threshold: 5 },
    { key: 'business_calendar', ...fine, state: 'attention', value: 0, threshold: null },
    { key: 'migration', ...fine, value: 0, threshold: 0 },
    { key: 'csat_drop', ...fine, value: null, threshold: null },
  ]);
  expect(answer.rules.map(({ key }: HealthRule) => key)).toEqual(HEALTH_RULE_KEYS);
  expect(answer).toMatchObject({
    day_ago: null,
    since: null,
    series: [],
    self_tests: [],
    csat: { window_days: 30, responses: 0, mean: null, previous_mean: null },
    checklist: { calendar: false, webhook_test: false, identity_bound: false, ai_caps: false, self_tests: false },
  });
  expect(answer.ai).toEqual({
    cost_month_usd: 0,
    budget_usd: null,
    action: 'none',
    caps_set: 0,
    caps_exceeded: 0,
    forecast_usd: null,
    passes_on: null,
  });
});

test('HO-01: current figures match GET health, and the migration matches GET migrate_status', async () => {
  await patch('business_calendar', { week: [{ day_of_week: 5, open_minute: 540, close_minute: 1080 }], version: 1 });
  await open();
  await recordSample(service, home);
  const handoff = (session_id: string, created_utc: string, status = 'waiting') => {
    return { kind: 'handoff', session_id, reason: 'Refund', status, created_utc };
  };
  const items = [
    handoff('s1', '2026-10-21T23:59:59Z'),
    ...[handoff('s2', '2026-10-22T00:00:00Z'), handoff('s3', NOW), handoff('s4', NOW, 'taken')],
  ];
  await service.call('POST', 'ingest', { token: home.token, body: { items } });
  const { now, migration } = await overview();
  const { channels, hours_change_utc, handoffs_waiting, ...health } = now;
  expect(health).toEqual(await get('health'));
  expect(channels).toEqual([]);
  expect(handoffs_waiting).toBe(2);
  expect(hours_change_utc).toBe('2026-11-20T17:00:00.000Z');
  expect(migration).toEqual(await get('migrate_status'));
});

test('HO-01: tickets waiting for a first reply, since the oldest of them', async () => {
  for (const at of ['2026-11-20T12:29:59.999Z', '2026-11-18T08:00:00Z', '2026-11-20T13:00:00Z']) await as(at, open);
  const waiting = { value: 2, since_utc: '2026-11-18T08:00:00.000Z' };
  expect(await rule('no_first_reply')).toEqual({ state: 'bad', threshold: 0, ...waiting });
  await choose({ no_first_reply: 1 });
  expect(await rule('no_first_reply')).toEqual({ state: 'bad', threshold: 1, ...waiting });
  await choose({ no_first_reply: 2 });
  expect(await rule('no_first_reply')).toEqual({ state: 'ok', value: 2, threshold: 2, since_utc: null });
});

test('HO-01: with a reply target, replies overdue in open hours replace those without a first reply', async () => {
  await patch('business_calendar', {
    time_zone: 'Europe/Berlin',
    week: [1, 2, 3, 4, 5].map((day_of_week) => ({ day_of_week, open_minute: 540, close_minute: 1_020 })),
    flag_on: true,
  });
  const { version } = await get('site_settings');
  await patch('site_settings', { version, values: { reply_target_minutes: 60 } });
  const ask = (at: string) =>
    as(at, () =>
      service.call('POST', 'tickets', { token: home.token, body: { subject: 'Bell', initial_comment: 'Where?' } }),
    );
  // On a Sunday, after closing on Thursday, and half an hour ago.
  for (const at of ['2026-11-15T10:00:00Z', '2026-11-19T20:00:00Z', '2026-11-20T14:00:00Z']) await ask(at);
  const since_utc = '2026-11-16T09:00:00.000Z';
  expect(await rule('overdue_replies')).toEqual({ state: 'attention', value: 2, threshold: 0, since_utc });
  expect(await rule('no_first_reply')).toEqual({ state: 'ok', value: null, threshold: 0, since_utc: null });
  await choose({ overdue_replies: 2 });
  expect(await rule('overdue_replies')).toEqual({ state: 'ok', value: 2, threshold: 2, since_utc: null });
  await choose({ overdue_replies: 0 });
  for (let more = 0; more < 3; more += 1) await ask('2026-11-20T08:30:00Z');
  expect(await rule('overdue_replies')).toEqual({ state: 'bad', value: 5, threshold: 0, since_utc });
});

test('HO-01: exceeded caps, since the first alert of the period', async () => {
  await patch('ai_limits', { minute_call_limit: 1, daily_token_limit: 1_000_000 });
  await as('2026-11-20T14:30:00.500Z', () => recordSample(service, home));
  service.clock.set('2026-11-20T14:30:20.000Z');
  expect(await rule('ai_cap')).toEqual({
    state: 'bad',
    value: 1,
    threshold: null,
    since_utc: '2026-11-20T14:30:00.500Z',
  });
  expect((await overview()).ai).toMatchObject({ caps_set: 2, caps_exceeded: 1, action: 'soft' });
  service.clock.set('2026-11-20T14:31:00.000Z');
  expect(await rule('ai_cap')).toMatchObject({ state: 'ok', value: 0, since_utc: null });
});

test('HO-01: self-tests are unknown until each has run, and bad since the first of consecutive failures', async () => {
  const run = async (at: string, name: string, ok: boolean) => {
    await siteDb().query(sql`
      insert into self_test_run (site_id, name, ok, at_utc, round_trip_ms) values (${home.site.id}, ${name}, ${ok}, ${at}, 3)`);
  };
  await run('2026-11-20T08:00:00Z', 'ai_usage', true);
  expect((await rule('self_tests')).state).toBe('unknown');
  expect((await overview()).checklist.self_tests).toBe(false);
  await run('2026-11-20T08:00:00Z', 'channel_foundation', true);
  expect(await rule('self_tests')).toMatchObject({ state: 'ok', value: 0 });
  expect((await overview()).checklist.self_tests).toBe(true);
  await run('2026-11-20T09:00:00Z', 'ai_usage', false);
  await run('2026-11-20T10:00:00Z', 'ai_usage', false);
  expect(await rule('self_tests')).toEqual({
    state: 'bad',
    value: 1,
    threshold: null,
    since_utc: '2026-11-20T09:00:00.000Z',
  });
});

test('HO-01: disabled webhooks, and deliveries that failed within a day, since their first failed attempt', async () => {
  const { owner } = service.database;
  const at = (ms: number) => new Date(Date.parse(NOW) - ms).toISOString();
  await owner.query(sql`
    insert into webhook_subscription (site_id, id, url, events, include_pii, state, disabled_reason, disabled_utc, key_id,
      nonce, created_utc, updated_utc)
    values (${home.site.id}, 1, 'https://example.org/', '{*}', false, 'active', null, null, '', '', ${NOW}, ${NOW}),
      (${home.site.id}, 2, 'https://example.net:8443/hook', '{*}', false, 'disabled', 'gone', ${at(5 * DAY)}, '', '', ${NOW}, ${NOW}),
      (${home.site.id}, 3, 'https://example.org/', '{*}', false, 'disabled', 'failing', ${at(DAY)}, '', '', ${NOW}, ${NOW})`);
  expect(await rule('webhook_disabled')).toEqual({
    state: 'bad',
    value: 2,
    threshold: null,
    since_utc: at(5 * DAY),
  });
  expect((await overview()).disabled_webhooks).toEqual([
    { id: 2, host: 'example.net:8443' },
    { id: 3, host: 'example.org' },
  ]);
  // The first failed more than a day ago as well, the third only then.
  await owner.query(sql`
    insert into webhook_delivery (site_id, id, subscription_id, message_id, event_type, state, last_failed_utc, scheduled_utc,
      created_utc)
    values (${home.site.id}, 10, 1, 'a', 'x', 'failed', ${at(HOUR)}, ${NOW}, ${at(2 * DAY)}),
      (${home.site.id}, 11, 1, 'b', 'x', 'succeeded', ${at(20 * HOUR)}, ${NOW}, ${at(2 * DAY)}),
      (${home.site.id}, 12, 1, 'c', 'x', 'failed', ${at(DAY)}, ${NOW}, ${at(2 * DAY)}),
      (${home.site.id}, 13, 1, 'd', 'x', 'failed', ${at(HOUR)}, ${NOW}, ${at(HOUR)})`);
  await owner.query(sql`
    insert into webhook_attempt (site_id, delivery_id, attempt, scheduled_utc, started_utc, duration_ms, error_code)
    values (${home.site.id}, 10, 1, ${NOW}, ${at(DAY)}, 5, 'timeout'), (${home.site.id}, 10, 2, ${NOW}, ${at(HOUR)}, 5, 'timeout'),
      (${home.site.id}, 11, 1, ${NOW}, ${at(20 * HOUR)}, 5, 'timeout'), (${home.site.id}, 11, 2, ${NOW}, ${at(22 * HOUR)}, 5, null),
      (${home.site.id}, 12, 1, ${NOW}, ${at(DAY)}, 5, 'timeout')`);
  // The one delivered later no longer counts.
  const failed = { state: 'attention', value: 2, since_utc: at(HOUR) };
  expect(await rule('webhook_failures')).toEqual({ ...failed, threshold: 0 });
  await choose({ webhook_failures: 1 });
  expect(await rule('webhook_failures')).toEqual({ ...failed, threshold: 1 });
  await choose({ webhook_failures: 2 });
  expect((await rule('webhook_failures')).state).toBe('ok');
});

/** Inserts one call of 10 USD per day at noon, for `days` days before today. */
async function spend(days: number): Promise<void> {
  for (let ago = days; ago >= 1; ago -= 1) {
    const at = new Date(Date.parse(NOW) - ago * DAY).toISOString();
    await as(at, () => recordSample(service, home, { model: 'large', inputTokens: 4_000_000, outputTokens: 0 }));
  }
}

test('HO-01: the forecast of the AI budget matches the AI page, in percent of the budget', async () => {
  await spend(6);
  await patch('ai_limits', { monthly_budget_usd: 200 });
  // Six complete days are too few.
  expect(await rule('ai_forecast')).toMatchObject({ state: 'unknown', value: null });
  await as('2026-11-13T12:00:00Z', () =>
    recordSample(service, home, { model: 'large', inputTokens: 4_000_000, outputTokens: 0 }),
  );
  // 70 so far, 10 for the rest of today, 10 on each of ten days: 180 of 200, never exceeded.
  expect((await overview()).ai).toMatchObject({
    cost_month_usd: 70,
    budget_usd: 200,
    forecast_usd: 180,
    passes_on: null,
  });
  expect(await rule('ai_forecast')).toEqual({ state: 'ok', value: 90, threshold: 100, since_utc: null });
  await choose({ ai_forecast: 89 });
  expect(await rule('ai_forecast')).toMatchObject({ state: 'attention', value: 90, threshold: 89 });
  await patch('ai_limits', { monthly_budget_usd: 95 });
  // 80 by the end of the 20th, 90 of the 21st, 100 of the 22nd.
  expect((await overview()).ai.passes_on).toBe('2026-11-22');
  await patch('ai_limits', { monthly_budget_usd: 20 });
  expect((await overview()).ai.passes_on).toBe('2026-11-14');
  await patch('ai_limits', { monthly_budget_usd: 0 });
  expect(await rule('ai_forecast')).toMatchObject({ state: 'attention', value: null });
  await patch('ai_limits', { monthly_budget_usd: null });
  expect(await rule('ai_forecast')).toMatchObject({ state: 'ok', value: null });
});

test('HO-01: the AI error rate is judged from 20 calls', async () => {
  await recordSample(service, home, { status: 'error' });
  await recordSample(service, home, { status: 'error' });
  for (let n = 0; n < 17; n += 1) await recordSample(service, home);
  expect(await rule('ai_errors')).toEqual({ state: 'ok', value: null, threshold: 5, since_utc: null });
  await recordSample(service, home);
  expect(await rule('ai_errors')).toEqual({ state: 'attention', value: 10, threshold: 5, since_utc: null });
  await choose({ ai_errors: 10 });
  expect(await rule('ai_errors')).toMatchObject({ state: 'ok', value: 10, threshold: 10 });
});

test('HO-01: failed rows in the last import of each kind, since the first of them', async () => {
  const run = async (id: number, kind: string, failed: number, at: string) => {
    await siteDb().query(sql`
      insert into import_run (site_id, id, kind, imported_rows, failed_rows, started_utc)
      values (${home.site.id}, ${id}, ${kind}, 5, ${failed}, ${at})`);
  };
  await run(1, 'tickets', 90, '2026-11-01T10:00:00Z');
  await run(2, 'tickets', 3, '2026-11-03T10:00:00Z');
  await run(3, 'articles', 4, '2026-11-02T10:00:00Z');
  await run(4, 'macros', 0, '2026-11-01T10:00:00Z');
  const failed = { state: 'attention', value: 7, since_utc: '2026-11-02T10:00:00.000Z' };
  expect(await rule('migration')).toEqual({ ...failed, threshold: 0 });
  await choose({ migration: 7 });
  expect((await rule('migration')).state).toBe('ok');
  await choose({ migration: 6 });
  await run(5, 'articles', 0, '2026-11-04T10:00:00Z');
  expect(await rule('migration')).toMatchObject({ state: 'ok', value: 3 });
});

test('HO-01: a CSAT drop of at least 0.3, with at least 30 answers in both periods', async () => {
  const rate = async (at: string, scores: readonly number[]) => {
    for (const score of scores) {
      const { json } = await as(at, open);
      const context = { actor: TEST_ACTOR, now: new Date(at) };
      const rating = { ticketId: BigInt(json.data.id), score, comment: null };
      await siteDb().transaction((db) => recordCsat(db, home.site, rating, context));
    }
  };
  const times = (n: number, score: number) => Array.from({ length: n }, () => score);
  // The last day of the 30 before, and the first day of the last 30.
  await rate('2026-10-21T23:59:00Z', times(30, 5));
  await rate('2026-10-22T00:00:00Z', times(29, 4));
  expect(await rule('csat_drop')).toMatchObject({ state: 'ok', value: null });
  await rate('2026-11-20T10:00:00Z', [4]);
  expect(await rule('csat_drop')).toMatchObject({ state: 'attention', value: -1, threshold: null });
  const { csat } = await overview();
  expect(csat).toEqual({ window_days: 30, responses: 30, mean: 4, previous_mean: 5 });
  expect((await get('csat', { days: 30 })).summary).toMatchObject({ responses: 30, average: 4 });
  // 120 + 5 * 75 of 105 answers is 4.71.
  await rate('2026-11-20T10:00:00Z', times(75, 5));
  expect(await rule('csat_drop')).toMatchObject({ state: 'ok', value: expect.closeTo(-0.2857, 4) });
});

test('HO-02: features that are not deployed raise no alarm', async () => {
  const bare = await service.createSite({ name: 'Bare', undeployed: ['channels', 'ai_usage'] });
  for (const key of ['ai_cap', 'self_tests', 'channel_silence', 'ai_forecast', 'ai_errors'] as const) {
    expect(await rule(key, bare.token), key).toMatchObject({ state: 'ok', value: null });
  }
  const { checklist } = await overview({}, bare.token);
  expect(checklist).toMatchObject({ identity_bound: true, ai_caps: true, self_tests: true });
});

test('HO-04: the snapshots nearest to a day ago and to a visit, within two hours, and the last 48 hours', async () => {
  const job = { database: service.database, clock: service.clock, isWanted: () => true };
  const at = async (iso: string) => as(iso, () => takeSnapshots(job));
  await at('2026-11-18T14:29:00Z');
  await at('2026-11-18T15:00:20Z');
  await as('2026-11-19T12:00:00Z', open);
  await at('2026-11-19T13:00:20Z');
  await at('2026-11-19T15:00:20Z');
  await at('2026-11-20T09:00:20Z');
  const answer = await overview({ since: '2026-11-20T12:00:00+01:00' });
  expect(answer.day_ago).toMatchObject({ as_of_utc: '2026-11-19T15:00:20.000Z', open_tickets: 1, channels: [] });
  expect(answer.since).toMatchObject({ as_of_utc: '2026-11-20T09:00:20.000Z' });
  expect(answer.series.map((item: { at_utc: string }) => item.at_utc)).toEqual([
    '2026-11-18T15:00:20.000Z',
    '2026-11-19T13:00:20.000Z',
    '2026-11-19T15:00:20.000Z',
    '2026-11-20T09:00:20.000Z',
  ]);
  expect(answer.series[0]).toEqual({
    at_utc: '2026-11-18T15:00:20.000Z',
    open_tickets: 0,
    webhook_failed_24h: 0,
    ai_calls_24h: 0,
    channel_msg_inbound_24h: 0,
  });
  expect((await overview({ since: '2026-11-20T11:00:21Z' })).since).toBeNull();
  expect((await overview({ since: '2026-11-20T11:00:20Z' })).since).not.toBeNull();
  expect((await overview({ since: '2026-11-20T07:00:19Z' })).since).toBeNull();
  expect((await overview({ since: '2026-11-20T07:00:20Z' })).since).not.toBeNull();
  expect((await overview()).since).toBeNull();
});

test('SI-06: each step of the checklist of a new site can be done', async () => {
  await patch('business_calendar', { week: [{ day_of_week: 1, open_minute: 540, close_minute: 1080 }], version: 1 });
  expect((await overview()).checklist.calendar).toBe(true);
  await patch('business_calendar', { week: [], version: 2 });
  expect((await overview()).checklist.calendar).toBe(false);
  await service.call('POST', 'bind_channel', {
    token: home.token,
    body: { email: 'a@example.org', channel: 'sms', external_user_id: '1' },
  });
  await patch('ai_limits', { daily_token_limit: 1_000 });
  await get('self_test');
  await siteDb().query(sql`
    insert into webhook_subscription (site_id, id, url, events, include_pii, state, last_delivery_utc, key_id, nonce, created_utc,
      updated_utc)
    values (${home.site.id}, 1, 'https://example.org/', '{*}', false, 'active', ${NOW}, '', '', ${NOW}, ${NOW})`);
  expect((await overview()).checklist).toEqual({
    calendar: false,
    webhook_test: true,
    identity_bound: true,
    ai_caps: true,
    self_tests: true,
  });
});

test('another site has its own overview', async () => {
  const other = await service.createSite({ name: 'Other' });
  await as('2026-11-18T08:00:00Z', open);
  await service.database.owner.query(sql`update site_due set due_utc = '2026-11-20T13:00:00Z'`);
  await as('2026-11-20T13:00:20Z', () =>
    takeSnapshots({ database: service.database, clock: service.clock, isWanted: () => true }),
  );
  await choose({ no_first_reply: 7 });
  const mine = await overview({ since: '2026-11-20T13:00:00Z' });
  const theirs = await overview({ since: '2026-11-20T13:00:00Z' }, other.token);
  expect(mine.since.open_tickets).toBe(1);
  expect(theirs.since.open_tickets).toBe(0);
  expect(await rule('no_first_reply', other.token)).toEqual({ state: 'ok', value: 0, threshold: 0, since_utc: null });
});

test('with EXTENSIONS=0 the resource does not exist', async () => {
  const plain = await startTestService({ extensions: false, emptyFirst: false });
  for (const resource of ['health_overview', 'health_history', 'site_settings'])
    expectError(await plain.call('GET', resource, { token: home.token }), 'unknown_resource');
  await plain.close();
});

test('HO-14: the requests for monitors in the operating docs work with a read-only token and return the documented fields', async () => {
  const manual = readFileSync('docs/operating.md', 'utf8');
  const calls = [...manual.matchAll(/resource=(health\w*)"(?:[^`]*?)\| jq (?:-e )?'?([^`'\n]+)/g)].map(
    ([, resource = '', filter = '']) => ({ resource, filter }),
  );
  expect(calls.map(({ resource }) => resource)).toEqual(['health', 'health_overview']);
  expect(calls[1]?.filter).toBe('[.data.rules[] | select(.state == "bad" or .state == "attention")] | length == 0');
  const { token } = await service.issueToken(home.site, { scopes: ['read'] });
  const needing = async () =>
    (await overview({}, token)).rules.filter(({ state }: HealthRule) => /^(bad|attention)$/.test(state)).length;
  expect(await get('health', {}, token)).toMatchObject({ open_tickets: 0 });
  const before = await needing();
  await as('2026-11-20T08:00:00.000Z', open);
  expect(await needing()).toBe(before + 1);
});
