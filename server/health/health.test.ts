import { afterEach, beforeEach, expect, test } from 'vitest';
import { recordSample } from '#server/testing/sample-calls.ts';
import { bindChannel } from '#server/customers/bind-channel.ts';
import { sql } from '#server/db/db.ts';
import { startTestService, TEST_ACTOR, type TestService, type TestSite } from '#server/testing/service.ts';
import { createAgent } from '#server/tickets/agents.ts';

const NOW = '2026-11-20T14:30:00.000Z';
let service: TestService;
let home: TestSite;
let token: string;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  home = await service.createSite({ timeZone: 'Europe/Berlin' });
  token = home.token;
});

afterEach(() => service.close());

const context = () => ({ actor: TEST_ACTOR, now: service.clock.now() });
const siteDb = () => service.database.forSite(home.site.id);

async function health(by = token) {
  return (await service.call('GET', 'health', { token: by })).json.data;
}

async function create(body: Record<string, unknown> = {}): Promise<unknown> {
  return (await service.call('POST', 'tickets', { token, body: { subject: 'Bell', ...body } })).json.data.id;
}

const patch = (id: unknown, body: Record<string, unknown>) =>
  service.call('PATCH', 'ticket', { token, body: { id, ...body } });

const EMPTY = {
  as_of_utc: NOW,
  open_tickets: 0,
  pending_tickets: 0,
  unassigned_open_pending: 0,
  snoozed: 0,
  stale_no_first_reply: 0,
  stale_threshold: '2h',
  webhook_queue_pending: 0,
  webhook_failed_24h: 0,
  last_inbound_message_utc: null,
  is_now_within_business_hours: false,
  business_calendar_active: false,
  portal_active_tokens: 0,
  portal_total_uses: 0,
  customer_identities: 0,
  bound_channel_handles: 0,
  channel_msg_inbound_30d: 0,
  ai_calls_24h: 0,
  ai_errors_24h: 0,
  ai_budget_exceeded: false,
};

test('API-health-GET: an empty site has every field', async () => {
  expect(await health()).toEqual(EMPTY);
});

test('API-health-GET: as_of_utc is the current time', async () => {
  service.clock.advance(1_234);
  expect((await health()).as_of_utc).toBe('2026-11-20T14:30:01.234Z');
});

test('API-health-GET: open_tickets and pending_tickets follow the status', async () => {
  const id = await create();
  expect(await health()).toMatchObject({ open_tickets: 1, pending_tickets: 0 });
  await patch(id, { status: 'pending' });
  expect(await health()).toMatchObject({ open_tickets: 0, pending_tickets: 1 });
  await patch(id, { status: 'resolved' });
  expect(await health()).toMatchObject({ open_tickets: 0, pending_tickets: 0 });
});

test('API-health-GET: unassigned_open_pending counts active tickets without an agent', async () => {
  const ada = String(await createAgent(siteDb(), home.site, { name: 'Ada' }, context()));
  const id = await create();
  await patch(await create(), { status: 'pending' });
  expect((await health()).unassigned_open_pending).toBe(2);
  await patch(id, { assignee_agent_id: ada });
  expect((await health()).unassigned_open_pending).toBe(1);
  await patch(id, { assignee_agent_id: null, status: 'closed' });
  expect((await health()).unassigned_open_pending).toBe(1);
});

test('API-health-GET: snoozed ends with time, and snoozed tickets stay in the other counts', async () => {
  const id = await create();
  await patch(id, { snoozed_until_utc: '2026-11-20T15:00:00Z' });
  expect(await health()).toMatchObject({ snoozed: 1, open_tickets: 1, unassigned_open_pending: 1 });
  service.clock.set('2026-11-20T14:59:59.999Z');
  expect((await health()).snoozed).toBe(1);
  service.clock.set('2026-11-20T15:00:00.000Z');
  expect((await health()).snoozed).toBe(0);
  service.clock.set(NOW);
  await patch(id, { status: 'resolved' });
  expect((await health()).snoozed).toBe(0);
});

test('API-health-GET: stale_no_first_reply starts after two hours and ends with a reply', async () => {
  const id = await create();
  service.clock.set('2026-11-20T16:30:00.000Z');
  expect((await health()).stale_no_first_reply).toBe(0);
  service.clock.advance(1);
  expect((await health()).stale_no_first_reply).toBe(1);
  await service.call('POST', 'ticket_comments', {
    token,
    body: { ticket_id: id, body: 'Seen', visibility: 'internal' },
  });
  expect((await health()).stale_no_first_reply).toBe(1);
  await service.call('POST', 'ticket_comments', { token, body: { ticket_id: id, body: 'Hello' } });
  expect((await health()).stale_no_first_reply).toBe(0);
  const other = await create();
  service.clock.advance(3 * 3_600_000);
  expect((await health()).stale_no_first_reply).toBe(1);
  await patch(other, { status: 'closed' });
  expect((await health()).stale_no_first_reply).toBe(0);
});

test('API-health-GET: last_inbound_message_utc is the last first comment, on any channel', async () => {
  await create({ channel: 'email' });
  expect((await health()).last_inbound_message_utc).toBeNull();
  await create({ initial_comment: 'Hello' });
  expect((await health()).last_inbound_message_utc).toBe(NOW);
  service.clock.advance(60_000);
  await create({ initial_comment: 'Hello', channel: 'sms' });
  expect((await health()).last_inbound_message_utc).toBe('2026-11-20T14:31:00.000Z');
});

test('API-health-GET: channel_msg_inbound_30d counts this UTC month and the last, without the web', async () => {
  for (const at of ['2026-09-30T23:59:59.999Z', '2026-10-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', NOW]) {
    service.clock.set(at);
    await create({ initial_comment: 'Hello', channel: 'whatsapp' });
    await create({ initial_comment: 'Hello', channel: 'web' });
  }
  expect((await health()).channel_msg_inbound_30d).toBe(3);
  service.clock.set('2026-12-01T00:00:00.000Z');
  expect((await health()).channel_msg_inbound_30d).toBe(2);
  service.clock.set('2027-01-01T00:00:00.000Z');
  expect((await health()).channel_msg_inbound_30d).toBe(0);
});

test('API-health-GET: customer_identities counts people', async () => {
  await create({ requester_email: 'a@example.com' });
  await create({ requester_email: 'A@example.com' });
  await create({ requester_phone: '+49 30 23125 001' });
  expect((await health()).customer_identities).toBe(1);
});

test('API-health-GET: bound_channel_handles counts bindings', async () => {
  const request = { email: 'a@example.com', channel: 'sms', externalUserId: '1' } as const;
  const bind = (externalUserId: string) =>
    siteDb().transaction((db) => bindChannel(db, home.site, { ...request, externalUserId }, context()));
  await bind('1');
  await bind('1');
  await bind('2');
  expect((await health()).bound_channel_handles).toBe(2);
});

test('API-health-GET: a site without channels has zeros, even if there are rows', async () => {
  await siteDb().transaction((db) =>
    bindChannel(db, home.site, { email: 'a@example.com', channel: 'sms', externalUserId: '1' }, context()),
  );
  await create({ initial_comment: 'Hello', channel: 'sms' });
  expect(await health()).toMatchObject({ bound_channel_handles: 1, channel_msg_inbound_30d: 1 });
  await service.database.owner.query(sql`update site set undeployed = '{channels}' where id = ${home.site.id}`);
  const fresh = await service.issueToken(home.site);
  const unread = { bound_channel_handles: 0, channel_msg_inbound_30d: 0 };
  expect(await health(fresh.token)).toMatchObject({ ...unread, last_inbound_message_utc: null });
  await create({ initial_comment: 'Hello', channel: 'web' });
  expect(await health(fresh.token)).toMatchObject({ ...unread, last_inbound_message_utc: NOW });
});

const WEEK = [{ day_of_week: 5, open_minute: 540, close_minute: 1080 }];

async function change(body: Record<string, unknown>) {
  const answer = await service.call('PATCH', 'business_calendar', { token, body });
  expect(answer.status, answer.text).toBe(200);
}

test('API-health-GET: is_now_within_business_hours depends on week, time, zone and dates', async () => {
  const isWithin = async () => (await health()).is_now_within_business_hours;
  expect(await isWithin()).toBe(false);
  await change({ week: WEEK });
  expect(await isWithin()).toBe(true);
  service.clock.set('2026-11-20T17:00:00.000Z');
  expect(await isWithin()).toBe(false);
  await change({ week: WEEK, time_zone: 'UTC' });
  expect(await isWithin()).toBe(true);
  await change({ week: WEEK, holidays: [{ date: '2026-11-20', name: 'Outing' }] });
  expect(await isWithin()).toBe(false);
  await change({
    week: WEEK,
    overrides: [{ date: '2026-11-20', windows: [{ open_minute: 1_020, close_minute: 1_021 }] }],
  });
  expect(await isWithin()).toBe(true);
  service.clock.advance(60_000);
  expect(await isWithin()).toBe(false);
  service.clock.advance(-60_000);
  await change({ week: WEEK, flag_on: false });
  expect(await isWithin()).toBe(true);
});

test('API-health-GET: business_calendar_active needs the flag and a window of the week', async () => {
  const isActive = async () => (await health()).business_calendar_active;
  expect(await isActive()).toBe(false);
  await change({ week: WEEK });
  expect(await isActive()).toBe(true);
  await change({ week: WEEK, flag_on: false });
  expect(await isActive()).toBe(false);
  await change({ week: WEEK, flag_on: true });
  expect(await isActive()).toBe(true);
  await change({ week: [] });
  expect(await isActive()).toBe(false);
});

const issue = async (body: Record<string, unknown>) =>
  (await service.call('POST', 'portal_token', { token, body })).json.data;
const open = (raw: string) =>
  service.app.inject({ method: 'POST', url: '/portal/session', payload: JSON.stringify({ token: raw }) });

test('API-health-GET: portal_active_tokens drops on revocation and expiry', async () => {
  const first = await issue({ requester_email: 'a@example.com', expiry_days: 1 });
  await issue({ requester_email: 'b@example.com', expiry_days: 2 });
  await issue({ requester_email: 'A@example.com' });
  expect((await health()).portal_active_tokens).toBe(2);
  await service.call('DELETE', 'portal_token', { token, query: { id: first.id } });
  expect((await health()).portal_active_tokens).toBe(1);
  service.clock.set('2026-11-22T14:29:59.999Z');
  expect((await health()).portal_active_tokens).toBe(1);
  service.clock.set('2026-11-22T14:30:00.000Z');
  expect((await health()).portal_active_tokens).toBe(0);
});

test('API-health-GET: portal_total_uses counts uses of tokens in every state', async () => {
  const gone = await issue({ requester_email: 'a@example.com' });
  const late = await issue({ requester_email: 'b@example.com', expiry_days: 1 });
  for (const link of [gone, gone, late]) await open(link.token);
  expect((await health()).portal_total_uses).toBe(3);
  await service.call('DELETE', 'portal_token', { token, query: { id: gone.id } });
  service.clock.set('2026-12-20T00:00:00.000Z');
  for (const link of [gone, late]) await open(link.token);
  expect(await health()).toMatchObject({ portal_active_tokens: 0, portal_total_uses: 3 });
});

test('API-health-GET: another site has its own figures', async () => {
  await create({ requester_email: 'a@example.com', initial_comment: 'Hello', channel: 'sms' });
  const other = await service.createSite({ name: 'Other' });
  expect(await health(other.token)).toEqual(EMPTY);
});

test('API-health-GET: ai_calls_24h and ai_errors_24h count the trailing 24 hours', async () => {
  for (const [createdUtc, status] of [
    ['2026-11-19T14:30:00.000Z', 'ok'],
    ['2026-11-19T14:30:00.001Z', 'ok'],
    ['2026-11-20T00:00:00.000Z', 'error'],
    [NOW, 'ok'],
  ] as const) {
    await recordSample(service, home, { createdUtc, status });
  }
  expect(await health()).toMatchObject({ ai_calls_24h: 3, ai_errors_24h: 1 });
  service.clock.advance(9.5 * 3_600_000);
  expect(await health()).toMatchObject({ ai_calls_24h: 1, ai_errors_24h: 0 });
  service.clock.advance(24 * 3_600_000);
  expect(await health()).toMatchObject({ ai_calls_24h: 0, ai_errors_24h: 0 });
});

test.each([
  ['monthly_budget_usd', 0.5],
  ['daily_token_limit', 40],
  ['minute_call_limit', 1],
])('API-health-GET: ai_budget_exceeded when %s is reached', async (field, limit) => {
  await service.call('PATCH', 'ai_limits', { token, body: { [field]: limit, action: 'soft' } });
  expect((await health()).ai_budget_exceeded).toBe(false);
  await recordSample(service, home, { costUsd: 0.5 });
  expect((await health()).ai_budget_exceeded).toBe(true);
  await service.call('PATCH', 'ai_limits', { token, body: { [field]: null } });
  expect((await health()).ai_budget_exceeded).toBe(false);
});

test('API-health-GET: a site without AI usage has zeros, even if calls are stored', async () => {
  const bare = await service.createSite({ undeployed: ['ai_usage'] });
  await recordSample(service, bare, { status: 'error' });
  await service.database.owner.query(sql`
    insert into ai_billing (site_id, daily_token_limit, created_utc, updated_utc)
    values (${bare.site.id}, 0, ${NOW}, ${NOW})`);
  const fields = { ai_calls_24h: 0, ai_errors_24h: 0, ai_budget_exceeded: false };
  expect(await health(bare.token)).toMatchObject(fields);
});
