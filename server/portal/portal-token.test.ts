import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { countRows } from '#server/testing/tables.ts';
import { isTokenShape } from '#server/tokens/token-format.ts';

const NOW = '2026-11-20T14:30:00.000Z';
let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW, config: { publicUrl: 'https://desk.example' } });
  home = await service.createSite({ label: 'Support leads' });
});

afterEach(() => service.close());

const post = (body: Record<string, unknown>, headers: Record<string, string> = {}, token = home.token) =>
  service.call('POST', 'portal_token', { token, body, headers });
const issue = async (body: Record<string, unknown> = {}) =>
  (await post({ requester_email: 'maren@example.org', ...body })).json.data;
const revoke = (id: unknown, token = home.token) =>
  service.call('DELETE', 'portal_token', { token, query: { id: String(id) } });
const days = (count: number, from = NOW) => new Date(Date.parse(from) + count * 86_400_000).toISOString();

const rows = () => service.database.owner.query<Record<string, unknown>>(sql`select * from portal_token order by id`);

const audit = () =>
  service.database.owner.query(sql`
    select action, object_id, changes from audit_log where object_type = 'portal_token' order by id`);

test('API-portal_token-POST issues a token for 30 days with its secret in the fragment of the URL', async () => {
  const answer = await post({ requester_email: 'Maren@Example.org' });
  expectSuccess(answer);
  const { id, token } = answer.json.data;
  expect(answer.json.data).toEqual({
    id,
    requester_email: 'Maren@Example.org',
    token,
    token_url: `https://desk.example/portal#t=${token}`,
    expires_utc: days(30),
    use_count: 0,
    reused: false,
  });
  expect(token).toMatch(/^spt_[0-9A-Za-z]{44}$/);
  expect(isTokenShape(token)).toBe(true);
  expect(await audit()).toEqual([
    { action: 'portal_token.issue', object_id: String(id), changes: [{ field: 'expiry_days', from: null, to: 30 }] },
  ]);
});

test('API-portal_token-POST stores no raw token anywhere in the database', async () => {
  const { token } = await issue();
  const answer = await post({ requester_email: 'other@example.org' }, { 'idempotency-key': 'k' });
  const secrets = [token, answer.json.data.token].map((raw: string) => raw.slice(4));
  const tables = await service.database.owner.query<{ name: string }>(sql`
    select tablename as name from pg_tables where schemaname = 'public'`);
  for (const { name } of tables) {
    const all = await service.database.owner.query({ text: `select t::text as line from "${name}" t`, values: [] });
    for (const secret of secrets) expect(JSON.stringify(all), name).not.toContain(secret);
  }
});

test.each([
  ['requester_email', {}, 'missing_field'],
  ['requester_email', { requester_email: 'maren' }, 'bad_field'],
  ['requester_email', { requester_email: `${'x'.repeat(60)}@${'y'.repeat(200)}.org` }, 'bad_field'],
  ['requester_email', { requester_email: null }, 'bad_field'],
  ['expiry_days', { requester_email: 'a@b.org', expiry_days: 0 }, 'bad_field'],
  ['expiry_days', { requester_email: 'a@b.org', expiry_days: 366 }, 'bad_field'],
  ['expiry_days', { requester_email: 'a@b.org', expiry_days: 1.5 }, 'bad_field'],
  ['expiry_days', { requester_email: 'a@b.org', expiry_days: '30' }, 'bad_field'],
  ['reuse_active', { requester_email: 'a@b.org', reuse_active: 'yes' }, 'bad_field'],
  ['site_id', { requester_email: 'a@b.org', site_id: 1 }, 'bad_field'],
  ['use_count', { requester_email: 'a@b.org', use_count: 5 }, 'bad_field'],
] as const)('API-portal_token-POST refuses a wrong %s: %j', async (field, body, code) => {
  const answer = await post(body);
  expectError(answer, code);
  expect(answer.json.error.message).toContain(field);
  expect(await rows()).toEqual([]);
});

test.each([1, 365])('API-portal_token-POST accepts an expiry of %i days', async (expiry_days) => {
  expect((await issue({ expiry_days })).expires_utc).toBe(days(expiry_days));
});

test('API-portal_token-POST reuses the active token of an email in any case: same id, expiry and secret', async () => {
  const first = await issue();
  service.clock.advance(86_400_000);
  const again = await issue({ requester_email: 'MAREN@EXAMPLE.ORG', expiry_days: 365 });
  expect(again).toEqual({ ...first, reused: true });
  expect(await rows()).toHaveLength(1);
  const other = await issue({ requester_email: 'other@example.org' });
  expect(other).toMatchObject({ reused: false });
  expect(other.token).not.toBe(first.token);
  expect((await audit()).map((line) => Reflect.get(line, 'action'))).toEqual([
    'portal_token.issue',
    'portal_token.reuse',
    'portal_token.issue',
  ]);
});

test('API-portal_token-POST without reuse_active always issues a new token; of several the one that expires last is reused', async () => {
  const short = await issue({ expiry_days: 2 });
  const long = await issue({ expiry_days: 90, reuse_active: false });
  const middle = await issue({ expiry_days: 30, reuse_active: false });
  expect(new Set([short, long, middle].map(({ token }) => token)).size).toBe(3);
  expect([short, long, middle].map(({ reused }) => reused)).toEqual([false, false, false]);
  expect(await issue()).toEqual({ ...long, reused: true });
  await revoke(long.id);
  expect(await issue()).toEqual({ ...middle, reused: true });
  await revoke(middle.id);
  expect((await issue()).id).toBe(short.id);
});

test('API-portal_token-POST: expired and revoked tokens are not reused', async () => {
  const first = await issue({ expiry_days: 1 });
  service.clock.set(days(1));
  const second = await issue();
  expect(second).toMatchObject({ reused: false, expires_utc: days(31) });
  expect(second.id).not.toBe(first.id);
  await revoke(second.id);
  expect((await issue()).id).not.toBe(second.id);
  // One millisecond before it expires it is reused.
  service.clock.set(new Date(Date.parse(days(1)) - 1).toISOString());
  expect((await rows()).length).toBe(3);
});

test('API-portal_token-POST: twenty concurrent calls for one email issue one token', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => issue({ requester_email: n % 2 === 0 ? 'a@b.org' : 'A@B.ORG' })),
  );
  expect(new Set(answers.map(({ id }) => String(id))).size).toBe(1);
  expect(new Set(answers.map(({ token }) => token)).size).toBe(1);
  expect(answers.filter(({ reused }) => !reused)).toHaveLength(1);
  expect(await rows()).toHaveLength(1);
});

test('API-portal_token-POST: two sites share no tokens, even for the same email', async () => {
  const other = await service.createSite({ name: 'Other' });
  const ours = await issue();
  const theirs = (await post({ requester_email: 'maren@example.org' }, {}, other.token)).json.data;
  expect(theirs.reused).toBe(false);
  expect(theirs.token).not.toBe(ours.token);
});

test('API-portal_token-POST with a key returns the same token again although it is not stored', async () => {
  const key = { 'idempotency-key': 'key-1' };
  const first = await post({ requester_email: 'a@b.org', reuse_active: false }, key);
  expectSuccess(first);
  service.clock.advance(60_000);
  const again = await post({ requester_email: 'a@b.org', reuse_active: false }, key);
  expectSuccess(again);
  expect(again.text).toBe(first.text);
  expect(await rows()).toHaveLength(1);
  const [record] = await service.database.owner.query<{ answer: string }>(sql`select answer from idempotency_record`);
  expect(record?.answer).not.toContain('spt_');
  expect(record?.answer).not.toContain('portal#');
  expectError(await post({ requester_email: 'a@b.org', reuse_active: true }, key), 'conflict');
});

test('API-portal_token-POST with a key: eight concurrent calls issue one token and get the same answer', async () => {
  const send = () => post({ requester_email: 'a@b.org', reuse_active: false }, { 'idempotency-key': 'same' });
  const answers = await Promise.all(Array.from({ length: 8 }, send));
  for (const answer of answers) expectSuccess(answer);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await rows()).toHaveLength(1);
});

test('API-portal_token-POST with a key whose token can no longer be derived is a conflict, not a new token', async () => {
  const key = { 'idempotency-key': 'key-1' };
  await post({ requester_email: 'a@b.org' }, key);
  await service.database.owner.query(sql`update portal_token set key_id = 'of-before'`);
  const before = await countRows(service);
  expectError(await post({ requester_email: 'a@b.org' }, key), 'conflict');
  expect(await countRows(service)).toEqual(before);
});

test('API-portal_token-POST: a token of a lost key still opens its page but is not returned again', async () => {
  const old = await issue();
  await service.database.owner.query(sql`update portal_token set key_id = 'of-before', nonce = 'x'`);
  expect(await issue()).toMatchObject({ reused: false });
  const opened = await service.app.inject({
    method: 'POST',
    url: '/portal/session',
    payload: JSON.stringify({ token: old.token }),
  });
  expect(opened.statusCode).toBe(200);
});

test('API-portal_token-POST derives the token from the nonce: another nonce gives another token', async () => {
  const first = await issue();
  await service.database.owner.query(sql`update portal_token set nonce = 'another nonce of this row'`);
  expect((await issue()).token).not.toBe(first.token);
});

test('API-portal_token-DELETE revokes, and repeating it gets the same answer', async () => {
  const { id, token } = await issue();
  service.clock.advance(1_000);
  const first = await revoke(id);
  expectSuccess(first);
  expect(first.json.data).toEqual({ id, revoked: true, revoked_utc: '2026-11-20T14:30:01.000Z' });
  service.clock.advance(60_000);
  const again = await revoke(id);
  expectSuccess(again);
  expect(again.text).toBe(first.text);
  expect((await audit()).map((line) => Reflect.get(line, 'action'))).toEqual([
    'portal_token.issue',
    'portal_token.revoke',
  ]);
  // Changing the clock does not reactivate it.
  service.clock.set('2026-11-20T14:30:00.500Z');
  const open = await service.app.inject({ method: 'POST', url: '/portal/session', payload: JSON.stringify({ token }) });
  expect(open.statusCode).toBe(404);
});

test('API-portal_token-DELETE: an expired token can be revoked, an unknown or foreign one is 404', async () => {
  const { id } = await issue({ expiry_days: 1 });
  service.clock.set(days(3));
  expectSuccess(await revoke(id));
  const other = await service.createSite({ name: 'Other' });
  const mine = await issue();
  const foreign = await revoke(mine.id, other.token);
  const absent = await revoke(424_242, other.token);
  expectError(foreign, 'not_found');
  expect(foreign.text).toBe(absent.text);
  expect(await issue()).toMatchObject({ id: mine.id, reused: true });
  expectError(await revoke('x'), 'bad_field');
  expectError(await service.call('DELETE', 'portal_token', { token: home.token }), 'missing_field');
});

test('API-ticket-GET include=links: the links of the requester, newest first, each with its state', async () => {
  const ticket = (
    await service.call('POST', 'tickets', {
      token: home.token,
      body: { subject: 'Bell', requester_email: 'MAREN@example.org' },
    })
  ).json.data;
  const links = async () => {
    const query = { id: String(ticket.id), include: 'links' };
    const { json } = await service.call('GET', 'ticket', { token: home.token, query });
    return json.data.links.filter(({ kind }: { kind: string }) => kind === 'portal_token');
  };
  expect(await links()).toEqual([]);
  const old = await issue({ expiry_days: 1 });
  await issue({ requester_email: 'other@example.org' });
  service.clock.set(days(1));
  const next = await issue();
  const last = await issue({ reuse_active: false });
  await revoke(next.id);
  expect(await links()).toEqual([
    { kind: 'portal_token', id: String(last.id), label: 'active' },
    { kind: 'portal_token', id: String(next.id), label: 'revoked' },
    { kind: 'portal_token', id: String(old.id), label: 'expired' },
  ]);
});
