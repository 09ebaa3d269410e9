import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, TEST_ACTOR, type TestService, type TestSite } from '#server/testing/service.ts';
import { issueToken } from './issue-token.ts';
import { revokeToken } from './revoke-token.ts';

const MINUTE = 60_000;

let service: TestService;
let own: TestSite;

beforeEach(async () => {
  service = await startTestService();
  own = await service.createSite({ label: 'Desk' });
});
afterEach(() => service.close());

const whoami = (token: string) => service.call('GET', 'whoami', { token });
const start = (body: object = {}, token = own.token) => service.call('POST', 'sessions', { token, body });
const startToken = async (body: object = {}): Promise<string> => (await start(body)).json.data.token;

test('API-sessions-POST answers a session of twelve hours with the scopes of its token', async () => {
  const answer = await start();
  expectSuccess(answer);
  expect(answer.json.data).toEqual({
    token: expect.stringMatching(/^sct_[0-9A-Za-z]{44}$/),
    token_prefix: answer.json.data.token.slice(0, 14),
    scopes: ['*'],
    created_utc: '2026-11-20T14:30:00.000Z',
    expires_utc: '2026-11-21T02:30:00.000Z',
    idle_minutes: 30,
  });
});

test('API-whoami-GET with a session answers the token and the scopes of the session', async () => {
  const session = await startToken({ scopes: ['tickets:write', 'read'] });
  const parent = (await whoami(own.token)).json.data;
  const child = (await whoami(session)).json.data;
  expect(child).toEqual({ ...parent, scopes: ['tickets:write', 'read'], request_count: parent.request_count + 1 });
});

test('the scopes of a session grant what they name, and nothing beyond its token', async () => {
  const { token } = await service.issueToken(own.site, { scopes: ['tickets:write', 'tags:write'] });
  const { json } = await start({ scopes: ['read', 'tags:write'] }, token);
  expectError(
    await service.call('POST', 'tickets', { token: json.data.token, body: { subject: 'x' } }),
    'insufficient_scope',
  );
  for (const scopes of [['*'], ['webhooks:write'], ['tickets:write', 'ai:invoke']])
    expectError(await start({ scopes }, token), 'insufficient_scope');
  expectError(await start({ scopes: ['everything'] }, token), 'bad_field');
});

test('a token of every scope starts a session that only reads', async () => {
  const { json } = await start({ scopes: ['read'] });
  expect(json.data.scopes).toEqual(['read']);
  const { token } = json.data;
  expect((await whoami(token)).json.data.scopes).toEqual(['read']);
  expectSuccess(await service.call('GET', 'tickets', { token }));
  for (const [method, resource, body] of [
    ['POST', 'tickets', { subject: 'x' }],
    ['PATCH', 'site_settings', { name: 'x' }],
    ['POST', 'api_tokens', { label: 'x', scopes: ['read'] }],
  ] as const) {
    expectError(await service.call(method, resource, { token, body }), 'insufficient_scope');
  }
});

test('API-sessions-POST refuses a session token', async () => {
  expectError(await start({}, await startToken()), 'insufficient_scope');
});

test('a session ends after twelve hours even if it is in use', async () => {
  const session = await startToken();
  for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
    service.clock.advance(20 * MINUTE);
    expectSuccess(await whoami(session));
  }
  service.clock.advance(20 * MINUTE - 1);
  expectSuccess(await whoami(session));
  service.clock.advance(1);
  expectError(await whoami(session), 'unauthorized');
});

test('a session ends after half an hour without a call, on each node', async () => {
  const session = await startToken();
  service.clock.advance(30 * MINUTE - 1);
  expectSuccess(await whoami(session));
  await service.app.housekeeping?.flushTokens();
  const node = await startTestService({ emptyFirst: false, now: service.clock.now().toISOString() });
  node.clock.advance(30 * MINUTE - 1);
  expectSuccess(await node.call('GET', 'whoami', { token: session }));
  await node.close();
  service.clock.advance(60 * MINUTE);
  expectError(await whoami(session), 'unauthorized');
});

test('the idle time ends to the millisecond, whether the last call is written or only in memory', async () => {
  for (const isWritten of [false, true]) {
    const session = await startToken();
    service.clock.advance(10 * MINUTE);
    expectSuccess(await whoami(session));
    if (isWritten) await service.app.housekeeping?.flushTokens();
    service.clock.advance(30 * MINUTE);
    expectError(await whoami(session), 'unauthorized');
  }
});

test.each([false, true])(
  'setting the clock back does not change the last use of a session or its token; written in between: %j',
  async (isWritten) => {
    const session = await startToken();
    service.clock.set('2026-11-20T14:40:00Z');
    expectSuccess(await whoami(session));
    if (isWritten) await service.app.housekeeping?.flushTokens();
    service.clock.set('2026-11-20T14:35:00Z');
    expectSuccess(await whoami(session));
    await service.app.housekeeping?.flushTokens();
    const rows = await service.database.owner.query(sql`
      select t.last_used_utc as token, b.last_used_utc as session
      from browser_session b join api_token t on t.id = b.token_id`);
    const last = '2026-11-20T14:40:00.000Z';
    expect(rows).toEqual([{ token: last, session: last }]);
    service.clock.set('2026-11-20T15:09:59.999Z');
    expectSuccess(await whoami(session));
  },
);

test('a session never outlives its token', async () => {
  const context = { actor: TEST_ACTOR, now: service.clock.now() };
  const { token } = await issueToken(
    service.database.owner,
    own.site.id,
    { label: 'day', scopes: ['read'], expiresDays: 1 },
    context,
  );
  service.clock.advance(23 * 60 * MINUTE);
  expect((await start({}, token)).json.data.expires_utc).toBe('2026-11-21T14:30:00.000Z');
});

test('a session ends when its token is revoked', async () => {
  const session = await startToken();
  expectSuccess(await whoami(session));
  await revokeToken(service.database.owner, own.site, own.tokenId, { actor: TEST_ACTOR, now: service.clock.now() });
  service.clock.advance(1000);
  expectError(await whoami(session), 'unauthorized');
});

test('API-sessions-DELETE ends the session that sends it at once, and no other', async () => {
  const [one, two] = [await startToken(), await startToken()];
  const answer = await service.call('DELETE', 'sessions', { token: one });
  expect(answer.json).toEqual({ ok: true, data: { ended: true } });
  expectError(await whoami(one), 'unauthorized');
  expectError(await service.call('DELETE', 'sessions', { token: one }), 'unauthorized');
  expectSuccess(await whoami(two));
  expectSuccess(await whoami(own.token));
});

test('API-sessions-DELETE refuses an API token', async () => {
  expectError(await service.call('DELETE', 'sessions', { token: own.token }), 'insufficient_scope');
  expectSuccess(await whoami(own.token));
});

test('sessions share the rate limit of their token', async () => {
  const { token } = await service.issueToken(own.site, { rateLimitPerMin: 3 });
  const session = (await start({}, token)).json.data.token;
  expect((await whoami(session)).headers['ratelimit']).toBe('"token";r=1;t=60');
  expect((await whoami(token)).headers['ratelimit']).toBe('"token";r=0;t=60');
  for (const either of [token, session]) expectError(await whoami(either), 'rate_limited');
});

test('a session token is stored as a hash, and its start and end are in the audit log', async () => {
  const session = await startToken();
  await service.call('DELETE', 'sessions', { token: session });
  const rows = await service.database.owner.query<{ all: string }>(sql`select b::text as all from browser_session b`);
  expect(rows[0]?.all).not.toContain(session.slice(14));
  const actions = await service.database.owner.query<{ action: string; label: string }>(
    sql`select action, label from audit_log where object_type = 'browser_session' order by id`,
  );
  expect(actions).toEqual([
    { action: 'session.start', label: 'Desk' },
    { action: 'session.end', label: 'Desk' },
  ]);
});
