import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError } from '#server/testing/expect-answer.ts';
import { sendCompletion, startFakeProvider, type FakeProvider } from '#server/testing/fake-provider.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { HttpProvider } from './http-provider.ts';
import { SAMPLE_PRICES } from '#server/testing/sample-calls.ts';

const KEY = 'pk-canary-0123456789';
const QUESTION = { transcript: 'Customer: my bell is missing.', provider_api_key: KEY };

let fake: FakeProvider;
let service: TestService;
let own: TestSite;

beforeEach(async () => {
  fake = await startFakeProvider();
  service = await startTestService({
    config: { aiProviderBaseUrl: fake.baseUrl, aiPrices: SAMPLE_PRICES },
    aiProvider: new HttpProvider(fake.baseUrl, { totalMs: 800 }),
  });
  own = await service.createSite();
});
afterEach(async () => {
  await service.close();
  await fake.close();
});

const ask = (body: object = {}) =>
  service.call('POST', 'ai_copilot', { token: own.token, body: { ...QUESTION, ...body } });
const calls = () =>
  service.database.owner.query(sql`
    select feature, input_tokens, output_tokens, cost_usd, status from ai_call order by id`);
const reservations = () => service.database.owner.query(sql`select id from ai_reservation`);

test.each([
  ['hangs', 'The AI provider did not answer in time', () => undefined],
  ['breaks off', 'The AI provider broke off its answer', (response) => response.destroy()],
  [
    'redirects',
    'The AI provider answered with a redirect, which the service does not follow (status 302)',
    (response) => response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end(),
  ],
  [
    'answers nonsense',
    'The AI provider answered with something that is not a completion',
    (response) => response.end('x'),
  ],
  [
    'answers another shape',
    'The AI provider answered with something that is not a completion',
    (response) => sendCompletion(response, { output: KEY }),
  ],
  [
    'refuses the key',
    'The AI provider refused the call (status 401)',
    (response) => sendCompletion(response, { error: { message: `Incorrect key: ${KEY}` } }, 401),
  ],
  [
    'fails',
    'The AI provider refused the call (status 500)',
    (response) => sendCompletion(response, { error: KEY }, 500),
  ],
  [
    'sends too much',
    'The AI provider answered with something that is not a completion',
    (response) => response.end('x'.repeat(1_000_000)),
  ],
  [
    'sends far too much',
    'The answer of the AI provider is too large',
    (response) => response.end('x'.repeat(1_048_577)),
  ],
] satisfies [string, string, FakeProvider['behave']][])(
  'API-ai_copilot-POST a provider that %s is 502 with our own message, logs a failed AI call and releases the reservation',
  async (_name, message, behave) => {
    fake.behave = behave;
    const answer = await ask({ mode: 'reply' });
    expectError(answer, 'copilot_failed');
    expect(answer.json.error.message).toBe(message);
    expect(answer.text).not.toContain(KEY);
    expect(await calls()).toMatchObject([
      { feature: 'copilot', status: 'error', input_tokens: 0n, output_tokens: 0n, cost_usd: '0' },
    ]);
    expect(await reservations()).toEqual([]);
    const health = (await service.call('GET', 'health', { token: own.token })).json.data;
    expect(health).toMatchObject({ ai_calls_24h: 1, ai_errors_24h: 1 });
  },
);

test('API-ai_copilot-POST an unreachable provider is 502', async () => {
  await fake.close();
  const answer = await ask();
  expectError(answer, 'copilot_failed');
  expect(answer.json.error.message).toBe('The AI provider could not be reached');
  expect(await calls()).toMatchObject([{ status: 'error' }]);
  fake = await startFakeProvider();
});

test('API-ai_copilot-POST other requests work while many calls hang', async () => {
  fake.behave = () => undefined;
  const hanging = Array.from({ length: 40 }, () => ask());
  const reads = await Promise.all(
    Array.from({ length: 20 }, () => service.call('GET', 'tickets', { token: own.token })),
  );
  for (const { status } of reads) expect(status).toBe(200);
  for (const answer of await Promise.all(hanging)) expectError(answer, 'copilot_failed');
  expect(await calls()).toHaveLength(40);
  expect(await reservations()).toEqual([]);
});
