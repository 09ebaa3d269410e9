import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

let service: TestService;
let own: TestSite;

beforeEach(async () => {
  service = await startTestService();
  own = await service.createSite({ rateLimitPerMin: 5 });
});
afterEach(() => service.close());

const whoami = (token = own.token, node = service) => node.call('GET', 'whoami', { token });

test('a token may make as many calls a minute as whoami says, and each response has the remaining number', async () => {
  for (const left of [4, 3, 2, 1, 0]) {
    const answer = await whoami();
    expectSuccess(answer);
    expect(answer.json.data.capabilities.rate_limit_per_min).toBe(5);
    expect(answer.headers['ratelimit-policy']).toBe('"token";q=5;w=60');
    expect(answer.headers['ratelimit']).toBe(`"token";r=${left};t=60`);
  }
  service.clock.advance(22_500);
  const refused = await whoami();
  expectError(refused, 'rate_limited');
  expect(refused.headers['retry-after']).toBe('38');
  expect(refused.headers['ratelimit']).toBe('"token";r=0;t=38');
  service.clock.advance(37_499);
  expectError(await whoami(), 'rate_limited');
  service.clock.advance(1);
  const again = await whoami();
  expectSuccess(again);
  expect(again.headers['ratelimit']).toBe('"token";r=4;t=60');
});

test('a refused call has no effect and does not count as a use', async () => {
  for (let call = 0; call < 5; call += 1) await whoami();
  expectError(await service.call('POST', 'tickets', { token: own.token, body: { subject: 'x' } }), 'rate_limited');
  await service.app.housekeeping?.flushTokens();
  const rows = await service.database.owner.query(
    sql`select request_count, (select count(*)::integer from ticket) as tickets from api_token`,
  );
  expect(rows).toEqual([{ request_count: 5n, tickets: 0 }]);
});

test('neither headers nor parameters nor other spellings raise the limit', async () => {
  for (let call = 0; call < 5; call += 1) await whoami();
  const tricks = [
    { headers: { 'x-forwarded-for': '203.0.113.7' } },
    { headers: { authorization: `bearer ${own.token}` } },
    { headers: { 'x-remote-user': 'admin', 'x-original-url': '/v1/api.ashx?resource=whoami' } },
    { query: 'x=1' },
  ];
  for (const trick of tricks)
    expectError(await service.call('GET', 'whoami', { token: own.token, ...trick }), 'rate_limited');
  expectError(await service.call('GET', 'nothing', { token: own.token }), 'rate_limited');
});

test('tokens have separate limits', async () => {
  const other = await service.issueToken(own.site, { rateLimitPerMin: 5 });
  for (let call = 0; call < 5; call += 1) await whoami();
  expectSuccess(await whoami(other.token));
});

test('two nodes together grant at most the limit, and nearly all of it', async () => {
  const { token } = await service.issueToken(own.site, { rateLimitPerMin: 100 });
  const node = await startTestService({ emptyFirst: false });
  const answers = await Promise.all(
    Array.from({ length: 150 }, (_, index) => whoami(token, index % 3 === 0 ? service : node)),
  );
  const granted = answers.filter(({ status }) => status === 200).length;
  expect(granted).toBeLessThanOrEqual(100);
  expect(granted).toBeGreaterThanOrEqual(90);
  for (const answer of answers) if (answer.status !== 200) expectError(answer, 'rate_limited');
  service.clock.advance(60_000);
  node.clock.advance(60_000);
  expectSuccess(await whoami(token, node));
  await node.close();
});

test('nodes with slightly different clocks share one window', async () => {
  const { token } = await service.issueToken(own.site, { rateLimitPerMin: 4 });
  const node = await startTestService({ emptyFirst: false });
  node.clock.advance(-800);
  for (const at of [service, node, service, node]) expectSuccess(await whoami(token, at));
  for (const at of [service, node]) expectError(await whoami(token, at), 'rate_limited');
  await node.close();
});

test('a token has one window, which begins again with each minute, and after the clock was set back', async () => {
  const windows = () => service.database.owner.query(sql`select window_start, taken from rate_window`);
  await whoami();
  await whoami();
  expect(await windows()).toEqual([{ window_start: '2026-11-20T14:30:00.000Z', taken: 2 }]);
  service.clock.advance(60_000);
  await whoami();
  expect(await windows()).toEqual([{ window_start: '2026-11-20T14:31:00.000Z', taken: 1 }]);
  service.clock.set('2026-11-20T14:29:00.000Z');
  expectSuccess(await whoami());
  expect(await windows()).toEqual([{ window_start: '2026-11-20T14:29:00.000Z', taken: 1 }]);
});
