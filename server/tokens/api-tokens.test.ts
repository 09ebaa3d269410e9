import { SCOPES } from '#contract/operation.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, TEST_ACTOR, type TestService, type TestSite } from '#server/testing/service.ts';
import { createAgent } from '#server/tickets/agents.ts';

const NOW = '2026-11-20T14:30:00.000Z';
let service: TestService;
let own: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  own = await service.createSite({ label: 'Admin' });
});
afterEach(() => service.close());

const whoami = (token: string) => service.call('GET', 'whoami', { token });
const issue = (body: Record<string, unknown>, token = own.token) => service.call('POST', 'api_tokens', { token, body });
const revoke = (id: unknown, token = own.token) =>
  service.call('DELETE', 'api_tokens', { token, query: { id: String(id) } });
const list = async (token = own.token) => (await service.call('GET', 'api_tokens', { token })).json.data;
const sessionOf = async (token: string, body: Record<string, unknown> = {}): Promise<string> =>
  (await service.call('POST', 'sessions', { token, body })).json.data.token;

test('API-api_tokens-POST issues with defaults and answers the raw token once, and it works', async () => {
  const made = await issue({ label: ' Website ', scopes: ['tickets:write', 'read'] });
  expectSuccess(made);
  const { token, ...record } = made.json.data;
  expect(token).toMatch(/^sck_[0-9A-Za-z]{44}$/);
  expect(record).toEqual({
    id: record.id,
    token_prefix: token.slice(0, 14),
    label: 'Website',
    scopes: ['read', 'tickets:write'],
    agent_id: null,
    rate_limit_per_min: 600,
    request_count: 0,
    is_me: false,
    created_utc: NOW,
    last_used_utc: null,
    expires_utc: '2027-11-20T14:30:00.000Z',
    revoked_utc: null,
    replaced_by_id: null,
    issued_by_token_id: Number(own.tokenId),
    live_sessions: 0,
  });
  expectSuccess(await whoami(token));
  const answer = await service.call('GET', 'api_tokens', { token: own.token });
  expect(answer.text).not.toContain(token.slice(14));
  expect(answer.json.data.total_count).toBe(2);
  expect(answer.json.data.items.map((item: { is_me: boolean }) => item.is_me)).toEqual([false, true]);
  const stored = await service.database.owner.query<{ all: string }>(sql`
    select string_agg(t::text, ' ') as all from api_token t
    union all select string_agg(a::text, ' ') from audit_log a
    union all select coalesce(string_agg(i::text, ' '), '') from idempotency_record i`);
  for (const row of stored) expect(row.all).not.toContain(token.slice(14));
});

test('API-api_tokens-POST accepts days, rate and agent within their limits only', async () => {
  const agentId = await createAgent(
    service.database.owner,
    own.site,
    { name: 'Ada' },
    { actor: TEST_ACTOR, now: service.clock.now() },
  );
  const full = { label: '🚲'.repeat(200), scopes: ['*'], expires_days: 1, rate_limit_per_min: 1_000_000 };
  const made = await issue({ ...full, agent_id: agentId.toString() });
  expectSuccess(made);
  expect(made.json.data).toMatchObject({
    agent_id: agentId.toString(),
    rate_limit_per_min: 1_000_000,
    expires_utc: '2026-11-21T14:30:00.000Z',
  });
  const plain = { label: 'l', scopes: ['read'] };
  for (const [field, values] of Object.entries({
    label: ['', ' ', 'x'.repeat(201), 5, null],
    scopes: [[], ['tickets'], ['read', ''], 'read', [1], Array.from({ length: SCOPES.length + 1 }, () => 'read')],
    expires_days: [0, 366, 1.5, '30', null],
    rate_limit_per_min: [0, 1_000_001, 1.5, '60'],
    agent_id: ['424242', 'x', 7],
    overlap_hours: [1],
  })) {
    for (const value of values) {
      const answer = await issue({ ...plain, [field]: value });
      expectError(answer, 'bad_field');
      expect(answer.json.error.message).toContain(field);
    }
  }
  for (const field of ['label', 'scopes']) {
    expectError(await issue({ ...plain, [field]: undefined }), 'missing_field');
  }
  for (const days of [1, 365]) expectSuccess(await issue({ ...plain, expires_days: days }));
});

test('API-api_tokens-POST grants nothing that the caller lacks: scopes, all scopes, or a higher rate', async () => {
  const { token } = await service.issueToken(own.site, {
    scopes: ['tokens:write', 'tags:write'],
    rateLimitPerMin: 300,
  });
  expectSuccess(await issue({ label: 'l', scopes: ['read', 'tags:write', 'tokens:write'] }, token));
  for (const scopes of [['tickets:write'], ['*'], ['tags:write', 'ai:invoke']]) {
    const answer = await issue({ label: 'l', scopes }, token);
    expectError(answer, 'insufficient_scope');
    expect(answer.json.error.message).toContain(scopes.at(-1));
  }
  expectSuccess(await issue({ label: 'l', scopes: ['read'], rate_limit_per_min: 300 }, token));
  expectError(await issue({ label: 'l', scopes: ['read'], rate_limit_per_min: 301 }, token), 'insufficient_scope');
  // The default rate is limited to the caller's.
  expect((await issue({ label: 'l', scopes: ['read'] }, token)).json.data.rate_limit_per_min).toBe(300);
  expectError(await issue({ rotate_id: own.tokenId }, token), 'insufficient_scope');
});

test('API-api_tokens-POST by a browser session is limited to the scopes of the session, not of its parent', async () => {
  const session = await sessionOf(own.token, { scopes: ['admin:read', 'tokens:write', 'tags:write'] });
  const confirmed = { label: 'l', confirm_token: own.token };
  expectSuccess(await issue({ ...confirmed, scopes: ['tags:write'] }, session));
  const beyond = await issue({ ...confirmed, scopes: ['tickets:write'] }, session);
  expectError(beyond, 'insufficient_scope');
  expect(beyond.json.error.message).toContain('tickets:write');
  expect((await list(session)).items.find((item: { is_me: boolean }) => item.is_me).id).toEqual(Number(own.tokenId));
});

test('API-api_tokens-POST rotates: the new token equals the old one, which expires after the overlap', async () => {
  const { token, tokenId } = await service.issueToken(own.site, {
    scopes: ['tickets:write', 'read'],
    rateLimitPerMin: 70,
    label: 'Website',
  });
  const old = await sessionOf(token);
  const rotated = await issue({ rotate_id: tokenId });
  expectSuccess(rotated);
  expect(rotated.json.data).toMatchObject({
    label: 'Website',
    scopes: ['read', 'tickets:write'],
    rate_limit_per_min: 70,
    agent_id: null,
    expires_utc: '2027-11-20T14:30:00.000Z',
    replaced_by_id: null,
  });
  const replaced = (await list()).items.find((item: { id: unknown }) => item.id === Number(tokenId));
  expect(replaced).toMatchObject({
    replaced_by_id: rotated.json.data.id,
    expires_utc: '2026-11-21T14:30:00.000Z',
    revoked_utc: null,
  });
  expectError(await issue({ rotate_id: tokenId }), 'conflict');
  service.clock.advance(24 * 3_600_000 - 1);
  expectSuccess(await whoami(token));
  service.clock.advance(1);
  expectError(await whoami(token), 'unauthorized');
  expectError(await whoami(old), 'unauthorized');
  expectSuccess(await whoami(rotated.json.data.token));
});

test('API-api_tokens-POST rotates immediately without overlap, and never extends a lifetime', async () => {
  const short = await issue({ label: 'Short', scopes: ['read'], expires_days: 2 });
  expectSuccess(await whoami(short.json.data.token));
  const next = await issue({ rotate_id: short.json.data.id, overlap_hours: 0 });
  expect(next.json.data.expires_utc).toBe('2026-11-22T14:30:00.000Z');
  expectError(await whoami(short.json.data.token), 'unauthorized');
  const last = await issue({ rotate_id: next.json.data.id, overlap_hours: 168 });
  expectSuccess(last);
  const ends = (await list()).items.find((item: { id: unknown }) => item.id === next.json.data.id);
  expect(ends.expires_utc).toBe('2026-11-22T14:30:00.000Z');
  for (const bad of [-1, 169, 1.5, '24', null]) {
    expectError(await issue({ rotate_id: last.json.data.id, overlap_hours: bad }), 'bad_field');
  }
  for (const extra of [{ label: 'l' }, { scopes: ['read'] }, { expires_days: 3 }, { rate_limit_per_min: 3 }]) {
    expectError(await issue({ rotate_id: last.json.data.id, ...extra }), 'bad_field');
  }
  await revoke(last.json.data.id);
  expectError(await issue({ rotate_id: last.json.data.id }), 'conflict');
});

test('API-api_tokens-POST rotates once for many concurrent calls', async () => {
  const { tokenId } = await service.issueToken(own.site);
  const answers = await Promise.all(Array.from({ length: 5 }, () => issue({ rotate_id: tokenId })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
});

test('API-api_tokens-POST rotates with the views and preferences of the old token', async () => {
  const view = { name: 'Mine', query: { status: 'open' }, columns: ['subject'], position: 4 };
  await service.call('POST', 'saved_views', { token: own.token, body: view });
  await service.call('POST', 'saved_views', { token: own.token, body: { ...view, name: 'All', shared: true } });
  await service.call('PATCH', 'preferences', { token: own.token, body: { values: { density: 'compact' } } });
  const { token } = (await issue({ rotate_id: own.tokenId })).json.data;
  const views = (await service.call('GET', 'saved_views', { token })).json.data;
  expect(views.items.map(({ name, shared }: Record<string, unknown>) => [name, shared]).toSorted()).toEqual([
    ['All', true],
    ['Mine', false],
  ]);
  expect(views.items.find(({ shared }: { shared: boolean }) => !shared)).toMatchObject(view);
  const { values } = (await service.call('GET', 'preferences', { token })).json.data;
  expect(values).toEqual({ density: 'compact' });
});

test('API-api_tokens-PATCH changes the label, which whoami shows at once', async () => {
  expectSuccess(await whoami(own.token));
  const changed = await service.call('PATCH', 'api_tokens', {
    token: own.token,
    body: { id: own.tokenId, label: ' Chief ' },
  });
  expectSuccess(changed);
  expect(changed.json.data).toMatchObject({ label: 'Chief', is_me: true });
  expect((await whoami(own.token)).json.data.label).toBe('Chief');
  for (const label of ['', ' ', 'x'.repeat(201)]) {
    const body = { id: own.tokenId, label };
    expectError(await service.call('PATCH', 'api_tokens', { token: own.token, body }), 'bad_field');
  }
  expectError(
    await service.call('PATCH', 'api_tokens', { token: own.token, body: { id: own.tokenId } }),
    'missing_field',
  );
});

test('API-api_tokens-DELETE ends a token and its sessions at once, and twice is fine', async () => {
  const other = await service.issueToken(own.site);
  const session = await sessionOf(other.token);
  expectSuccess(await whoami(other.token));
  expectSuccess(await whoami(session));
  const ended = await revoke(other.tokenId);
  expectSuccess(ended);
  expect(ended.json.data).toEqual({ id: Number(other.tokenId), revoked: true });
  // The clock does not move, so no cached token has expired.
  expectError(await whoami(other.token), 'unauthorized');
  expectError(await whoami(session), 'unauthorized');
  service.clock.advance(5_000);
  expectSuccess(await revoke(other.tokenId));
  const row = (await list()).items.find((item: { id: unknown }) => item.id === Number(other.tokenId));
  expect(row.revoked_utc).toBe(NOW);
});

test('API-api_tokens-DELETE by the token itself gets an answer, later calls do not', async () => {
  expectSuccess(await revoke(own.tokenId));
  expectError(await whoami(own.token), 'unauthorized');
});

test('API-api_tokens-DELETE takes effect on another node when it is notified, or within a second', async () => {
  const node = await startTestService({ now: NOW, emptyFirst: false });
  try {
    const other = await service.issueToken(own.site);
    const ask = () => node.call('GET', 'whoami', { token: other.token });
    expectSuccess(await ask());
    await revoke(other.tokenId);
    node.clock.advance(1_000);
    expectError(await ask(), 'unauthorized');
    const third = await service.issueToken(own.site);
    await node.app.housekeeping?.listen();
    const askThird = () => node.call('GET', 'whoami', { token: third.token });
    expectSuccess(await askThird());
    await revoke(third.tokenId);
    await expect.poll(async () => (await askThird()).status).toBe(401);
  } finally {
    await node.close();
  }
});

test('every write of tokens is in the audit log, without labels and raw tokens', async () => {
  const made = await issue({ label: 'canary-label', scopes: ['read'] });
  await service.call('PATCH', 'api_tokens', { token: own.token, body: { id: made.json.data.id, label: 'canary-two' } });
  const next = await issue({ rotate_id: made.json.data.id, overlap_hours: 1 });
  await revoke(next.json.data.id);
  const rows = await service.database.owner.query<{ action: string; line: string }>(sql`
    select action, changes::text as line from audit_log where object_type = 'api_token' order by id`);
  expect(rows.map(({ action }) => action)).toEqual([
    'token.issue',
    'token.issue',
    'token.update',
    'token.issue',
    'token.rotate',
    'token.revoke',
  ]);
  expect(rows.map(({ line }) => line).join(' ')).not.toContain('canary');
});
