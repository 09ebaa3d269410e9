import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, TEST_ACTOR, type TestService, type TestSite } from '#server/testing/service.ts';
import { issueToken, TokenRequestError } from './issue-token.ts';
import { revokeToken } from './revoke-token.ts';
import { tokenChecksum } from '#contract/token-format.ts';
import { hashToken, newToken } from './token-format.ts';

let service: TestService;
let own: TestSite;

beforeEach(async () => {
  service = await startTestService();
  own = await service.createSite();
});
afterEach(() => service.close());

const whoami = (token: string) => service.call('GET', 'whoami', { token });
const context = () => ({ actor: TEST_ACTOR, now: service.clock.now() });

test('API-whoami-GET a token is stored as a hash and a prefix', async () => {
  const rows = await service.database.owner.query<{ all: string; token_prefix: string }>(
    sql`select t::text as all, token_prefix from api_token t`,
  );
  expect(rows[0]?.token_prefix).toBe(own.token.slice(0, 14));
  expect(rows[0]?.all).not.toContain(own.token.slice(14));
});

test('a revoked token is refused within a second, also by a node that was not notified', async () => {
  expectSuccess(await whoami(own.token));
  expect(await revokeToken(service.database.owner, own.site, own.tokenId, context())).toBe(true);
  service.clock.advance(1000);
  expectError(await whoami(own.token), 'unauthorized');
  expect(await revokeToken(service.database.owner, own.site, own.tokenId, context())).toBe(true);
  expect(await revokeToken(service.database.owner, own.site, 999_999n, context())).toBe(false);
});

test('no change of the clock makes a revoked token valid again', async () => {
  expectSuccess(await whoami(own.token));
  await revokeToken(service.database.owner, own.site, own.tokenId, context());
  for (const iso of ['2020-01-01T00:00:00Z', '2026-11-20T14:29:00Z', '2030-01-01T00:00:00Z']) {
    service.clock.set(iso);
    expectError(await whoami(own.token), 'unauthorized');
  }
});

test('the notification of a revocation empties the cache at once', async () => {
  await service.app.housekeeping?.listen();
  expectSuccess(await whoami(own.token));
  await revokeToken(service.database.owner, own.site, own.tokenId, context());
  await expect.poll(async () => (await whoami(own.token)).status).toBe(401);
});

test('a token expires at its instant', async () => {
  const { token } = await issueToken(
    service.database.owner,
    own.site.id,
    { label: 'short', scopes: ['read'], expiresDays: 1 },
    context(),
  );
  service.clock.advance(86_400_000 - 1);
  expectSuccess(await whoami(token));
  service.clock.advance(1);
  expectError(await whoami(token), 'unauthorized');
});

test('calls are counted, and written two seconds later at most, never backwards', async () => {
  for (let call = 1; call <= 3; call += 1) expect((await whoami(own.token)).json.data.request_count).toBe(call);
  const stored = async () => {
    const [row] = await service.database.owner.query<{ request_count: bigint; last_used_utc: string | null }>(
      sql`select request_count, last_used_utc from api_token where id = ${own.tokenId}`,
    );
    return row;
  };
  expect(await stored()).toEqual({ request_count: 0n, last_used_utc: null });
  await service.app.housekeeping?.flushTokens();
  expect(await stored()).toEqual({ request_count: 3n, last_used_utc: '2026-11-20T14:30:00.000Z' });
  service.clock.set('2026-11-20T14:29:00Z');
  expect((await whoami(own.token)).json.data).toMatchObject({
    request_count: 4,
    last_used_utc: '2026-11-20T14:30:00.000Z',
  });
  await service.app.housekeeping?.flushTokens();
  expect(await stored()).toEqual({ request_count: 4n, last_used_utc: '2026-11-20T14:30:00.000Z' });
});

test('pending counts are written when the service stops', async () => {
  await whoami(own.token);
  await service.close();
  const [row] = await service.database.owner.query<{ request_count: bigint }>(
    sql`select request_count from api_token where id = ${own.tokenId}`,
  );
  expect(row?.request_count).toBe(1n);
});

test('unknown well-formed tokens get 401 sixty times a minute, then 429, which affects no other tokens', async () => {
  for (let call = 0; call < 60; call += 1) expectError(await whoami(newToken('sck', own.site.id)), 'unauthorized');
  const answer = await whoami(newToken('sct', own.site.id));
  expectError(answer, 'rate_limited');
  expect(answer.headers['retry-after']).toBe('60');
  expectSuccess(await whoami(own.token));
  expectError(await whoami('no token'), 'unauthorized');
  service.clock.advance(60_000);
  expectError(await whoami(newToken('sck', own.site.id)), 'unauthorized');
});

test('a token that names no site, or another site than its row has, answers like an unknown one', async () => {
  const other = await service.createSite({ name: 'Other' });
  const asOf = (siteId: bigint) => {
    const start = own.token.slice(0, 4) + newToken('sck', siteId).slice(4, 10) + own.token.slice(10, 42);
    return start + tokenChecksum(start);
  };
  // A row of the other site for a token that names the first one.
  const newOwn = newToken('sck', own.site.id);
  await service.database.owner.query(sql`
    update api_token set token_hash = ${hashToken(newOwn)} where site_id = ${other.site.id}`);
  const answers = [];
  for (const token of [newToken('sck', own.site.id), asOf(other.site.id), asOf(999_999n), asOf(0n), newOwn]) {
    const { status, json, headers } = await whoami(token);
    answers.push({ status, error: { ...json.error, request_id: '' }, ask: headers['www-authenticate'] });
  }
  expect(answers[0]?.status).toBe(401);
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expectSuccess(await whoami(own.token));
});

test('malformed tokens are not counted', async () => {
  for (let call = 0; call < 70; call += 1) expectError(await whoami(`sck_${'x'.repeat(44)}`), 'unauthorized');
});

test.each([
  [{ scopes: ['tickets'] }, 'tickets is not a scope'],
  [{ scopes: ['tickets:*'] }, 'tickets:\\* is not a scope'],
  [{ scopes: [''] }, 'an empty text is not a scope'],
  [{ scopes: [] }, 'at least one scope'],
  [{ rateLimitPerMin: 0 }, 'rate limit'],
  [{ rateLimitPerMin: 1_000_001 }, 'rate limit'],
  [{ expiresDays: 0 }, 'days'],
  [{ label: ' ' }, 'label'],
])('a token with %j is not issued', async (wrong, message) => {
  const request = { label: 'l', scopes: ['read'], ...wrong };
  const issuing = issueToken(service.database.owner, own.site.id, request, context());
  await expect(issuing).rejects.toThrow(TokenRequestError);
  await expect(issuing).rejects.toThrow(new RegExp(message));
});

test('a token for an agent of another site or for a missing site is refused', async () => {
  for (const [siteId, agentId] of [
    [own.site.id, 424_242n],
    [own.site.id + 1n, null],
  ] as const) {
    await expect(
      issueToken(service.database.owner, siteId, { label: 'l', scopes: ['read'], agentId }, context()),
    ).rejects.toThrow(TokenRequestError);
  }
});

test('issuing a derived token again answers the existing one', async () => {
  const raw = newToken('sck', own.site.id);
  const issue = () => issueToken(service.database.owner, own.site.id, { label: 'demo', scopes: ['*'], raw }, context());
  const first = await issue();
  expect(await issue()).toEqual(first);
  expectSuccess(await whoami(raw));
});

test('issue and revocation are in the audit log', async () => {
  await revokeToken(service.database.owner, own.site, own.tokenId, context());
  const rows = await service.database.owner.query<{ action: string }>(
    sql`select action from audit_log where object_type = 'api_token' order by id`,
  );
  expect(rows.map(({ action }) => action)).toEqual(['token.issue', 'token.revoke']);
});

test('calls with a revoked token are recorded in the audit log of its site, once a minute', async () => {
  await revokeToken(service.database.owner, own.site, own.tokenId, context());
  for (let call = 0; call < 3; call += 1) await whoami(own.token);
  await service.app.housekeeping?.runEveryMinute();
  await service.app.housekeeping?.runEveryMinute();
  const rows = await service.database.owner.query(
    sql`select changes, outcome, object_id from audit_log where action = 'token.refused'`,
  );
  expect(rows).toEqual([
    { changes: [{ field: 'calls', from: null, to: 3 }], outcome: 'refused', object_id: own.tokenId.toString() },
  ]);
});
