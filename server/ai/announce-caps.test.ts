import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startFakeProvider } from '#server/testing/fake-provider.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { recordSample } from '#server/testing/sample-calls.ts';

let service: TestService;
let own: TestSite;

beforeEach(async () => {
  const { baseUrl } = await startFakeProvider();
  service = await startTestService({ now: '2026-11-20T14:30:15.000Z', config: { aiProviderBaseUrl: baseUrl } });
  own = await service.createSite();
});
afterEach(() => service.close());

const setLimits = async (body: object) =>
  expectSuccess(await service.call('PATCH', 'ai_limits', { token: own.token, body }));
const announcements = () =>
  service.database.owner.query<{ cap: string; period_start: string; threshold: number }>(sql`
    select cap, period_start, threshold from ai_cap_notice where site_id = ${own.site.id}
    order by cap, period_start, threshold`);
const thresholds = async (cap: string) =>
  (await announcements()).filter((notice) => notice.cap === cap).map(({ threshold }) => threshold);

test('each threshold of a cap is announced when it is reached, once per period', async () => {
  await setLimits({ monthly_budget_usd: 10 });
  const spend = (costUsd: number) => recordSample(service, own, { costUsd });
  await spend(4.99);
  expect(await thresholds('budget')).toEqual([]);
  await spend(0.01);
  expect(await thresholds('budget')).toEqual([50]);
  await spend(3);
  await spend(1.49);
  expect(await thresholds('budget')).toEqual([50, 80]);
  await spend(0.01);
  expect(await thresholds('budget')).toEqual([50, 80, 95]);
  await spend(0.5);
  await spend(5);
  expect(await thresholds('budget')).toEqual([50, 80, 95, 100]);
  service.clock.set('2026-12-01T00:00:00.000Z');
  await spend(6);
  expect((await announcements()).slice(4)).toEqual([
    { cap: 'budget', period_start: '2026-12-01T00:00:00.000Z', threshold: 50 },
  ]);
});

test('the period of tokens is the day, that of calls the minute', async () => {
  await setLimits({ daily_token_limit: 80, minute_call_limit: 1 });
  await recordSample(service, own);
  expect(await announcements()).toEqual([
    { cap: 'daily_tokens', period_start: '2026-11-20T00:00:00.000Z', threshold: 50 },
    ...[50, 80, 95, 100].map((threshold) => ({
      cap: 'minute_calls',
      period_start: '2026-11-20T14:30:00.000Z',
      threshold,
    })),
  ]);
});

test('a limit set below the current usage is announced immediately', async () => {
  await recordSample(service, own, { costUsd: 9 });
  await setLimits({ monthly_budget_usd: 10 });
  expect(await thresholds('budget')).toEqual([50, 80]);
  await setLimits({ monthly_budget_usd: 9 });
  expect(await thresholds('budget')).toEqual([50, 80, 95, 100]);
});

test('a limit of 0 is exceeded without a warning in each period that refuses a call', async () => {
  await setLimits({ minute_call_limit: 0, action: 'hard' });
  expect(await thresholds('minute_calls')).toEqual([100]);
  service.clock.advance(60_000);
  const body = { transcript: 'x', provider_api_key: 'k' };
  expectError(await service.call('POST', 'ai_copilot', { token: own.token, body }), 'ai_cap_exceeded');
  expect((await announcements()).slice(1)).toEqual([
    { cap: 'minute_calls', period_start: '2026-11-20T14:31:00.000Z', threshold: 100 },
  ]);
});

test('nothing is announced without a cap or for calls of past months', async () => {
  await recordSample(service, own, { costUsd: 1000 });
  expect(await announcements()).toEqual([]);
  await setLimits({ daily_token_limit: 1_000_000 });
  await recordSample(service, own, { createdUtc: '2026-10-31T00:00:00.000Z', inputTokens: 999_999 });
  expect(await announcements()).toEqual([]);
});

test('an announcement is part of the transaction of the call and rolls back with it', async () => {
  await setLimits({ daily_token_limit: 1 });
  const failing = recordSample(service, own, { latencyMs: -1 });
  await expect(failing).rejects.toThrow(/check/);
  expect(await announcements()).toEqual([]);
});
