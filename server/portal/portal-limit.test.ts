import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { sendPortal } from '#server/testing/portal-calls.ts';
import { startTestService, type TestAnswer, type TestService, type TestSite } from '#server/testing/service.ts';

const NOW = '2026-11-20T14:30:00.000Z';
let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  home = await service.createSite({ name: 'Lumen Cycles' });
});

afterEach(() => service.close());

async function issue(requester_email = 'maren@example.org') {
  return (await service.call('POST', 'portal_token', { token: home.token, body: { requester_email } })).json.data;
}

const open = (token: unknown, node = service) => sendPortal(node, 'session', { token });

async function openTimes(token: unknown, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) expectSuccess(await open(token));
}

/** Sets the counters as if the link had reached its hourly limit just now. */
async function useUpHour(id: unknown): Promise<void> {
  await service.database.owner.query(sql`
    update portal_token set hour_start_utc = ${service.clock.now().toISOString()}, hour_openings = 60
    where site_id = ${home.site.id} and id = ${BigInt(String(id))}`);
}

async function useCount(id: unknown): Promise<number | undefined> {
  const [row] = await service.database.owner.query<{ use_count: number }>(sql`
    select use_count from portal_token where site_id = ${home.site.id} and id = ${BigInt(String(id))}`);
  return row?.use_count;
}

function expectWait(answer: TestAnswer, seconds: number): void {
  expectError(answer, 'rate_limited');
  expect(answer.headers['retry-after']).toBe(String(seconds));
}

test('PORTAL-session-POST: sixty exchanges an hour for a link, from any IP address, then 429 until the hour is over', async () => {
  const { id, token } = await issue();
  const other = await issue('other@example.org');
  await openTimes(token, 1);
  service.clock.advance(600_000);
  await openTimes(token, 59);
  expectWait(await open(token), 3_000);
  expect(await useCount(id)).toBe(60);
  await openTimes(other.token, 1);
  service.clock.advance(2_999_999);
  expectWait(await open(token), 1);
  service.clock.advance(1);
  await openTimes(token, 1);
  expect(await useCount(id)).toBe(61);
});

test('PORTAL-session-POST: concurrent exchanges on two nodes share the limit of sixty', async () => {
  const { id, token } = await issue();
  const node = await startTestService({ now: NOW, emptyFirst: false });
  const answers = await Promise.all(Array.from({ length: 70 }, (_, n) => open(token, n % 2 === 0 ? service : node)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  expect(await useCount(id)).toBe(60);
  await node.close();
});

test('PORTAL-session-POST: a revoked link at its limit is not found, and a 429 does not count as a wrong try', async () => {
  const { id, token } = await issue();
  await useUpHour(id);
  const from = '192.0.2.30';
  for (let n = 0; n < 12; n += 1) expectWait(await sendPortal(service, 'session', { token }, { from }), 3_600);
  expectSuccess(await sendPortal(service, 'session', { token: (await issue('other@example.org')).token }, { from }));
  await service.call('DELETE', 'portal_token', { token: home.token, query: { id: String(id) } });
  expectError(await open(token), 'not_found');
});

test('PORTAL-rating-POST: sixty ratings an hour for a link, refused ones included, counted apart from its exchanges', async () => {
  const email = 'maren@example.org';
  const body = { subject: 'Display shows E21', requester_email: email };
  const { id } = (await service.call('POST', 'tickets', { token: home.token, body })).json.data;
  const link = await issue(email);
  const { view_token } = (await open(link.token)).json.data;
  const rate = () => sendPortal(service, 'rating', { view_token, ticket_id: id, score: 4 });
  expectError(await rate(), 'conflict');
  await service.call('PATCH', 'ticket', { token: home.token, body: { id, status: 'closed' } });
  await service.database.owner.query(sql`update portal_token set hour_ratings = hour_ratings + 58`);
  expectSuccess(await rate());
  service.clock.advance(600_000);
  expectWait(await rate(), 3_000);
  service.clock.advance(3_000_000);
  const next = (await open(link.token)).json.data.view_token;
  expectSuccess(await sendPortal(service, 'rating', { view_token: next, ticket_id: id, score: 5 }));
});

test('PORTAL-session-POST: setting the clock back by more than an hour starts a new hour', async () => {
  const { id, token } = await issue();
  service.clock.advance(3_600_001);
  await useUpHour(id);
  expectWait(await open(token), 3_600);
  service.clock.set(NOW);
  await openTimes(token, 1);
});
