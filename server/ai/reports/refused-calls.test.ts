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

test('API-ai_reports-GET a refused call names the limit that lasts longest', async () => {
  await setLimits({ monthly_budget_usd: 0, daily_token_limit: 0, minute_call_limit: 0, action: 'hard' });
  expectError(await ask(), 'ai_cap_exceeded');
  await setLimits({ monthly_budget_usd: null });
  expectError(await ask(), 'ai_cap_exceeded');
  const { items } = await report('report=calls');
  expect(items.map(({ refused_by }: never) => refused_by)).toEqual(['daily_tokens', 'budget']);
});
