import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { countRows } from '#server/testing/tables.ts';

const NOW = '2026-11-20T14:30:00.000Z';
let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  home = await service.createSite({ label: 'Support leads' });
});

afterEach(() => service.close());

const days = (count: number) => new Date(Date.parse(NOW) + count * 86_400_000).toISOString();

async function issue(requester_email: string, expiry_days = 30) {
  const body = { requester_email, expiry_days, reuse_active: false };
  return (await service.call('POST', 'portal_token', { token: home.token, body })).json.data;
}

const open = (token: string) =>
  service.app.inject({ method: 'POST', url: '/portal/session', payload: JSON.stringify({ token }) });
const list = (query = '', token = home.token) => service.call('GET', 'portal_tokens', { token, query });
const ids = async (query = '') => (await list(query)).json.data.items.map(({ id }: { id: unknown }) => id);
const post = (body: Record<string, unknown>, token = home.token) =>
  service.call('POST', 'portal_tokens', { token, body: { action: 'revoke', ...body } });

test('API-portal_tokens-GET lists issued tokens, newest first, without secrets', async () => {
  const old = await issue('Maren@example.org');
  service.clock.advance(1_000);
  const used = await issue('b@example.org', 365);
  await open(used.token);
  service.clock.advance(1_000);
  await service.call('DELETE', 'portal_token', { token: home.token, query: { id: String(old.id) } });
  const answer = await list();
  expectSuccess(answer);
  expect(answer.json.data).toEqual({
    items: [
      {
        id: used.id,
        requester_email: 'b@example.org',
        state: 'active',
        use_count: 1,
        created_utc: '2026-11-20T14:30:01.000Z',
        expires_utc: '2027-11-20T14:30:01.000Z',
        last_used_utc: '2026-11-20T14:30:01.000Z',
        revoked_utc: null,
        issued_by: 'Support leads',
        customer_identity_id: null,
        customer_merged: false,
        customer_blocked: false,
      },
      {
        id: old.id,
        requester_email: 'Maren@example.org',
        state: 'revoked',
        use_count: 0,
        created_utc: NOW,
        expires_utc: days(30),
        last_used_utc: null,
        revoked_utc: '2026-11-20T14:30:02.000Z',
        issued_by: 'Support leads',
        customer_identity_id: null,
        customer_merged: false,
        customer_blocked: false,
      },
    ],
    total_count: 2,
  });
  expect(answer.text).not.toContain('spt_');
  const other = await service.createSite({ name: 'Other' });
  expect((await list('', other.token)).json.data).toEqual({ items: [], total_count: 0 });
});

test('API-portal_tokens-GET: the state is exact to the millisecond, and revoked takes precedence', async () => {
  const a = await issue('a@example.org', 1);
  const b = await issue('b@example.org', 1);
  await service.call('DELETE', 'portal_token', { token: home.token, query: { id: String(b.id) } });
  service.clock.set(new Date(Date.parse(days(1)) - 1).toISOString());
  expect(await ids('state=active')).toEqual([a.id]);
  expect(await ids('state=expired')).toEqual([]);
  service.clock.set(days(1));
  expect(await ids('state=active')).toEqual([]);
  expect(await ids('state=expired')).toEqual([a.id]);
  expect(await ids('state=revoked')).toEqual([b.id]);
});

test('API-portal_tokens-GET filters by email, by approaching expiry and by no use, also combined', async () => {
  const soon = await issue('a@example.org', 7);
  const later = await issue('a@example.org', 8);
  const other = await issue('b@example.org', 7);
  await open(soon.token);
  expect(await ids('email=A@EXAMPLE.org')).toEqual([later.id, soon.id]);
  expect(await ids('expiring_days=7')).toEqual([other.id, soon.id]);
  expect(await ids('expiring_days=6')).toEqual([]);
  expect(await ids('expiring_days=365')).toHaveLength(3);
  expect(await ids('unused=1')).toEqual([other.id, later.id]);
  expect(await ids('unused=1&expiring_days=7&email=b@example.org&state=active')).toEqual([other.id]);
  expect(await ids('expiring_days=7&state=revoked')).toEqual([]);
  expect((await list('unused=1&limit=1')).json.data.total_count).toBe(2);
  await service.call('DELETE', 'portal_token', { token: home.token, query: { id: String(other.id) } });
  expect(await ids('expiring_days=7')).toEqual([soon.id]);
  service.clock.set(days(7));
  expect(await ids('expiring_days=7')).toEqual([later.id]);
});

test.each([
  'state=dead',
  'email=maren',
  'expiring_days=0',
  'expiring_days=366',
  'expiring_days=x',
  'unused=0',
  'unused=true',
  'min_uses=0',
  'order_by=email',
  'facets=0',
])('API-portal_tokens-GET refuses %s', async (query) => {
  const answer = await list(query);
  expectError(answer, 'bad_field');
  expect(answer.json.error.message).toContain(query.split('=')[0]);
});

test('API-portal_tokens-POST revokes by ids: only those of this site that are not revoked yet, each once', async () => {
  const elsewhere = await service.createSite({ name: 'Other' });
  const theirs = (
    await service.call('POST', 'portal_token', { token: elsewhere.token, body: { requester_email: 'a@example.org' } })
  ).json.data;
  const [a, b, kept] = [await issue('a@example.org'), await issue('b@example.org'), await issue('c@example.org')];
  await service.call('DELETE', 'portal_token', { token: home.token, query: { id: String(b.id) } });
  const answer = await post({ ids: [a.id, a.id, b.id, 424_242] });
  expectSuccess(answer);
  expect(answer.json.data).toEqual({ matched: 1, revoked: 1, ids: [a.id], dry_run: false });
  expect((await post({ ids: [a.id] })).json.data).toEqual({ matched: 0, revoked: 0, ids: [], dry_run: false });
  expect(await ids('state=active')).toEqual([kept.id]);
  expect((await open(a.token)).statusCode).toBe(404);
  // Two sites may have the same id; the other site's token stays.
  await service.call('POST', 'portal_tokens', { token: home.token, body: { action: 'revoke', ids: [theirs.id] } });
  expect((await open(theirs.token)).statusCode).toBe(200);
});

test('API-portal_tokens-POST revokes by email in any case, expired ones included', async () => {
  const a = await issue('a@Example.org', 1);
  const b = await issue('A@example.ORG');
  const other = await issue('c@example.org');
  service.clock.set(days(2));
  const dry = await post({ requester_email: 'a@example.org', dry_run: true });
  expect(dry.json.data).toEqual({ matched: 2, revoked: 0, ids: [a.id, b.id], dry_run: true });
  expect(await ids('state=revoked')).toEqual([]);
  expect((await post({ requester_email: 'a@example.org', dry_run: false })).json.data).toMatchObject({
    matched: 2,
    revoked: 2,
  });
  expect(await ids('state=active')).toEqual([other.id]);
});

test('API-portal_tokens-POST writes one audit row per token, without the email', async () => {
  const a = await issue('a@example.org');
  const b = await issue('b@example.org');
  await post({ ids: [a.id, b.id] });
  const lines = await service.database.owner.query<{ object_id: string }>(sql`
    select object_id, changes, label from audit_log where action = 'portal_token.revoke' order by id`);
  expect(lines.map((line) => line.object_id)).toEqual([String(a.id), String(b.id)]);
  expect(JSON.stringify(lines)).not.toContain('@');
});

test.each([
  [{}, 'missing_field'],
  [{ action: 'delete', ids: [1] }, 'bad_field'],
  [{ ids: [1], requester_email: 'a@example.org' }, 'bad_field'],
  [{ ids: [] }, 'bad_field'],
  [{ ids: Array.from({ length: 1_001 }, (_, n) => n + 1) }, 'bad_field'],
  [{ ids: ['1'] }, 'bad_field'],
  [{ ids: [0] }, 'bad_field'],
  [{ requester_email: 'example.org' }, 'bad_field'],
  [{ ids: [1], dry_run: 1 }, 'bad_field'],
  [{ ids: [1], limit: 1 }, 'bad_field'],
] as const)('API-portal_tokens-POST refuses %j', async (body, code) => {
  await issue('a@example.org');
  const before = await countRows(service);
  expectError(await post(body), code);
  expect(await countRows(service)).toEqual(before);
});

test('API-portal_tokens-POST without an action gets an error that says so', async () => {
  const answer = await service.call('POST', 'portal_tokens', { token: home.token, body: { ids: [1] } });
  expectError(answer, 'missing_field');
});
