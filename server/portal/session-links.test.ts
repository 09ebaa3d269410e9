import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

const NOW = '2026-11-20T14:30:00.000Z';
const EMAIL = 'maren@example.org';
let service: TestService;
let home: TestSite;
let session: string;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  home = await service.createSite();
  session = (await service.call('POST', 'sessions', { token: home.token, body: {} })).json.data.token;
});
afterEach(() => service.close());

const issue = (body: Record<string, unknown>, token = session, key?: string) =>
  service.call('POST', 'portal_token', {
    token,
    body: { requester_email: EMAIL, ...body },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
const daysOf = (expires: string) => (Date.parse(expires) - Date.parse(NOW)) / 86_400_000;
const confirm = () => ({ confirm_token: home.token });
const countLinks = async () =>
  (await service.call('GET', 'portal_tokens', { token: home.token })).json.data.total_count as number;
const refusals = () =>
  service.database.owner.query(sql`
    select object_id, changes from audit_log where action = 'token.confirm' and outcome = 'refused' order by id`);

test('API-portal_token-POST by a browser session: at most 30 days, or its API token must be sent again', async () => {
  for (const body of [{}, { expiry_days: 1 }, { expiry_days: 30 }]) {
    const answer = await issue({ reuse_active: false, ...body });
    expectSuccess(answer);
    expect(daysOf(answer.json.data.expires_utc)).toBe(body.expiry_days ?? 30);
  }
  expect(await countLinks()).toBe(3);
  for (const days of [31, 365]) {
    for (const reuse_active of [true, false]) {
      const answer = await issue({ expiry_days: days, reuse_active });
      expectError(answer, 'insufficient_scope');
      expect(answer.json.error.message).toMatch(/at most 30 days.*confirm_token/);
    }
  }
  expect(await countLinks()).toBe(3);
  // A missing token does not count as a wrong one.
  expect(await refusals()).toEqual([]);

  const long = await issue({ expiry_days: 365, reuse_active: false, ...confirm() });
  expectSuccess(long);
  expect(daysOf(long.json.data.expires_utc)).toBe(365);
  // Calls with an API token need no confirmation.
  expectSuccess(await issue({ expiry_days: 365, reuse_active: false }, home.token));
  expectSuccess(await issue({ expiry_days: 365, reuse_active: false, confirm_token: 'canary' }, home.token));
});

test('API-portal_token-POST: a wrong confirm_token issues nothing and is audited, also with a key', async () => {
  const other = await service.issueToken(home.site);
  for (const [at, confirm_token] of ['canary', other.token, session].entries()) {
    expectError(await issue({ expiry_days: 365, confirm_token }), 'insufficient_scope');
    expectError(await issue({ expiry_days: 7, confirm_token }, session, `key ${at}`), 'insufficient_scope');
  }
  expect(await countLinks()).toBe(0);
  const changes = [{ field: 'resource', from: null, to: 'portal_token' }];
  const line = { object_id: home.tokenId.toString(), changes };
  expect(await refusals()).toEqual(Array.from({ length: 6 }, () => line));
});

test('API-portal_token-POST: a browser session cannot reuse a link that is valid for more than 30 days', async () => {
  const year = (await issue({ expiry_days: 365 }, home.token)).json.data;
  const fresh = (await issue({})).json.data;
  expect(fresh).toMatchObject({ reused: false });
  expect(fresh.token).not.toBe(year.token);
  expect(daysOf(fresh.expires_utc)).toBe(30);
  // Its own link is short enough.
  expect((await issue({})).json.data).toEqual({ ...fresh, reused: true });
  expect((await issue(confirm())).json.data).toEqual({ ...year, reused: true });
  expect((await issue({}, home.token)).json.data).toEqual({ ...year, reused: true });
  // Close to its expiry a long link can be reused.
  service.clock.set(new Date(Date.parse(year.expires_utc) - 30 * 86_400_000).toISOString());
  const late = (await service.call('POST', 'sessions', { token: home.token, body: {} })).json.data.token;
  expect((await issue({}, late)).json.data).toEqual({ ...year, reused: true });
});

test("API-portal_token-POST: a browser session cannot get a longer link by repeating the key of an API token's call", async () => {
  const year = (await issue({ expiry_days: 365 }, home.token, 'year')).json.data;
  expectError(await issue({ expiry_days: 365 }, session, 'year'), 'insufficient_scope');
  const reused = await issue({}, home.token, 'reused');
  expect(reused.json.data).toEqual({ ...year, reused: true });
  expectError(await issue({}, session, 'reused'), 'insufficient_scope');
  // confirm_token is not part of the request that the key is compared with.
  expect((await issue(confirm(), session, 'reused')).json.data).toEqual(reused.json.data);
  expect((await issue({ expiry_days: 365, ...confirm() }, session, 'year')).json.data).toEqual(year);
});
