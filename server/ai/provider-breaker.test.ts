import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sql } from '#server/db/db.ts';
import { HostBreaker } from '#server/outbound/host-breaker.ts';
import { Secret } from '#server/secrets/secret.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { completionOf, sendCompletion, startFakeProvider, type FakeProvider } from '#server/testing/fake-provider.ts';
import { startTestService, type TestService } from '#server/testing/service.ts';
import { HttpProvider } from './http-provider.ts';
import { ProviderFailure } from './provider-failure.ts';
import { SAMPLE_PRICES } from '#server/testing/sample-calls.ts';

const KEY = new Secret('pk-canary-of-the-caller');
const SITE = 1n;
const PROMPT = { model: 'small', messages: [{ role: 'user', content: 'Hello' }], maxTokens: 1024 } as const;
const RESTING =
  'The AI provider has failed several times in a row, so the service waits half a minute before it calls it again';

let fake: FakeProvider;
let nowMs: number;

beforeEach(async () => {
  fake = await startFakeProvider();
  nowMs = 0;
});
afterEach(async () => {
  vi.useRealTimers();
  await fake.close();
});

const makeProvider = (limits = {}) =>
  new HttpProvider(fake.baseUrl, limits, new HostBreaker({ monotonicMs: () => nowMs }));
const failWith = (status: number) => {
  fake.behave = (response) => sendCompletion(response, { error: 'down' }, status);
};
const succeed = () => {
  fake.behave = (response) => sendCompletion(response, completionOf('back'));
};

/** Failure reasons of sequential calls; `null` for success. */
async function reasonsOf(provider: HttpProvider, count: number): Promise<(string | null)[]> {
  const reasons: (string | null)[] = [];
  for (let n = 0; n < count; n += 1) {
    reasons.push(
      await provider.complete(SITE, KEY, PROMPT).then(
        () => null,
        (error: unknown) => (error instanceof ProviderFailure ? error.reason : Promise.reject(error)),
      ),
    );
  }
  return reasons;
}

test('after five failures in a row the provider is not called for half a minute, then once', async () => {
  const provider = makeProvider();
  failWith(503);
  expect(await reasonsOf(provider, 7)).toEqual([...Array<string>(5).fill('refused'), 'resting', 'resting']);
  expect(fake.calls).toHaveLength(5);
  nowMs += 30_000;
  expect(await reasonsOf(provider, 3)).toEqual(['refused', 'resting', 'resting']);
  expect(fake.calls).toHaveLength(6);
  nowMs += 30_000;
  succeed();
  expect(await reasonsOf(provider, 3)).toEqual([null, null, null]);
  expect(fake.calls).toHaveLength(9);
});

test.each([
  ['breaks off', (response) => void response.destroy()],
  ['does not answer in time', () => undefined],
] satisfies [string, FakeProvider['behave']][])('so is one that %s', async (_what, behave) => {
  const provider = makeProvider({ totalMs: 200 });
  fake.behave = behave;
  expect((await reasonsOf(provider, 6)).at(-1)).toBe('resting');
  expect(fake.calls).toHaveLength(5);
});

test('the same holds for an unreachable provider', async () => {
  const provider = makeProvider();
  await fake.close();
  expect(await reasonsOf(provider, 6)).toEqual([...Array<string>(5).fill('unreachable'), 'resting']);
});

test.each([
  ['a wrong key', (response) => sendCompletion(response, {}, 401)],
  ['too many requests of one key', (response) => sendCompletion(response, {}, 429)],
  ['an unknown model', (response) => sendCompletion(response, {}, 404)],
  ['an empty reply', (response) => sendCompletion(response, completionOf(''))],
] satisfies [string, FakeProvider['behave']][])('%s does not open the breaker', async (_what, behave) => {
  const provider = makeProvider();
  fake.behave = behave;
  expect(await reasonsOf(provider, 12)).not.toContain('resting');
  expect(fake.calls).toHaveLength(12);
});

test('queued calls are refused as soon as the breaker opens, and later calls are not queued', async () => {
  const provider = makeProvider({ maxInFlight: 5 });
  const hanging = Promise.withResolvers<void>();
  fake.behave = async (response) => {
    if (fake.calls.length === 5) hanging.resolve();
    await hanging.promise;
    response.destroy();
  };
  const reasons = await Promise.all(Array.from({ length: 20 }, () => reasonsOf(provider, 1)));
  // Each of the first four failures still passed its slot to the next in the queue.
  expect(reasons.flat().filter((reason) => reason === 'broken')).toHaveLength(9);
  expect(reasons.flat().filter((reason) => reason === 'resting')).toHaveLength(11);
  expect(fake.calls).toHaveLength(9);
});

test('a call that spent its time in the queue does not count against the provider', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const breaker = new HostBreaker({ failures: 1, monotonicMs: () => nowMs });
  const provider = new HttpProvider(fake.baseUrl, { maxInFlight: 1, totalMs: 1_000 }, breaker);
  const turns = [Promise.withResolvers<() => void>(), Promise.withResolvers<() => void>()] as const;
  fake.behave = (response) =>
    turns[fake.calls.length - 1]?.resolve(() => sendCompletion(response, completionOf('slow')));
  const [first, second] = [reasonsOf(provider, 1), reasonsOf(provider, 1)];
  const answerFirst = await turns[0].promise;
  vi.advanceTimersByTime(700);
  answerFirst();
  expect(await first).toEqual([null]);
  await turns[1].promise;
  vi.advanceTimersByTime(300);
  expect(await second).toEqual(['timeout']);
  expect(breaker.isRefusing(SITE)).toBe(false);
});

test('API-ai_copilot-POST while the breaker is open: 502 immediately, logged as an error, with the reservation released', async () => {
  const service: TestService = await startTestService({
    config: { aiProviderBaseUrl: fake.baseUrl, aiPrices: SAMPLE_PRICES },
    aiProvider: makeProvider(),
  });
  const [own, other, third] = [await service.createSite(), await service.createSite(), await service.createSite()];
  const ask = (token: string) =>
    service.call('POST', 'ai_copilot', { token, body: { transcript: 'Hello?', provider_api_key: 'pk-canary' } });
  failWith(500);
  for (let n = 0; n < 4; n += 1) expectError(await ask(own.token), 'copilot_failed');
  expectError(await ask(third.token), 'copilot_failed');
  const refused = await ask(other.token);
  expectError(refused, 'copilot_failed');
  expect(refused.json.error.message).toBe(RESTING);
  expect(fake.calls).toHaveLength(5);
  const { owner } = service.database;
  expect(await owner.query(sql`select id from ai_reservation`)).toEqual([]);
  expect(await owner.query(sql`select status, cost_usd from ai_call where site_id = ${other.site.id}`)).toEqual([
    { status: 'error', cost_usd: '0' },
  ]);
  nowMs += 30_000;
  succeed();
  expectSuccess(await ask(other.token));
  expectSuccess(await ask(own.token));
  await service.close();
});

test('five timeouts of one site pause the copilot for that site only', async () => {
  const service: TestService = await startTestService({
    config: { aiProviderBaseUrl: fake.baseUrl, aiPrices: SAMPLE_PRICES },
    aiProvider: makeProvider({ totalMs: 200 }),
  });
  const [own, other] = [await service.createSite(), await service.createSite()];
  const ask = (token: string) =>
    service.call('POST', 'ai_copilot', { token, body: { transcript: 'Hello?', provider_api_key: 'pk-canary' } });
  fake.behave = () => undefined;
  for (const answer of await Promise.all(Array.from({ length: 5 }, () => ask(own.token)))) {
    expectError(answer, 'copilot_failed');
  }
  succeed();
  expect((await ask(own.token)).json.error.message).toBe(RESTING);
  expectSuccess(await ask(other.token));
  await service.close();
});
