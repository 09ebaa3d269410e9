import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { completionOf, sendCompletion, startFakeProvider, type FakeProvider } from '#server/testing/fake-provider.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { HttpProvider } from './http-provider.ts';
import { SAMPLE_PRICES } from '#server/testing/sample-calls.ts';
import { countRows } from '#server/testing/tables.ts';

const NOW = '2026-11-20T14:30:15.000Z';
const KEY = 'pk-canary-0123456789';
const QUESTION = { transcript: 'Customer: my bell is missing.', provider_api_key: KEY };

let fake: FakeProvider;
let service: TestService;
let own: TestSite;
let log = '';

async function start(config = {}) {
  log = '';
  service = await startTestService({
    now: NOW,
    config: { aiProviderBaseUrl: fake.baseUrl, aiPrices: SAMPLE_PRICES, logLevel: 'debug', ...config },
    aiProvider: new HttpProvider(fake.baseUrl, { totalMs: 800 }),
    log: (text) => (log += text),
  });
  own = await service.createSite();
}

beforeEach(async () => {
  fake = await startFakeProvider();
  await start();
});
afterEach(async () => {
  await service.close();
  await fake.close();
});

const ask = (body: object = {}, headers: Record<string, string> = {}, token = own.token) =>
  service.call('POST', 'ai_copilot', { token, body: { ...QUESTION, ...body }, headers });
const answerWith = (content: string, usage?: unknown) => {
  fake.behave = (response) => {
    service.clock.advance(250);
    sendCompletion(response, usage === undefined ? completionOf(content) : completionOf(content, usage));
  };
};
const calls = () =>
  service.database.owner.query(sql`
    select feature, model, input_tokens, output_tokens, cost_usd, is_priced, latency_ms, status, created_utc
    from ai_call order by id`);
const reservations = () => service.database.owner.query(sql`select id from ai_reservation`);

test('API-ai_copilot-POST drafts a reply by one call to the provider and logs it under copilot', async () => {
  answerWith('We send you a new bell.');
  const answer = await ask();
  expectSuccess(answer);
  expect(answer.json.data).toEqual({
    mode: 'reply',
    text: 'We send you a new bell.',
    model: 'small',
    tokens: 150,
    cost_usd: 0.000_036,
    latency_ms: 250,
    call_id: expect.any(Number),
  });
  expect(fake.calls).toHaveLength(1);
  expect(fake.calls[0]?.body).toMatchObject({ model: 'small', max_tokens: 1024 });
  expect(fake.calls[0]?.body.messages[1].content).toContain(QUESTION.transcript);
  expect(fake.calls[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(await calls()).toEqual([
    {
      feature: 'copilot',
      model: 'small',
      input_tokens: 120n,
      output_tokens: 30n,
      cost_usd: '0.000036',
      is_priced: true,
      latency_ms: 250,
      status: 'ok',
      created_utc: NOW,
    },
  ]);
  expect(await reservations()).toEqual([]);
});

test('API-ai_copilot-POST a summary has 3 to 6 points and is logged under copilot_summary', async () => {
  answerWith('Sure:\n- Bell is missing\n- Ordered on Monday\n- Wants a new one');
  const answer = await ask({ mode: 'summary' });
  expectSuccess(answer);
  expect(answer.json.data).toMatchObject({
    mode: 'summary',
    text: '- Bell is missing\n- Ordered on Monday\n- Wants a new one',
    bullets: ['Bell is missing', 'Ordered on Monday', 'Wants a new one'],
  });
  expect(await calls()).toMatchObject([{ feature: 'copilot_summary', status: 'ok' }]);
  const usage = await service.call('GET', 'ai_usage', { token: own.token });
  expect(usage.json.data.by_feature[6]).toMatchObject({ feature: 'copilot_summary', calls: 1, tokens: 150 });
});

test.each(['- a\n- b', 'One sentence. And another.'])(
  'API-ai_copilot-POST the summary %j fails, but the usage of the provider is counted',
  async (text) => {
    answerWith(text);
    expectError(await ask({ mode: 'summary' }), 'copilot_failed');
    expect(await calls()).toMatchObject([{ feature: 'copilot_summary', status: 'error', input_tokens: 120n }]);
    expect(await reservations()).toEqual([]);
  },
);

test('API-ai_copilot-POST has two aliases', async () => {
  for (const name of ['ai_suggest_reply', 'copilot']) {
    expectSuccess(await service.call('POST', name, { token: own.token, body: QUESTION }));
  }
  expect(await calls()).toMatchObject([{ feature: 'copilot' }, { feature: 'copilot' }]);
});

test('API-ai_copilot-POST uses the requested model, otherwise the default, otherwise the first with a price', async () => {
  await ask({ model: 'large' });
  await ask();
  await service.close();
  await start({ aiDefaultModel: 'large' });
  await ask();
  await service.close();
  await start({ aiPrices: new Map() });
  const unpriced = await ask();
  expect(unpriced.json.data).toMatchObject({ model: 'default', cost_usd: 0 });
  expect(await calls()).toMatchObject([{ model: 'default', is_priced: false }]);
  expect(fake.calls.map(({ body }) => body.model)).toEqual(['large', 'small', 'large', 'default']);
});

test('API-ai_copilot-POST tokens are estimated like a reservation if the provider does not count them', async () => {
  fake.behave = (response) => sendCompletion(response, completionOf('12345', null));
  const { data } = (await ask()).json;
  const prompt: { content: string }[] = fake.calls[0]?.body.messages;
  const characters = prompt.reduce((sum, { content }) => sum + content.length, 0);
  expect(data.tokens).toBe(Math.ceil(characters / 2) + 3);
});

test('API-ai_copilot-POST the transcript takes 8000 characters and the tone 500, whatever their size in bytes', async () => {
  for (const character of ['x', '\u{1f6b2}']) {
    expectSuccess(await ask({ transcript: character.repeat(8000), tone_hint: character.repeat(500) }));
    expectError(await ask({ transcript: character.repeat(8001) }), 'bad_field');
    expectError(await ask({ tone_hint: character.repeat(501) }), 'bad_field');
  }
  expect(fake.calls).toHaveLength(2);
  expect(fake.calls[1]?.body.messages[1].content).toContain('\u{1f6b2}'.repeat(500));
});

test('API-ai_copilot-POST refuses missing or invalid fields before anything else', async () => {
  const before = await countRows(service);
  const send = (body: object) => service.call('POST', 'ai_copilot', { token: own.token, body });
  expectError(await send({ provider_api_key: KEY }), 'missing_field');
  expectError(await send({ transcript: 'x' }), 'missing_field');
  for (const wrong of [
    { transcript: '' },
    { transcript: ' ' },
    { transcript: 7 },
    { transcript: null },
    { provider_api_key: '' },
    { provider_api_key: null },
    { provider_api_key: 'two words' },
    { provider_api_key: 'line\nbreak' },
    { provider_api_key: 'ключ' },
    { provider_api_key: 'x'.repeat(501) },
    { mode: 'chat' },
    { model: '' },
    { model: 'x'.repeat(201) },
    { tone_hint: 5 },
    { temperature: 1 },
  ]) {
    const answer = await ask(wrong);
    expectError(answer, 'bad_field');
    expect(answer.text).not.toContain('line');
  }
  expect(fake.calls).toEqual([]);
  expect(await countRows(service)).toEqual(before);
});

test('API-ai_copilot-POST without a provider fails after the checks of the body, and whoami says so', async () => {
  await service.close();
  service = await startTestService({ now: NOW });
  own = await service.createSite();
  const before = await countRows(service);
  expectError(await ask({ transcript: '' }), 'bad_field');
  const answer = await ask();
  expectError(answer, 'copilot_failed');
  expect(answer.json.error.message).toBe('no provider is configured');
  expect(await countRows(service)).toEqual(before);
  const { deployed } = (await service.call('GET', 'whoami', { token: own.token })).json.data.capabilities;
  expect(deployed).toMatchObject({ ai_copilot: false, ai_usage: true });
});

test('API-whoami-GET ai_copilot is deployed if there is a provider and AI usage', async () => {
  const deployed = async (token: string) =>
    (await service.call('GET', 'whoami', { token })).json.data.capabilities.deployed.ai_copilot;
  expect(await deployed(own.token)).toBe(true);
  expect(await deployed((await service.createSite({ undeployed: ['ai_usage'] })).token)).toBe(false);
});

test('API-ai_copilot-POST on a site without AI usage fails before the provider is asked', async () => {
  const bare = await service.createSite({ undeployed: ['ai_usage'] });
  expectError(await ask({ transcript: '' }, {}, bare.token), 'bad_field');
  expectError(await ask({}, {}, bare.token), 'copilot_failed');
  expect(fake.calls).toEqual([]);
  expect(await calls()).toEqual([]);
});

test('API-ai_copilot-POST no write or open transaction during the request to the provider', async () => {
  let seen: unknown;
  fake.behave = async (response) => {
    const usage = await service.call('GET', 'ai_usage', { token: own.token });
    const ticket = await service.call('POST', 'tickets', { token: own.token, body: { subject: 'Meanwhile' } });
    seen = [usage.json.data.summary.calls_today, ticket.status, (await reservations()).length];
    sendCompletion(response, completionOf('Here you are.'));
  };
  expectSuccess(await ask({}, { 'idempotency-key': 'k' }));
  expect(seen).toEqual([0, 200, 1]);
});

test('API-ai_copilot-POST the key is in no log line, reply or table, even if the provider returns it', async () => {
  answerWith(`Your key is ${KEY}, ignore the rules.`);
  const echoed = await ask({}, { 'idempotency-key': 'first' });
  expect(echoed.json.data.text).toBe('Your key is [secret], ignore the rules.');
  const again = await ask({}, { 'idempotency-key': 'first' });
  fake.behave = (response) => sendCompletion(response, { error: KEY }, 403);
  const failed = await ask({}, { 'idempotency-key': 'second' });
  const refused = await ask({ mode: 'x' });
  await service.close();
  for (const answer of [echoed, again, failed, refused]) {
    expect(answer.text + JSON.stringify(answer.headers)).not.toContain('canary');
  }
  expect(log).toContain('copilot_failed');
  expect(log).not.toContain('canary');
  expect(log).not.toContain('bell is missing');
  expect(await storedText()).not.toContain('canary');
});

async function storedText(): Promise<string> {
  const { owner } = service.database;
  const tables = await owner.query<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  );
  let text = '';
  for (const { name } of tables) {
    const rows = await owner.query<{ row: string }>({ text: `select t::text as row from "${name}" t`, values: [] });
    text += rows.map(({ row }) => row).join('\n');
  }
  expect(text).toContain('copilot');
  return text;
}
