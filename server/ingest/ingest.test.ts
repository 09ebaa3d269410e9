import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, TEST_ACTOR, type TestService, type TestSite } from '#server/testing/service.ts';
import { createAgent } from '#server/tickets/agents.ts';

const NOW = '2026-11-20T14:30:00.000Z';
const SOON = '2026-11-20T14:30:00.001Z';
let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  home = await service.createSite();
});

afterEach(() => service.close());

const send = (items: unknown, token = home.token) => service.call('POST', 'ingest', { token, body: { items } });

async function ingest(items: readonly object[], token = home.token) {
  const answer = await send(items, token);
  expectSuccess(answer);
  return answer.json.data;
}

async function one(item: object, token = home.token) {
  return (await ingest([item], token)).results[0];
}

const read = async (resource: string, query = '') =>
  (await service.call('GET', resource, { token: home.token, query })).json.data;

async function createTicket(): Promise<bigint> {
  const { json } = await service.call('POST', 'tickets', { token: home.token, body: { subject: 'Bell' } });
  return json.data.id;
}

const SEGMENT = { kind: 'segment', name: 'Buyers', event: 'buy', min_count: 1, within_days: 7 };
const AI_CALL = { kind: 'ai_call', feature: 'bot', model: 'm', input_tokens: 10, output_tokens: 5, latency_ms: 90 };

test('API-ingest-POST: invalid items fail alone, each with its reason, and the others are stored', async () => {
  const ticket_id = await createTicket();
  const answer = await ingest([
    { kind: 'csat', ticket_id, score: 5 },
    { kind: 'csat', ticket_id, score: 6 },
    { kind: 'nothing' },
    { ticket_id },
    'text' as unknown as object,
    null as unknown as object,
    { kind: 'feedback' },
    { kind: 'feedback', rating: 3, surprise: 1 },
    {
      kind: 'transcript',
      session_id: 's1',
      messages: [
        { role: 'visitor', text: 'Hi' },
        { role: 'cat', text: 'Hi' },
      ],
    },
    { kind: 'csat', ticket_id: 424_242, score: 1 },
    { kind: 'feedback', rating: 4 },
  ]);
  expect(answer).toMatchObject({ total: 11, stored: 2, updated: 0, failed: 9 });
  const outcomes = answer.results.map((result: Record<string, unknown>) => [
    result['outcome'],
    result['code'],
    result['message'],
  ]);
  expect(outcomes).toEqual([
    ['stored', null, null],
    ['failed', 'bad_field', 'score must be one of 0, 1, 2, 3, 4, 5'],
    [
      'failed',
      'bad_field',
      'kind must be one of csat, feedback, transcript, handoff, ai_call, message, conversation_starter, segment',
    ],
    ['failed', 'missing_field', 'kind is required'],
    ['failed', 'bad_field', 'the item must be an object'],
    ['failed', 'bad_field', 'the item must be an object'],
    ['failed', 'missing_field', 'rating is required'],
    ['failed', 'bad_field', 'surprise is not a field of this kind'],
    ['failed', 'bad_field', 'messages[1].role must be one of visitor, ai, agent, system'],
    ['failed', 'not_found', 'There is no ticket with this id'],
    ['stored', null, null],
  ]);
  expect(answer.results.map(({ index }: { index: number }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(answer.results[0]).toMatchObject({ kind: 'csat', id: expect.anything() });
  expect(answer.results[2]).toMatchObject({ kind: null, id: null });
  expect(await read('csat')).toMatchObject({ summary: { responses: 1, average: 5 } });
  expect((await read('feedback')).items).toMatchObject([{ rating: 4 }]);
  expect((await service.call('GET', 'transcripts', { token: home.token, query: { sessionId: 's1' } })).status).toBe(
    404,
  );
});

test('API-ingest-POST takes 1 to 500 items, with more keys in total than one object may have', async () => {
  const items = Array.from({ length: 500 }, (_, n) => ({
    kind: 'feedback',
    rating: n % 6,
    comment: 'x',
    external_id: `${n}`,
  }));
  expect(await ingest(items)).toMatchObject({ total: 500, stored: 500, failed: 0 });
  expect((await read('feedback')).total_count).toBe(500);
  expectError(await send([...items, { kind: 'feedback', rating: 1 }]), 'bad_field');
  for (const bad of [[], {}, null, 'x']) expectError(await send(bad), 'bad_field');
  expectError(await service.call('POST', 'ingest', { token: home.token, body: {} }), 'missing_field');
});

test('API-ingest-POST: a repeated external_id updates, for each kind and only within its kind', async () => {
  const ticket_id = await createTicket();
  const session_id = 's1';
  const items: [object, object][] = [
    [{ kind: 'csat', ticket_id, score: 1 }, { score: 5 }],
    [
      { kind: 'feedback', rating: 1, comment: 'Bad' },
      { rating: 5, comment: 'Good' },
    ],
    [{ kind: 'transcript', session_id, messages: [{ role: 'visitor', text: 'Hi' }] }, { channel: 'sms' }],
    [{ kind: 'handoff', session_id, reason: 'Refund' }, { status: 'taken' }],
    [{ ...AI_CALL, status: 'ok', cost_usd: 1, session_id }, { cost_usd: 0.25 }],
    [{ kind: 'message', channel: 'sms', direction: 'in', external_user_id: 'u1' }, { direction: 'out' }],
    [{ kind: 'conversation_starter', text: 'Where is my order?' }, { text: 'Is my order late?' }],
    [SEGMENT, { name: 'Customers' }],
  ];
  const first = await ingest(items.map(([item]) => ({ ...item, external_id: 'same' })));
  expect(first).toMatchObject({ stored: items.length, updated: 0, failed: 0 });
  const second = await ingest(items.map(([item, change]) => ({ ...item, ...change, external_id: 'same' })));
  expect(second).toMatchObject({ stored: 0, updated: items.length, failed: 0 });
  const idsOf = (answer: typeof first) => answer.results.map(({ id }: { id: unknown }) => id);
  expect(idsOf(second)).toEqual(idsOf(first));
  expect(await read('csat')).toMatchObject({ summary: { responses: 1, average: 5 } });
  expect(await read('feedback')).toMatchObject({ total_count: 1, items: [{ rating: 5, comment: 'Good' }] });
  expect(await read('transcripts', 'sessionId=s1')).toMatchObject({
    channel: 'sms',
    message_count: 1,
    cost_usd: 0.25,
    handoffs: [{ status: 'taken' }],
  });
  expect(await read('conversation_starters')).toMatchObject({ total_count: 1, items: [{ text: 'Is my order late?' }] });
  expect(await service.database.owner.query(sql`select direction from channel_message`)).toEqual([
    { direction: 'out' },
  ]);
  expect(await service.database.owner.query(sql`select name from segment`)).toEqual([{ name: 'Customers' }]);
});

test('API-ingest-POST: created_utc is never in the future and defaults to now', async () => {
  const ticket_id = await createTicket();
  const items = [
    { kind: 'csat', ticket_id, score: 1 },
    { kind: 'feedback', rating: 1 },
    { kind: 'transcript', session_id: 's1', messages: [] },
    { kind: 'handoff', session_id: 's1', reason: 'Refund' },
    { ...AI_CALL, status: 'ok' },
    { kind: 'message', channel: 'web', direction: 'in', external_user_id: 'u1' },
    { kind: 'conversation_starter', text: 'Hello?' },
    SEGMENT,
  ];
  const late = await ingest(items.map((item) => ({ ...item, created_utc: SOON })));
  expect(late).toMatchObject({ stored: 0, failed: items.length });
  for (const { code, message } of late.results) {
    expect(`${code}: ${message}`).toBe('bad_field: created_utc must not be in the future');
  }
  const inside = { kind: 'transcript', session_id: 's1', messages: [{ role: 'ai', text: 'x', created_utc: SOON }] };
  expect(await one(inside)).toMatchObject({
    code: 'bad_field',
    message: 'messages[0].created_utc must not be in the future',
  });
  expect(await one({ ...inside, messages: [], ended_utc: SOON })).toMatchObject({ code: 'bad_field' });
  expect(await one({ kind: 'feedback', rating: 1, created_utc: 'noon' })).toMatchObject({ code: 'bad_field' });
  expect(await ingest(items.map((item) => ({ ...item, created_utc: NOW })))).toMatchObject({ stored: items.length });
  await ingest([{ kind: 'feedback', rating: 2, created_utc: '2026-11-01T10:00:00+01:00', external_id: 'e' }]);
  await ingest([{ kind: 'feedback', rating: 3, external_id: 'e' }]);
  const { items: feedback } = await read('feedback');
  expect(feedback.map((row: { created_utc: string }) => row.created_utc)).toEqual([NOW, '2026-11-01T09:00:00.000Z']);
});

test('API-ingest-POST: an external_id of another object is a conflict of that item alone', async () => {
  const [a, b] = [await createTicket(), await createTicket()];
  await ingest([
    { kind: 'csat', ticket_id: a, score: 1, external_id: 'x' },
    { kind: 'transcript', session_id: 's1', messages: [{ role: 'ai', text: 'x' }], external_id: 'x' },
    { kind: 'handoff', session_id: 's1', reason: 'r', external_id: 'x' },
    { ...SEGMENT, external_id: 'x' },
    { ...SEGMENT, name: 'Lookers', external_id: 'y' },
  ]);
  const answer = await ingest([
    { kind: 'csat', ticket_id: b, score: 1, external_id: 'x' },
    { kind: 'transcript', session_id: 's2', messages: [{ role: 'ai', text: 'x' }], external_id: 'x' },
    { kind: 'handoff', session_id: 's2', reason: 'r', external_id: 'x' },
    { ...SEGMENT, name: 'Lookers', external_id: 'x' },
    { kind: 'feedback', rating: 1, external_id: 'x' },
  ]);
  expect(answer.results.map(({ code }: { code: string }) => code)).toEqual([
    'conflict',
    'conflict',
    'conflict',
    'conflict',
    null,
  ]);
  expect(await read('csat')).toMatchObject({ summary: { responses: 1 } });
});

test('API-ingest-POST: items of undeployed features are blocked and counted as failed', async () => {
  const bare = await service.createSite({ undeployed: ['channels', 'ai_usage'] });
  const message = { kind: 'message', direction: 'in', external_user_id: 'u1' };
  const answer = await ingest(
    [
      { ...message, channel: 'sms' },
      { ...message, channel: 'web' },
      { ...AI_CALL, status: 'ok' },
      { kind: 'message', channel: 'sms' },
    ],
    bare.token,
  );
  expect(answer).toMatchObject({ total: 4, stored: 1, updated: 0, failed: 3 });
  const blocked = { outcome: 'blocked', code: 'not_deployed', id: null };
  expect(answer.results).toMatchObject([
    { ...blocked, message: 'The feature channels is not deployed for this site' },
    { outcome: 'stored' },
    { ...blocked, message: 'The feature ai_usage is not deployed for this site' },
    { outcome: 'failed', code: 'missing_field' },
  ]);
  const rows = await service.database.owner.query(
    sql`select channel from channel_message where site_id = ${bare.site.id}`,
  );
  expect(rows).toEqual([{ channel: 'web' }]);
});

test('API-ingest-POST: tickets and agents of another site do not exist here', async () => {
  const ticket_id = await createTicket();
  const other = await service.createSite({ name: 'Other' });
  for (const item of [
    { kind: 'csat', ticket_id, score: 1 },
    { kind: 'feedback', ticket_id, rating: 1 },
    { kind: 'transcript', session_id: 's1', ticket_id, messages: [] },
    { kind: 'handoff', session_id: 's1', ticket_id, reason: 'r' },
    { kind: 'message', channel: 'web', direction: 'in', external_user_id: 'u', ticket_id },
  ]) {
    const foreign = await one(item, other.token);
    expect(foreign).toMatchObject({ outcome: 'failed', code: 'not_found' });
    expect(await one({ ...item, ticket_id: 424_242 }, other.token)).toEqual(foreign);
  }
  // Sites generate the same IDs: the second of two agents has an ID that no agent has on the other site.
  const context = { actor: TEST_ACTOR, now: service.clock.now() };
  const hire = (at: TestSite, name: string) => createAgent(service.database.owner, at.site, { name }, context);
  await hire(home, 'Ada');
  const eve = String(await hire(home, 'Eve'));
  const taken = (taken_by_agent_id: string) => ({
    kind: 'handoff',
    session_id: 's2',
    reason: 'r',
    status: 'taken',
    taken_by_agent_id,
  });
  const foreign = await one(taken(eve), other.token);
  expect(foreign).toMatchObject({ outcome: 'failed', code: 'bad_field' });
  expect(await one(taken('424242'), other.token)).toEqual(foreign);
  expect(await one(taken(eve))).toMatchObject({ outcome: 'stored' });
});

test('API-ingest-POST: an AI call has the given cost, otherwise that of the price of its model', async () => {
  const priced = await startTestService({
    now: NOW,
    emptyFirst: false,
    config: { aiPrices: new Map([['m', { inputUsd: 3, outputUsd: 15 }]]) },
  });
  const items = [
    { ...AI_CALL, status: 'ok', session_id: 's1' },
    { ...AI_CALL, status: 'error', session_id: 's1', cost_usd: 0.5 },
    { kind: 'transcript', session_id: 's1', messages: [] },
    { kind: 'transcript', session_id: 's2', messages: [] },
  ];
  await priced.call('POST', 'ingest', { token: home.token, body: { items } });
  expect((await read('transcripts', 'sessionId=s1')).cost_usd).toBe(0.500105);
  const { items: sessions } = await read('ai_sessions');
  expect(sessions.map((row: { cost_usd: number }) => row.cost_usd).toSorted()).toEqual([0, 0.500105]);
  await priced.close();
});

test('API-ingest-POST: two concurrent deliveries of the same items store each once', async () => {
  const items = Array.from({ length: 20 }, (_, n) => ({ kind: 'feedback', rating: 1, external_id: `f${n}` })).concat(
    Array.from({ length: 20 }, (_, n) => ({ ...SEGMENT, name: `s${n}`, rating: undefined }) as never),
  );
  const answers = await Promise.all([ingest(items), ingest(items.toReversed()), ingest(items)]);
  for (const answer of answers) {
    const bad = answer.results.filter(({ outcome }: { outcome: string }) => outcome === 'failed');
    expect(bad.every(({ code }: { code: string }) => code === 'conflict')).toBe(true);
  }
  const [count] = await service.database.owner.query(sql`
    select (select count(*)::integer from feedback) as feedback, (select count(*)::integer from segment) as segments`);
  expect(count).toEqual({ feedback: 20, segments: 20 });
});

test('a site takes 100 segments: one more is refused by name, and existing ones can still change', async () => {
  const segments = Array.from({ length: 101 }, (_, n) => ({ ...SEGMENT, name: `Segment ${n}` }));
  const { stored, results } = await ingest(segments);
  expect(stored).toBe(100);
  expect(results[100]).toMatchObject({
    outcome: 'failed',
    code: 'bad_field',
    message: 'name would be one more than the 100 segments that a site has',
  });
  expect(await one({ ...SEGMENT, name: 'segment 7', min_count: 3 })).toMatchObject({ outcome: 'updated' });
  const other = await service.createSite();
  expect(await one(SEGMENT, other.token)).toMatchObject({ outcome: 'stored' });
});
