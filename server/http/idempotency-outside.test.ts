import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { completionOf, sendCompletion, startFakeProvider, type FakeProvider } from '#server/testing/fake-provider.ts';
import { AppKeys } from '#server/secrets/app-keys.ts';
import { startTestService, TEST_SECRET, type TestService, type TestSite } from '#server/testing/service.ts';

const QUESTION = { transcript: 'Customer: my bell is missing.', provider_api_key: 'pk-canary-0123456789' };

let fake: FakeProvider;
let service: TestService;
let own: TestSite;

beforeEach(async () => {
  fake = await startFakeProvider();
  service = await startTestService({ config: { aiProviderBaseUrl: fake.baseUrl } });
  own = await service.createSite();
});
afterEach(async () => {
  await service.close();
  await fake.close();
});

const ask = (body: object = {}, token = own.token) =>
  service.call('POST', 'ai_copilot', {
    token,
    body: { ...QUESTION, ...body },
    headers: { 'idempotency-key': 'key-1' },
  });
const countCalls = async () => (await service.database.owner.query(sql`select id from ai_call`)).length;
const records = () =>
  service.database.owner.query<{ answer: string | null; record: string }>(
    sql`select answer, r::text as record from idempotency_record r`,
  );

test('API-ai_copilot-POST the same key and body return the first response, and the provider is called once', async () => {
  const first = await ask();
  expectSuccess(first);
  service.clock.advance(60_000);
  expect((await ask()).text).toBe(first.text);
  // The provider's key may differ, since it may have been renewed meanwhile.
  expect((await ask({ provider_api_key: 'pk-renewed' })).text).toBe(first.text);
  // A claim without a reply would expire after a minute; this one has a reply.
  for (const ms of [1, 3_600_000, 22 * 3_600_000]) {
    service.clock.advance(ms);
    expect((await ask()).text).toBe(first.text);
  }
  expect(fake.calls).toHaveLength(1);
  expect(await countCalls()).toBe(1);
});

test('API-ai_copilot-POST a retry after a rotation of the key returns the first response, and the provider is called once', async () => {
  const first = await ask();
  const rotated = await startTestService({
    emptyFirst: false,
    config: { aiProviderBaseUrl: fake.baseUrl },
    keys: new AppKeys('the next key, which also has more than 32 characters', TEST_SECRET),
  });
  try {
    const request = { token: own.token, body: QUESTION, headers: { 'idempotency-key': 'key-1' } };
    expect((await rotated.call('POST', 'ai_copilot', request)).text).toBe(first.text);
  } finally {
    await rotated.close();
  }
  expect(fake.calls).toHaveLength(1);
});

test('API-ai_copilot-POST another body under the same key is a conflict, even while the first call runs', async () => {
  let during: Awaited<ReturnType<typeof ask>> | undefined;
  fake.behave = async (response) => {
    during = await ask({ transcript: 'Another' });
    sendCompletion(response, completionOf('Hello.'));
  };
  expectSuccess(await ask());
  if (during === undefined) throw new Error('nothing was asked meanwhile');
  expectError(during, 'conflict');
  expectError(await ask({ mode: 'summary' }), 'conflict');
  expect(fake.calls).toHaveLength(1);
});

test('API-ai_copilot-POST concurrent calls with one key wait for the first and get its response', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask()));
  for (const answer of answers) expectSuccess(answer);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(fake.calls).toHaveLength(1);
});

test('API-ai_copilot-POST a failed call releases its key', async () => {
  const answers = fake.behave;
  fake.behave = (response) => sendCompletion(response, {}, 500);
  expectError(await ask(), 'copilot_failed');
  expect(await records()).toEqual([]);
  fake.behave = answers;
  expectSuccess(await ask());
  expect(fake.calls).toHaveLength(2);
});

test('API-ai_copilot-POST the record contains the reply, but neither the key of the provider nor the transcript', async () => {
  const { text } = await ask();
  const [record] = await records();
  expect(record?.answer).toBe(text);
  expect(record?.record).not.toContain('canary');
  expect(record?.record).not.toContain('bell');
});

test('API-ai_copilot-POST a key claimed by a dead node is free after a minute', async () => {
  let claim: unknown;
  fake.behave = async (response) => {
    [claim] = await records();
    response.destroy();
  };
  expectError(await ask(), 'copilot_failed');
  expect(claim).toMatchObject({ answer: null });
  await service.database.owner.query(sql`
    insert into idempotency_record (site_id, token_id, operation, key, body_hash, created_utc)
    values (${own.site.id}, ${own.tokenId}, 'askCopilot', 'key-1', ${Buffer.alloc(32)}, ${service.clock.now()})`);
  fake.behave = (response) => sendCompletion(response, completionOf('Hello.'));
  service.clock.advance(60_000);
  expectError(await ask(), 'conflict');
  service.clock.advance(1);
  expectSuccess(await ask());
});

test('API-ai_copilot-POST keys belong to their token: each token gets its own first response', async () => {
  const other = await service.issueToken(own.site);
  fake.behave = (response) => sendCompletion(response, completionOf(`Answer ${fake.calls.length}.`));
  const [mine, theirs] = [await ask(), await ask({}, other.token)];
  expectSuccess(mine);
  expectSuccess(theirs);
  expect(theirs.text).not.toBe(mine.text);
  expect((await ask({}, other.token)).text).toBe(theirs.text);
  expect((await ask()).text).toBe(mine.text);
  expect(fake.calls).toHaveLength(2);
});

test('API-ai_copilot-POST a call that fails does not free the same key of another token', async () => {
  const other = await service.issueToken(own.site);
  let again: ReturnType<typeof ask> | undefined;
  fake.behave = async (response) => {
    if (fake.calls.length > 1) return sendCompletion(response, {}, 500);
    expectError(await ask({}, other.token), 'copilot_failed');
    again = ask();
    // Lets the first call finish only after the second call of its token has looked for the reply.
    await ask({ transcript: 'Another' });
    return sendCompletion(response, completionOf('Hello.'));
  };
  const first = await ask();
  expectSuccess(first);
  expect((await again)?.text).toBe(first.text);
  expect(fake.calls).toHaveLength(2);
});
