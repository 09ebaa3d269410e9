import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

const MINUTE = 60_000;
let service: TestService;
let own: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: '2026-11-20T14:30:00.000Z' });
  own = await service.createSite({ label: 'Desk' });
});
afterEach(() => service.close());

const log = (query: string) => service.call('GET', 'audit_log', { token: own.token, query });
const entries = async (query: string) => {
  const answer = await log(query);
  expectSuccess(answer);
  return answer.json.data;
};
const createTicket = async (token = own.token) =>
  (await service.call('POST', 'tickets', { token, body: { subject: 'canary-subject' } })).json.data.id;
const setPriority = (id: unknown, token = own.token) =>
  service.call('PATCH', 'ticket', {
    token,
    body: { id, priority: 'high' },
    headers: { 'user-agent': 'curl/8', 'x-forwarded-for': '203.0.113.9' },
  });

test('API-audit_log-GET shows networks and user agents only to tokens that manage tokens', async () => {
  await setPriority(await createTicket());
  const read = async (...scopes: readonly string[]) => {
    const { token } = await service.issueToken(own.site, { scopes: ['admin:read', ...scopes] });
    const { json } = await service.call('GET', 'audit_log', { token, query: 'action=ticket.update' });
    return json.data.items[0];
  };
  const seen = { network: '127.0.0.0/24', user_agent: 'curl/8', action: 'ticket.update' };
  expect(await read('*')).toMatchObject(seen);
  expect(await read('tokens:write')).toMatchObject(seen);
  const hidden = { ...seen, network: null, user_agent: null };
  expect(await read('read')).toMatchObject(hidden);
  expect(await read('tickets:write', 'webhooks:write', 'ai_limits:write')).toMatchObject(hidden);
});

test('API-audit_log-GET lists actor, change, time and network, newest first', async () => {
  const id = await createTicket();
  service.clock.advance(MINUTE);
  const changed = await setPriority(id);
  const { items, total_count } = await entries('');
  expect(total_count).toBe(items.length);
  expect(items[0]).toEqual({
    id: items[0].id,
    at_utc: '2026-11-20T14:31:00.000Z',
    actor: { kind: 'token', token_id: Number(own.tokenId), token_prefix: own.token.slice(0, 14), label: 'Desk' },
    action: 'ticket.update',
    object_type: 'ticket',
    object_id: String(id),
    changes: [{ field: 'priority', from: 'normal', to: 'high' }],
    outcome: 'ok',
    request_id: changed.headers['x-svc-request-id'],
    network: '127.0.0.0/24',
    user_agent: 'curl/8',
  });
  expect(items.map(({ action }: { action: string }) => action)).toEqual([
    'ticket.update',
    'ticket.create',
    'token.issue',
    'site.create',
  ]);
  expect(items.at(-1).actor).toMatchObject({ kind: 'admin', token_id: null, token_prefix: null });
  expect((await log('')).text).not.toContain('canary');
});

test('API-audit_log-GET filters by each parameter and by combinations', async () => {
  const helper = await service.issueToken(own.site, { label: 'Helper' });
  const first = await createTicket();
  service.clock.advance(MINUTE);
  const second = await createTicket(helper.token);
  await setPriority(first, helper.token);
  await service.call('GET', 'tickets', { token: own.token, query: 'format=csv' });
  const count = async (query: string) => (await entries(query)).total_count;
  const all = await count('');
  expect(await count(`token_id=${helper.tokenId}`)).toBe(2);
  expect(await count('action=ticket.create')).toBe(2);
  expect(await count('action=ticket.creat')).toBe(0);
  expect(await count('action=csv.export&object_type=list&object_id=tickets')).toBe(1);
  expect(await count('object_type=ticket')).toBe(3);
  expect(await count(`object_type=ticket&object_id=${first}`)).toBe(2);
  expect(await count(`object_type=ticket&object_id=${second}&token_id=${helper.tokenId}`)).toBe(1);
  expect(await count('outcome=ok')).toBe(all);
  expect(await count('outcome=failed')).toBe(0);
  expect(await count('outcome=refused')).toBe(0);
  // `since` includes an entry of that instant, `until` excludes it.
  expect(await count('since=2026-11-20T14:31:00Z')).toBe(3);
  expect(await count('until=2026-11-20T14:31:00Z')).toBe(all - 3);
  expect(await count('since=2026-11-20T15:31:00%2B01:00')).toBe(3);
  expect(await count('since=2026-11-20T14:31:00.001Z')).toBe(0);
  expect((await entries('limit=2&skip=1')).items.map(({ action }: { action: string }) => action)).toEqual(
    (await entries('')).items.slice(1, 3).map(({ action }: { action: string }) => action),
  );
  for (const bad of [
    'since=yesterday',
    'until=2026-13-01',
    'token_id=0',
    'outcome=maybe',
    `action=${'x'.repeat(61)}`,
  ]) {
    expectError(await log(bad), 'bad_field');
  }
  expectError(await log(`object_type=${'x'.repeat(61)}`), 'bad_field');
  expectError(await log(`object_id=${'x'.repeat(101)}`), 'bad_field');
});

test('API-audit_log-GET shows nothing of another site', async () => {
  const elsewhere = await service.createSite({ name: 'Elsewhere' });
  const id = await createTicket(elsewhere.token);
  expect((await entries(`token_id=${elsewhere.tokenId}`)).items).toEqual([]);
  const { items } = await entries('limit=200');
  expect(
    items.some((item: { actor: { token_prefix: string } }) => item.actor.token_prefix === elsewhere.token.slice(0, 14)),
  ).toBe(false);
  expect(
    items.some(
      (item: { object_id: string; object_type: string }) =>
        item.object_type === 'ticket' && item.object_id === String(id),
    ),
  ).toBe(false);
});

test('API-audit_log-GET every filter uses an index', async () => {
  const { owner } = service.database;
  await owner.query(sql`
    insert into audit_log (site_id, id, at_utc, actor_kind, token_id, action, object_type, object_id, outcome)
    select ${own.site.id}, 100000 + n, ${'2026-01-01T00:00:00Z'}::timestamptz + n * interval '1 second', 'token', n % 40,
      'thing.' || (n % 50), 'thing', (n % 3000)::text, case when n % 500 = 0 then 'failed' else 'ok' end
    from generate_series(1, 20000) n`);
  await owner.query(sql`analyze audit_log`);
  const db = service.database.forSite(own.site.id);
  for (const where of [
    sql`token_id = 7`,
    sql`action = ${'thing.7'}`,
    sql`object_type = ${'thing'} and object_id = ${'77'}`,
    sql`outcome = 'failed'`,
    sql`at_utc >= ${'2026-01-01T01:00:00Z'}::timestamptz`,
  ]) {
    const plan = await db.query<{ 'QUERY PLAN': string }>(sql`
      explain select id from audit_log where site_id = ${own.site.id} and ${where} order by at_utc desc, id desc limit 50`);
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toMatch(/Index (?:Only )?Scan|Bitmap Index Scan/);
    expect(text).not.toContain('Seq Scan');
  }
});
