import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { completionOf, sendCompletion, startFakeProvider, type FakeProvider } from '#server/testing/fake-provider.ts';
import { startTestService, TEST_ACTOR, type TestService, type TestSite } from '#server/testing/service.ts';
import { MAX_ANSWER_TOKENS } from '#contract/copilot-estimate.ts';
import { reserveCall } from './reserve-call.ts';
import { recordSample, SAMPLE_PRICES } from '#server/testing/sample-calls.ts';

const QUESTION = { transcript: 'Customer: my bell is missing.', provider_api_key: 'pk' };
const CROWD = 50;

let fake: FakeProvider;
let service: TestService;
let own: TestSite;

beforeEach(async () => {
  fake = await startFakeProvider();
  service = await startTestService({
    now: '2026-11-20T14:30:15.000Z',
    config: { aiProviderBaseUrl: fake.baseUrl, aiPrices: SAMPLE_PRICES },
  });
  own = await service.createSite();
});
afterEach(async () => {
  await service.close();
  await fake.close();
});

const ask = (token = own.token) => service.call('POST', 'ai_copilot', { token, body: QUESTION });
const askAll = () => Promise.all(Array.from({ length: CROWD }, () => ask()));
const setLimits = async (body: object) =>
  expectSuccess(await service.call('PATCH', 'ai_limits', { token: own.token, body }));
const limits = async () => (await service.call('GET', 'ai_limits', { token: own.token })).json.data;
const refusals = () =>
  service.database.owner.query(sql`
    select (created_utc at time zone 'UTC')::date::text as day, cap, count(*) as refused
    from ai_refusal cross join unnest(caps) cap group by 1, 2 order by 2`);
const WANTED = { feature: 'copilot', model: 'small', ticketId: null } as const;
const reservations = () => service.database.owner.query(sql`select id from ai_reservation`);
const context = () => ({ actor: TEST_ACTOR, now: service.clock.now() });
const countOk = (answers: readonly { status: number }[]) => answers.filter(({ status }) => status === 200).length;

test('API-ai_copilot-POST a hard cap on calls per minute is exact with 50 concurrent calls', async () => {
  await setLimits({ minute_call_limit: 10, action: 'hard' });
  const answers = await askAll();
  expect(countOk(answers)).toBe(10);
  for (const answer of answers) if (answer.status !== 200) expectError(answer, 'ai_cap_exceeded');
  expect(fake.calls).toHaveLength(10);
  expect((await limits()).minute_calls).toMatchObject({ current: 10, exceeded: true, headroom: 0 });
  expect(await refusals()).toEqual([{ day: '2026-11-20', cap: 'minute_calls', refused: 40n }]);
  expect(await reservations()).toEqual([]);
});

test('API-ai_copilot-POST two nodes on one database allow no more calls than one', async () => {
  await setLimits({ minute_call_limit: 10, action: 'hard' });
  const config = { aiProviderBaseUrl: fake.baseUrl, aiPrices: SAMPLE_PRICES };
  const second = await startTestService({ now: '2026-11-20T14:30:15.000Z', emptyFirst: false, config });
  const body = QUESTION;
  const answers = await Promise.all(
    Array.from({ length: CROWD }, (_, n) =>
      (n % 2 === 0 ? service : second).call('POST', 'ai_copilot', { token: own.token, body }),
    ),
  );
  expect(countOk(answers)).toBe(10);
  expect(fake.calls).toHaveLength(10);
  await second.close();
});

test('API-ai_copilot-POST hard caps on tokens and money are exceeded by less than the reservation of one call', async () => {
  // Each call uses its maximum, to test the bound.
  let most = 0;
  fake.behave = (response, { body }) => {
    const characters: number = body.messages.reduce(
      (n: number, { content }: { content: string }) => n + content.length,
      0,
    );
    const input = Math.ceil(characters / 2);
    most = input + MAX_ANSWER_TOKENS;
    sendCompletion(response, completionOf('x', { prompt_tokens: input, completion_tokens: MAX_ANSWER_TOKENS }));
  };
  await setLimits({ daily_token_limit: 10_000, action: 'hard' });
  const byTokens = countOk(await askAll());
  const { current } = (await limits()).daily_tokens;
  expect(current).toBe(byTokens * most);
  expect(current).toBeGreaterThanOrEqual(10_000);
  expect(current).toBeLessThan(10_000 + most);

  const { current: spent } = (await limits()).budget;
  const budget = spent + 0.003;
  await setLimits({ daily_token_limit: null, monthly_budget_usd: budget });
  const byMoney = countOk(await askAll());
  const price = spent / byTokens;
  const now = (await limits()).budget.current;
  expect(byMoney).toBe(Math.ceil(0.003 / price));
  expect(now).toBeGreaterThanOrEqual(budget);
  expect(now).toBeLessThan(budget + price);
});

test('API-ai_copilot-POST a call in progress keeps its reservation', async () => {
  await setLimits({ minute_call_limit: 2, daily_token_limit: 1_000_000, action: 'hard' });
  let inner: Awaited<ReturnType<typeof ask>>[] = [];
  fake.behave = async (response) => {
    fake.behave = (response) => sendCompletion(response, completionOf('second'));
    inner = [await ask(), await ask()];
    sendCompletion(response, completionOf('first'));
  };
  expectSuccess(await ask());
  expect(inner.map(({ status }) => status)).toEqual([200, 429]);
});

test.each([
  ['minute_call_limit', '2026-11-20T14:30:15.000Z', '45', 'The AI calls for this minute are used up'],
  ['minute_call_limit', '2026-11-20T14:30:59.001Z', '1', 'The AI calls for this minute are used up'],
  ['daily_token_limit', '2026-11-20T14:30:15.000Z', '34185', 'The AI tokens for today are used up'],
  ['monthly_budget_usd', '2026-11-20T14:30:15.000Z', '898185', 'The AI budget for this month is used up'],
  ['monthly_budget_usd', '2026-12-31T23:59:59.500Z', '1', 'The AI budget for this month is used up'],
])('API-ai_copilot-POST over %s at %s is 429 with %s seconds to wait, without calling the provider', async (...row) => {
  const [field, at, seconds, message] = row;
  service.clock.set(at);
  await setLimits({ [field]: 0, action: 'hard' });
  const answer = await ask();
  expectError(answer, 'ai_cap_exceeded');
  expect(answer.headers['retry-after']).toBe(seconds);
  expect(answer.json.error.message).toBe(message);
  expect(fake.calls).toEqual([]);
  expect((await service.call('GET', 'ai_usage', { token: own.token })).json.data.summary.calls_today).toBe(0);
});

test('API-ai_copilot-POST Retry-After is the end of the later of two caps', async () => {
  await setLimits({ minute_call_limit: 0, daily_token_limit: 0, action: 'hard' });
  const answer = await ask();
  expect(answer.headers['retry-after']).toBe('34185');
  expect(await refusals()).toMatchObject([{ cap: 'daily_tokens' }, { cap: 'minute_calls' }]);
});

test('API-ai_copilot-POST a hard cap allows calls again after the minute', async () => {
  await setLimits({ minute_call_limit: 1, action: 'hard' });
  expect([(await ask()).status, (await ask()).status]).toEqual([200, 429]);
  service.clock.set('2026-11-20T14:31:00.000Z');
  expect((await ask()).status).toBe(200);
});

test('API-ai_copilot-POST a soft cap allows calls and shows as exceeded', async () => {
  await setLimits({ minute_call_limit: 1, daily_token_limit: 1, monthly_budget_usd: 0, action: 'soft' });
  expectSuccess(await ask());
  expectSuccess(await ask());
  expect(await limits()).toMatchObject({
    budget: { exceeded: true },
    daily_tokens: { exceeded: true, current: 300 },
    minute_calls: { exceeded: true, current: 2 },
    any_exceeded: true,
  });
  expect(await refusals()).toEqual([]);
});

test('API-ai_copilot-POST reported calls count against the cap, calls of other sites do not', async () => {
  const other = await service.createSite();
  await setLimits({ minute_call_limit: 3, daily_token_limit: 100_000, monthly_budget_usd: 100, action: 'hard' });
  for (let n = 0; n < 3; n += 1) await recordSample(service, other, { costUsd: 100 });
  expectSuccess(await ask(other.token));
  expectSuccess(await ask());
  await recordSample(service, own);
  expectSuccess(await ask());
  expectError(await ask(), 'ai_cap_exceeded');
  expectSuccess(await ask(other.token));
});

test('API-ai_copilot-POST a failed call releases tokens and money, and counts as a call of its minute', async () => {
  await setLimits({ daily_token_limit: 1, minute_call_limit: 2, action: 'hard' });
  const answers = fake.behave;
  fake.behave = (response) => sendCompletion(response, {}, 500);
  expectError(await ask(), 'copilot_failed');
  expect(await limits()).toMatchObject({ daily_tokens: { current: 0 }, minute_calls: { current: 1 } });
  fake.behave = answers;
  expectSuccess(await ask());
});

test('reservations of a crashed node expire after a minute', async () => {
  await setLimits({ daily_token_limit: 100, action: 'hard' });
  const wanted = { ...WANTED, inputTokens: 50, outputTokens: 50, price: null };
  // Reserved, and never settled.
  await reserveCall(service.database.forSite(own.site.id), own.site, wanted, context());
  expectError(await ask(), 'ai_cap_exceeded');
  service.clock.advance(59_999);
  expectError(await ask(), 'ai_cap_exceeded');
  service.clock.advance(1);
  expectSuccess(await ask());
  expect(await reservations()).toEqual([]);
});

test('a reservation counts in the minute, day and month in which its call started', async () => {
  service.clock.set('2026-11-30T23:59:50.000Z');
  const db = service.database.forSite(own.site.id);
  await reserveCall(
    db,
    own.site,
    { ...WANTED, inputTokens: 1e6, outputTokens: 1e6, price: { inputUsd: 9, outputUsd: 9 } },
    context(),
  );
  await setLimits({ monthly_budget_usd: 1, daily_token_limit: 10, minute_call_limit: 1, action: 'hard' });
  expectError(await ask(), 'ai_cap_exceeded');
  service.clock.set('2026-12-01T00:00:00.000Z');
  expectSuccess(await ask());
});

test('two sites do not wait for each other’s reservations', async () => {
  const other = await service.createSite();
  const db = service.database.forSite(own.site.id);
  await reserveCall(db, own.site, { ...WANTED, inputTokens: 5, outputTokens: 5, price: null }, context());
  for (const token of [own.token, other.token]) {
    const body = { daily_token_limit: 10, action: 'hard' };
    expectSuccess(await service.call('PATCH', 'ai_limits', { token, body }));
  }
  expectSuccess(await ask(other.token));
  expectError(await ask(), 'ai_cap_exceeded');
});
