import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, TEST_ACTOR, type TestService, type TestSite } from '#server/testing/service.ts';
import { issueToken } from './issue-token.ts';
import { newToken } from './token-format.ts';

const NOW = '2026-11-20T14:30:00.000Z';
const DAY = 86_400_000;
let service: TestService;
let own: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  own = await service.createSite({ label: 'Admin' });
});
afterEach(() => service.close());

const whoami = (token: string) => service.call('GET', 'whoami', { token });
const issue = (body: Record<string, unknown>, token = own.token) => service.call('POST', 'api_tokens', { token, body });
const relabel = (body: Record<string, unknown>, token: string) =>
  service.call('PATCH', 'api_tokens', { token, body: { id: own.tokenId, label: 'Chief', ...body } });
const sessionOf = async (token: string): Promise<string> =>
  (await service.call('POST', 'sessions', { token, body: {} })).json.data.token;
const listed = async (id: unknown) =>
  (await service.call('GET', 'api_tokens', { token: own.token })).json.data.items.find(
    (item: { id: unknown }) => item.id === Number(id),
  );
/** Like `admin token create`. */
const byAdmin = (label: string, expiresDays: number, scopes: readonly string[] = ['*']) =>
  issueToken(
    service.database.forSite(own.site.id),
    own.site.id,
    { label, scopes, expiresDays },
    { actor: TEST_ACTOR, now: service.clock.now() },
  );

test('API-api_tokens-POST by a browser session needs the API token that the session came from', async () => {
  const session = await sessionOf(own.token);
  const sibling = await service.issueToken(own.site);
  const stranger = await service.createSite({ name: 'Other' });
  const request = { label: 'l', scopes: ['read'] };
  const rotation = { rotate_id: sibling.tokenId };
  const wrong = [
    undefined,
    '',
    'x',
    newToken('sck', own.site.id),
    sibling.token,
    stranger.token,
    session,
    own.token.slice(0, -1),
  ];
  for (const confirm_token of wrong) {
    for (const answer of [
      await issue({ ...request, confirm_token }, session),
      await issue({ ...rotation, confirm_token }, session),
      await relabel({ confirm_token }, session),
    ]) {
      expectError(answer, 'insufficient_scope');
      expect(answer.json.error.message).toContain('confirm_token');
      if (confirm_token !== undefined && confirm_token.length > 1) expect(answer.text).not.toContain(confirm_token);
    }
  }
  // The answer says nothing about a token that the session may not change.
  expectError(await issue({ rotate_id: 424_242 }, session), 'insufficient_scope');
  for (const confirm_token of [5, true, {}, [own.token], null]) {
    expectError(await issue({ ...request, confirm_token }, session), 'bad_field');
  }
  expect((await listed(own.tokenId)).label).toBe('Admin');

  const made = await issue({ ...request, confirm_token: own.token }, session);
  expectSuccess(made);
  expect(made.json.data.issued_by_token_id).toBe(Number(own.tokenId));
  expectSuccess(await issue({ ...rotation, confirm_token: own.token }, session));
  expectSuccess(await relabel({ confirm_token: own.token }, session));
  expect((await listed(own.tokenId)).label).toBe('Chief');
});

test('a wrong confirm_token is recorded in the audit log without its text; a missing one is not recorded', async () => {
  const session = await sessionOf(own.token);
  const sibling = await service.issueToken(own.site);
  const request = { label: 'l', scopes: ['read'] };
  const lines = () =>
    service.database.owner.query<Record<string, unknown> & { all: string }>(sql`
      select action, object_type, object_id, outcome, changes, token_id, request_id, a::text as all
      from audit_log a where action = 'token.confirm' order by id`);
  expectError(await issue(request, session), 'insufficient_scope');
  expectSuccess(await issue({ ...request, confirm_token: own.token }, session));
  // For a call with an API token confirm_token is ignored.
  expectSuccess(await issue({ ...request, confirm_token: sibling.token }, own.token));
  expect(await lines()).toEqual([]);
  const wrong = [newToken('sck', own.site.id), sibling.token, 'canary-of-a-password', session, ''];
  const answers = [];
  for (const confirm_token of wrong) answers.push(await issue({ ...request, confirm_token }, session));
  answers.push(await issue({ rotate_id: sibling.tokenId, confirm_token: sibling.token }, session));
  answers.push(await relabel({ confirm_token: sibling.token }, session));
  const rows = await lines();
  expect(rows.map(({ all: _all, ...row }) => row)).toEqual(
    answers.map((answer) => ({
      action: 'token.confirm',
      object_type: 'api_token',
      object_id: own.tokenId.toString(),
      outcome: 'refused',
      changes: [{ field: 'resource', from: null, to: 'api_tokens' }],
      token_id: own.tokenId,
      request_id: answer.headers['x-svc-request-id'],
    })),
  );
  const text = rows.map(({ all }) => all).join(' ');
  for (const raw of wrong.filter((one) => one !== '')) expect(text).not.toContain(raw.slice(14));
  const shown = (await service.call('GET', 'audit_log', { token: own.token, query: { outcome: 'refused' } })).json.data;
  expect(shown.total_count).toBe(7);
});

test('API-api_tokens-DELETE by a browser session needs its scope only', async () => {
  const { tokenId } = await service.issueToken(own.site);
  const query = { id: String(tokenId) };
  expectSuccess(await service.call('DELETE', 'api_tokens', { token: await sessionOf(own.token), query }));
});

test('API-api_tokens-POST grants no expiry after that of the issuer', async () => {
  const { token } = await byAdmin('Ten days', 10);
  service.clock.advance(DAY / 2);
  expect((await issue({ label: 'l', scopes: ['read'] }, token)).json.data.expires_utc).toBe('2026-11-30T14:30:00.000Z');
  expectSuccess(await issue({ label: 'l', scopes: ['read'], expires_days: 9 }, token));
  const session = await sessionOf(token);
  for (const [caller, more] of [
    [token, {}],
    [session, { confirm_token: token }],
  ] as const) {
    const answer = await issue({ label: 'l', scopes: ['read'], expires_days: 10, ...more }, caller);
    expectError(answer, 'insufficient_scope');
    expect(answer.json.error.message).toContain('2026-11-30T14:30:00.000Z');
  }
  // The session ends in half a day, its API token in nine and a half days: the token is the issuer.
  const made = await issue({ label: 'l', scopes: ['read'], expires_days: 9, confirm_token: token }, session);
  expect(made.json.data.expires_utc).toBe('2026-11-30T02:30:00.000Z');
});

test('a site has 100 live tokens at most, even with concurrent calls; rotation and administrators are not limited', async () => {
  for (let n = 0; n < 95; n += 1) await byAdmin(`n${n}`, n === 0 ? 1 : 30, ['read']);
  const answers = await Promise.all(Array.from({ length: 9 }, () => issue({ label: 'l', scopes: ['read'] })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 200, 200, 200, 409, 409, 409, 409, 409,
  ]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.json.error).toMatchObject({ code: 'conflict' });
  const made = answers.find(({ status }) => status === 200)?.json.data;
  expectSuccess(await issue({ rotate_id: made.id, overlap_hours: 0 }));
  await byAdmin('The one who has lost all others', 30);
  expectError(await issue({ label: 'l', scopes: ['read'] }), 'conflict');
  // Revoked and expired tokens do not count, nor do those of another site.
  const other = await service.createSite({ name: 'Other' });
  expectSuccess(await issue({ label: 'l', scopes: ['read'] }, other.token));
  const [{ id } = { id: 0n }] = await service.database.owner.query<{ id: bigint }>(
    sql`select id from api_token where label = 'n1'`,
  );
  await service.call('DELETE', 'api_tokens', { token: own.token, query: { id: String(id) } });
  expectError(await issue({ label: 'l', scopes: ['read'] }), 'conflict');
  service.clock.advance(DAY);
  expectSuccess(await issue({ label: 'l', scopes: ['read'] }));
  expectError(await issue({ label: 'l', scopes: ['read'] }), 'conflict');
});

test('API-api_tokens-GET counts live sessions', async () => {
  const live = async () => (await listed(own.tokenId)).live_sessions;
  expect(await live()).toBe(0);
  const [one, two] = [await sessionOf(own.token), await sessionOf(own.token)];
  expect(await live()).toBe(2);
  await service.call('DELETE', 'sessions', { token: one });
  expect(await live()).toBe(1);
  service.clock.advance(20 * 60_000);
  expectSuccess(await whoami(two));
  await service.app.housekeeping?.flushTokens();
  service.clock.advance(30 * 60_000 - 1);
  expect(await live()).toBe(1);
  service.clock.advance(1);
  expect(await live()).toBe(0);
  const dying = await byAdmin('Dying', 30);
  await sessionOf(dying.token);
  expect((await listed(dying.tokenId)).live_sessions).toBe(1);
  await service.call('DELETE', 'api_tokens', { token: own.token, query: { id: String(dying.tokenId) } });
  expect((await listed(dying.tokenId)).live_sessions).toBe(0);
});
