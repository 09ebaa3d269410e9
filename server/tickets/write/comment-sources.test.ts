import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { completionOf, sendCompletion, startFakeProvider, type FakeProvider } from '#server/testing/fake-provider.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { HttpProvider } from '#server/ai/http-provider.ts';

const NOW = '2026-11-20T14:30:15.000Z';
let fake: FakeProvider;
let service: TestService;
let own: TestSite;
let ticketId: number;

beforeEach(async () => {
  fake = await startFakeProvider();
  service = await startTestService({
    now: NOW,
    config: { aiProviderBaseUrl: fake.baseUrl },
    aiProvider: new HttpProvider(fake.baseUrl, { totalMs: 800 }),
  });
  own = await service.createSite();
  ticketId = await makeTicket();
});
afterEach(async () => {
  await service.close();
  await fake.close();
});

async function makeTicket(): Promise<number> {
  const made = await service.call('POST', 'tickets', { token: own.token, body: { subject: 'Bell' } });
  return made.json.data.id;
}
const ask = (body: object = {}, headers: Record<string, string> = {}) =>
  service.call('POST', 'ai_copilot', {
    token: own.token,
    body: { transcript: 'Customer: my bell is missing.', provider_api_key: 'pk-1', ticket_id: ticketId, ...body },
    headers,
  });
const draft = async (body: object = {}) => {
  fake.behave = (response) => sendCompletion(response, completionOf('- One\n- Two\n- Three'));
  return (await ask(body)).json.data.call_id;
};
const reply = (body: object, headers: Record<string, string> = {}) =>
  service.call('POST', 'ticket_comments', {
    token: own.token,
    body: { ticket_id: ticketId, body: 'We send a new one.', ...body },
    headers,
  });
const report = async (query = '') => {
  const answer = await service.call('GET', 'ai_reports', { token: own.token, query: `report=drafts${query}` });
  expectSuccess(answer);
  return answer.json.data;
};
const uses = () => service.database.owner.query(sql`select call_id, comment_id, use from draft_use order by call_id`);

test('API-ai_copilot-POST names the stored call, in the repeated answer too', async () => {
  const headers = { 'idempotency-key': 'once' };
  const first = await ask({}, headers);
  expectSuccess(first);
  const [call] = await service.database.owner.query<{ id: bigint }>(sql`select id from ai_call`);
  expect(BigInt(first.json.data.call_id)).toBe(call?.id);
  expect((await ask({}, headers)).json).toEqual(first.json);
});

test('the report counts the drafts of its days by what became of them', async () => {
  for (const draft_use of ['as_is', 'edited', 'edited', 'discarded']) {
    expectSuccess(await reply({ draft_call_id: await draft(), draft_use }));
  }
  await draft();
  await draft({ mode: 'summary' });
  fake.behave = (response) => void response.writeHead(500).end();
  await ask();
  const counted = { drafts: 5, as_is: 1, edited: 2, discarded: 1 };
  expect(await report()).toEqual(counted);
  expect(await report('&from=2026-11-20&to=2026-11-21')).toEqual(counted);
  const none = { drafts: 0, as_is: 0, edited: 0, discarded: 0 };
  expect(await report('&from=2026-11-19&to=2026-11-20')).toEqual(none);
  expect(await report('&from=2026-11-21&to=2026-11-22')).toEqual(none);
  const other = await service.createSite({ undeployed: ['ai_usage'] });
  const answer = await service.call('GET', 'ai_reports', { token: other.token, query: 'report=drafts' });
  expect(answer.json.data).toEqual(none);
});

test('a draft belongs to the day it was written, however late its reply', async () => {
  const callId = await draft();
  service.clock.advance(3 * 86_400_000);
  expectSuccess(await reply({ draft_call_id: callId, draft_use: 'as_is' }));
  expect(await report('&from=2026-11-20&to=2026-11-21')).toMatchObject({ drafts: 1, as_is: 1 });
  expect(await report('&from=2026-11-23&to=2026-11-24')).toMatchObject({ drafts: 0, as_is: 0 });
});

test('the first comment of a draft counts: a later one is stored and changes nothing', async () => {
  const callId = await draft();
  const first = await reply({ draft_call_id: callId, draft_use: 'edited' });
  expectSuccess(await reply({ draft_call_id: callId, draft_use: 'as_is' }));
  expect(await uses()).toEqual([{ call_id: BigInt(callId), comment_id: BigInt(first.json.data.id), use: 'edited' }]);
});

test('a comment is refused, and not stored, where the call is no draft for its ticket', async () => {
  const other = await makeTicket();
  const elsewhere = await draft({ ticket_id: other });
  const summary = await draft({ mode: 'summary' });
  const withoutTicket = await draft({ ticket_id: undefined });
  fake.behave = (response) => void response.writeHead(500).end();
  await ask();
  const [failed] = await service.database.owner.query<{ id: bigint }>(
    sql`select id from ai_call where status = 'error'`,
  );
  expect(failed).toBeDefined();
  for (const draft_call_id of [elsewhere, summary, withoutTicket, Number(failed?.id), 999_999]) {
    expectError(await reply({ draft_call_id, draft_use: 'as_is' }), 'bad_field');
  }
  const callId = elsewhere;
  for (const alone of [
    { draft_call_id: callId },
    { draft_use: 'as_is' },
    { draft_call_id: callId, draft_use: 'sent' },
  ]) {
    expectError(await reply({ ...alone, ticket_id: other }), 'bad_field');
  }
  expect(await service.database.owner.query(sql`select id from ticket_comment`)).toEqual([]);
  expect(await uses()).toEqual([]);
});

test('each saved reply of a comment counts as used once, and a repeated call counts nothing more', async () => {
  const add = async (title: string) =>
    (await service.call('POST', 'saved_replies', { token: own.token, body: { title, body: 'Hello' } })).json.data.id;
  const [one, two, unused] = [await add('One'), await add('Two'), await add('Unused')];
  const headers = { 'idempotency-key': 'once' };
  const body = { saved_reply_ids: [two, one, one, 999_999], draft_call_id: await draft(), draft_use: 'edited' };
  const first = await reply(body, headers);
  expectSuccess(first);
  expect((await reply(body, headers)).json.data.id).toBe(first.json.data.id);
  expectError(await reply({ ...body, version: 999 }), 'conflict');
  const { items } = (await service.call('GET', 'saved_replies', { token: own.token })).json.data;
  const counts = Object.fromEntries(
    items.map((item: { id: number; used_count: number; version: number }) => [
      item.id,
      [item.used_count, item.version],
    ]),
  );
  expect(counts).toEqual({ [one]: [1, 1], [two]: [1, 1], [unused]: [0, 1] });
  expect(await uses()).toHaveLength(1);
  expectError(await reply({ saved_reply_ids: Array.from({ length: 11 }, () => one) }), 'bad_field');
});
