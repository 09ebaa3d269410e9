import { beforeAll, beforeEach, expect, test } from 'vitest';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { completionOf, sendCompletion, startFakeProvider, type FakeProvider } from '#server/testing/fake-provider.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { SAMPLE_PRICES } from '#server/testing/sample-calls.ts';

const NOW = '2026-11-20T14:30:15.000Z';
const ASKED = { transcript: 'Customer: my bell is missing.', provider_api_key: 'pk', model: 'small' };
let fake: FakeProvider;
let service: TestService;
let own: TestSite;

beforeAll(async () => {
  fake = await startFakeProvider();
  service = await startTestService({
    now: NOW,
    config: { aiProviderBaseUrl: fake.baseUrl, aiPrices: SAMPLE_PRICES },
  });
  return async () => {
    await service.close();
    await fake.close();
  };
});
beforeEach(async () => {
  service.clock.set(NOW);
  fake.behave = (response) =>
    sendCompletion(response, completionOf('A bell.', { prompt_tokens: 100, completion_tokens: 20 }));
  own = await service.createSite({ label: 'Desk' });
});

const ask = (body: object = {}, token = own.token) =>
  service.call('POST', 'ai_copilot', { token, body: { ...ASKED, ...body } });
const report = async (query: string) => {
  const answer = await service.call('GET', 'ai_reports', { token: own.token, query });
  expectSuccess(answer);
  return answer.json.data;
};
const setLimits = async (body: object) =>
  expectSuccess(await service.call('PATCH', 'ai_limits', { token: own.token, body }));

async function ingest(items: readonly object[], token = own.token) {
  const answer = await service.call('POST', 'ingest', { token, body: { items } });
  expectSuccess(answer);
  expect(answer.json.data.failed).toBe(0);
}

test('API-ai_reports-GET a refused call names the limit that holds longest', async () => {
  await setLimits({ monthly_budget_usd: 0, daily_token_limit: 0, minute_call_limit: 0, action: 'hard' });
  expectError(await ask(), 'ai_cap_exceeded');
  await setLimits({ monthly_budget_usd: null });
  expectError(await ask(), 'ai_cap_exceeded');
  const { items } = await report('report=calls');
  expect(items.map(({ refused_by }: never) => refused_by)).toEqual(['daily_tokens', 'budget']);
});

test('API-ai_reports-GET calls of others while a hard cap is exceeded are stored as what happened, with over_cap', async () => {
  const call = { kind: 'ai_call', feature: 'bot', model: 'small', input_tokens: 100, output_tokens: 0, latency_ms: 9 };
  const told = (created_utc: string, more: object = {}) => ({
    ...call,
    status: 'ok',
    cost_usd: 2,
    created_utc,
    ...more,
  });
  await ingest([told('2026-11-20T10:00:00.000Z', { external_id: 'first' })]);
  service.clock.set('2026-11-20T11:00:00.000Z');
  await setLimits({ monthly_budget_usd: 4, action: 'hard' });
  service.clock.set(NOW);
  await ingest([
    // Before the cap was set, which is not known from the order of telling.
    told('2026-11-20T10:30:00.000Z'),
    // From now on 4 of 4 USD are used.
    told('2026-11-20T12:00:00.000Z', { cost_usd: 3 }),
    told('2026-11-20T12:00:00.001Z', { feature: 'copilot', status: 'error', error_code: 'rate_limited', cost_usd: 0 }),
  ]);
  expectError(await ask(), 'ai_cap_exceeded');
  // The same again keeps what was said of it, though the sums are others now.
  await ingest([told('2026-11-20T10:00:00.000Z', { external_id: 'first' })]);
  const { items } = await report('report=calls');
  expect(items.map(({ status, over_cap, error_code }: never) => [status, over_cap, error_code])).toEqual([
    ['refused', false, null],
    ['error', true, 'rate_limited'],
    ['ok', true, null],
    ['ok', false, null],
    ['ok', false, null],
  ]);
  const figures = { calls: 4, over_cap_calls: 2, over_cap_usd: 3, refused: 1 };
  expect((await report('report=usage')).items).toMatchObject([figures]);
  expect((await report('report=usage&group_by=session')).items).toMatchObject([figures]);
  const byFeature = (await report('report=usage&group_by=feature')).items;
  expect(byFeature).toMatchObject([
    { feature: 'bot', over_cap_calls: 1, over_cap_usd: 3 },
    { feature: 'copilot', over_cap_calls: 1, over_cap_usd: 0 },
  ]);
});

test('API-ai_reports-GET a call that the service made itself was under its caps, though it used them up', async () => {
  await setLimits({ daily_token_limit: 120, action: 'hard' });
  expectSuccess(await ask());
  expectError(await ask(), 'ai_cap_exceeded');
  fake.behave = (response) => sendCompletion(response, {}, 500);
  await setLimits({ daily_token_limit: 1000 });
  expectError(await ask(), 'copilot_failed');
  const { items } = await report('report=calls');
  expect(items.map(({ status, over_cap, error_code }: never) => [status, over_cap, error_code])).toEqual([
    ['error', false, 'refused'],
    ['refused', false, null],
    ['ok', false, null],
  ]);
});
