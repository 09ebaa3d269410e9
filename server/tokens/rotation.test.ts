import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, TEST_ACTOR, type TestService, type TestSite } from '#server/testing/service.ts';
import { issueToken } from './issue-token.ts';

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
const revoke = (id: unknown) => service.call('DELETE', 'api_tokens', { token: own.token, query: { id: String(id) } });
const sessionOf = async (token: string): Promise<string> =>
  (await service.call('POST', 'sessions', { token, body: {} })).json.data.token;
const inDays = (days: number): string => new Date(service.clock.now().getTime() + days * DAY).toISOString();
interface Made {
  readonly id: number;
  readonly token: string;
}
/** Like `admin token create`: the token has no issuer. */
const byAdmin = async (
  expiresDays: number,
  scopes: readonly string[] = ['*'],
  rateLimitPerMin = 600,
): Promise<Made> => {
  const made = await issueToken(
    service.database.forSite(own.site.id),
    own.site.id,
    { label: 'l', scopes, expiresDays, rateLimitPerMin },
    { actor: TEST_ACTOR, now: service.clock.now() },
  );
  return { id: Number(made.tokenId), token: made.token };
};
const issuedBy = async (issuer: Made, expires_days: number, scopes: readonly string[]): Promise<Made> =>
  (await issue({ label: 'l', scopes, expires_days }, issuer.token)).json.data;

/**
 * Lifetimes in days of the calling token, the old token and its issuer. One day passes before the rotation, so a lifetime
 * and its rest always differ. The issuer is then left alone, rotated by itself, or revoked.
 */
const CASES: readonly {
  readonly caller: number | 'itself';
  readonly old: number;
  readonly issuer?: { readonly days: number; readonly then?: 'rotated' | 'revoked' };
  readonly end: number;
}[] = [
  { caller: 'itself', old: 2, end: 1 },
  { caller: 'itself', old: 300, end: 299 },
  { caller: 'itself', old: 20, issuer: { days: 30 }, end: 19 },
  { caller: 'itself', old: 20, issuer: { days: 30, then: 'revoked' }, end: 19 },
  { caller: 2, old: 300, end: 1 },
  { caller: 300, old: 2, end: 2 },
  { caller: 300, old: 300, end: 299 },
  { caller: 3650, old: 3650, end: 3649 },
  { caller: 3650, old: 20, issuer: { days: 30 }, end: 20 },
  { caller: 3650, old: 30, issuer: { days: 30 }, end: 29 },
  { caller: 10, old: 30, issuer: { days: 30 }, end: 9 },
  // The issuer's successor has the same expiry.
  { caller: 3650, old: 30, issuer: { days: 30, then: 'rotated' }, end: 29 },
  // If the issuer was revoked, only the caller limits the successor.
  { caller: 3650, old: 30, issuer: { days: 30, then: 'revoked' }, end: 30 },
  { caller: 25, old: 30, issuer: { days: 30, then: 'revoked' }, end: 24 },
];

for (const { caller, old, issuer, end } of CASES) {
  for (const by of ['an API token', 'a browser session'] as const) {
    const of =
      issuer === undefined ? '' : ` of an issuer with ${issuer.days} days${issuer.then ? `, ${issuer.then}` : ''}`;
    const who = caller === 'itself' ? caller : `a token of ${caller} days`;
    test(`${by}: a token of ${old} days${of}, rotated after one day by ${who}, has ${end} more`, async () => {
      const parent = issuer === undefined ? null : await byAdmin(issuer.days);
      const scopes = caller === 'itself' ? ['*'] : ['read'];
      const replaced = parent === null ? await byAdmin(old, scopes) : await issuedBy(parent, old, scopes);
      const actor = caller === 'itself' ? replaced : await byAdmin(caller);
      service.clock.advance(DAY);
      if (parent !== null && issuer?.then === 'rotated') {
        expectSuccess(await issue({ rotate_id: parent.id, overlap_hours: 1 }, parent.token));
      }
      if (parent !== null && issuer?.then === 'revoked') await revoke(parent.id);
      const body = { rotate_id: replaced.id, overlap_hours: 0 };
      const answer =
        by === 'an API token'
          ? await issue(body, actor.token)
          : await issue({ ...body, confirm_token: actor.token }, await sessionOf(actor.token));
      expectSuccess(answer);
      expect(answer.json.data).toMatchObject({
        expires_utc: inDays(end),
        issued_by_token_id: parent?.id ?? null,
      });
    });
  }
}

test('a token that rotates itself repeatedly, alone or with a sibling of its age, keeps its expiry', async () => {
  let [one, other] = [await byAdmin(2), await byAdmin(2)];
  const end = inDays(2);
  for (let n = 0; n < 4; n += 1) {
    service.clock.advance(DAY / 4);
    one = (await issue({ rotate_id: one.id }, one.token)).json.data;
    expect(one).toMatchObject({ expires_utc: end });
    other = (await issue({ rotate_id: other.id }, one.token)).json.data;
    expect(other).toMatchObject({ expires_utc: end });
    one = (await issue({ rotate_id: one.id }, other.token)).json.data;
    expect(one).toMatchObject({ expires_utc: end });
  }
  service.clock.set(end);
  for (const { token } of [one, other]) expectError(await whoami(token), 'unauthorized');
});

test('a caller cannot rotate a token that it could not issue: scopes, rate, and the own scopes of a session', async () => {
  const few = await byAdmin(30, ['tokens:write', 'tags:write'], 300);
  for (const [scopes, rate, isAllowed] of [
    [['read'], 300, true],
    [['tags:write', 'tokens:write'], 300, true],
    [['tags:write'], 301, false],
    [['tickets:write'], 60, false],
    [['*'], 60, false],
  ] as const) {
    const { id } = await byAdmin(20, scopes, rate);
    const answer = await issue({ rotate_id: id }, few.token);
    if (isAllowed) expectSuccess(answer);
    else expectError(answer, 'insufficient_scope');
  }
  const session = (await service.call('POST', 'sessions', { token: own.token, body: { scopes: ['tokens:write'] } }))
    .json.data.token;
  const { id } = await byAdmin(20, ['tickets:write']);
  expectError(await issue({ rotate_id: id, confirm_token: own.token }, session), 'insufficient_scope');
  expectError(await issue({ rotate_id: own.tokenId, confirm_token: own.token }, session), 'insufficient_scope');
});
