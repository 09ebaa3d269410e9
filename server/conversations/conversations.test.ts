import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

const NOW = '2026-11-20T14:30:00.000Z';
let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  home = await service.createSite();
});

afterEach(() => service.close());

const get = (resource: string, query: object | string = '', token = home.token) =>
  service.call('GET', resource, { token, query: query as string });
const read = async (resource: string, query: object | string = '') => (await get(resource, query)).json.data;

async function ingest(...items: object[]) {
  const { json } = await service.call('POST', 'ingest', { token: home.token, body: { items } });
  for (const { message } of json.data.results) expect(message).toBeNull();
  return json.data.results;
}

const say = (session_id: string, text: string, more: object = {}) => ({
  kind: 'transcript',
  session_id,
  messages: [{ role: 'visitor', text }],
  ...more,
});
const sessions = async (query: object | string) =>
  (await read('ai_sessions', query)).items.map((session: { session_id: string }) => session.session_id);

async function createTicket(body: object = {}) {
  return (await service.call('POST', 'tickets', { token: home.token, body: { subject: 'Bell', ...body } })).json.data;
}

test('API-transcripts-GET: a session with all its messages, oldest first', async () => {
  const { id: ticket_id, customer_identity_id } = await createTicket({ requester_email: 'ada@example.org' });
  await ingest({
    kind: 'transcript',
    session_id: 's1',
    channel: 'sms',
    visitor_key: 'v1',
    email: 'ADA@example.org',
    ticket_id,
    ended_utc: NOW,
    messages: [
      { role: 'ai', text: 'Second', created_utc: '2026-11-20T10:00:01Z', tokens: 12, cost_usd: 0.0001, latency_ms: 80 },
      { role: 'visitor', text: 'First', author_name: 'Ada', created_utc: '2026-11-20T10:00:00Z' },
      { role: 'system', text: 'Third', created_utc: '2026-11-20T10:00:01Z' },
    ],
  });
  const nothing = { author_name: null, tokens: null, cost_usd: null, latency_ms: null, id: expect.anything() };
  expect(await read('transcripts', { sessionId: 's1' })).toEqual({
    session_id: 's1',
    channel: 'sms',
    visitor_key: 'v1',
    customer_identity_id,
    ticket_id,
    outcome: 'answered',
    message_count: 3,
    cost_usd: 0,
    started_utc: '2026-11-20T10:00:00.000Z',
    ended_utc: NOW,
    messages: [
      { ...nothing, role: 'visitor', text: 'First', author_name: 'Ada', created_utc: '2026-11-20T10:00:00.000Z' },
      {
        ...nothing,
        ...{ role: 'ai', text: 'Second', tokens: 12, cost_usd: 0.0001, latency_ms: 80 },
        created_utc: '2026-11-20T10:00:01.000Z',
      },
      { ...nothing, role: 'system', text: 'Third', created_utc: '2026-11-20T10:00:01.000Z' },
    ],
    handoffs: [],
    name: 'ada@example.org',
    journey: expect.anything(),
    review: null,
  });
  expect((await read('ticket', { id: ticket_id, include: 'links' })).links).toEqual([
    { kind: 'customer', id: String(customer_identity_id), label: 'ada@example.org' },
    { kind: 'session', id: 's1', label: 'sms, 2026-11-20' },
  ]);
});

test('API-transcripts-GET needs an existing session', async () => {
  expectError(await get('transcripts'), 'missing_field');
  expectError(await get('transcripts', { sessionId: 's1' }), 'not_found');
  expectError(await get('transcripts', { sessionId: 'x'.repeat(201) }), 'bad_field');
  await ingest(say('s1', 'Hi'));
  expectSuccess(await get('transcripts', { sessionId: 's1' }));
  const other = await service.createSite({ name: 'Other' });
  expectError(await get('transcripts', { sessionId: 's1' }, other.token), 'not_found');
});

test('API-transcripts-GET returns all messages, more than any page', async () => {
  const messages = Array.from({ length: 500 }, (_, n) => ({ role: 'visitor', text: `Line ${n}` }));
  await ingest({ kind: 'transcript', session_id: 's1', messages });
  await ingest({ kind: 'transcript', session_id: 's1', messages: messages.slice(0, 1) });
  const { messages: stored, message_count } = await read('transcripts', { sessionId: 's1' });
  expect(message_count).toBe(501);
  expect(stored.map(({ text }: { text: string }) => text)).toEqual([...messages.map(({ text }) => text), 'Line 0']);
});

test('API-ingest-POST: a transcript appends, omitted fields stay, and a repeated delivery is not duplicated', async () => {
  await ingest(say('s1', 'One', { channel: 'sms', visitor_key: 'v1', external_id: 'a' }));
  await ingest(say('s1', 'Two', { external_id: 'b' }), say('s1', 'Three'));
  const texts = async () =>
    (await read('transcripts', { sessionId: 's1' })).messages.map(({ text }: { text: string }) => text);
  expect(await texts()).toEqual(['One', 'Two', 'Three']);
  expect((await ingest(say('s1', 'Two, again', { external_id: 'b' })))[0].outcome).toBe('updated');
  expect((await texts()).toSorted()).toEqual(['One', 'Three', 'Two, again']);
  expect(await read('transcripts', { sessionId: 's1' })).toMatchObject({
    channel: 'sms',
    visitor_key: 'v1',
    message_count: 3,
  });
});

test('API-ingest-POST: an email or phone links an existing customer and creates none', async () => {
  const bob = await createTicket({ requester_email: 'bob@example.org', requester_phone: '+44 7700 900002' });
  await ingest(say('s1', 'x', { email: 'new@example.org' }), say('s2', 'x', { phone: '0044 7700 900002' }));
  expect((await read('transcripts', { sessionId: 's1' })).customer_identity_id).toBeNull();
  expect((await read('transcripts', { sessionId: 's2' })).customer_identity_id).toBe(bob.customer_identity_id);
  const { json } = await get('customer_identities');
  expect(json.total_count).toBe(1);
});

test('API-ai_sessions-GET: the outcome of a session', async () => {
  const outcome = async () => (await read('transcripts', { sessionId: 's1' })).outcome;
  const tell = (role: string | null, more: object = {}) =>
    ingest({ kind: 'transcript', session_id: 's1', messages: role === null ? [] : [{ role, text: 'x' }], ...more });
  await tell('visitor');
  expect(await outcome()).toBe('open');
  await tell(null, { ended_utc: NOW });
  expect(await outcome()).toBe('abandoned');
  await tell('ai');
  await tell('system');
  expect(await outcome()).toBe('answered');
  await tell(null, { ended_utc: null });
  expect(await outcome()).toBe('open');
  await tell('agent', { ended_utc: NOW });
  expect(await outcome()).toBe('answered');
  await ingest({ kind: 'handoff', session_id: 's1', reason: 'Refund' });
  expect(await outcome()).toBe('handed_off');
});

test('API-ai_sessions-GET: newest first, with every filter', async () => {
  const { id: ticket_id, customer_identity_id } = await createTicket({ requester_email: 'ada@example.org' });
  await ingest(
    say('old', 'Where is my 100% wool jersey?', {
      created_utc: '2026-11-01T00:00:00Z',
      visitor_key: 'v1',
      channel: 'sms',
    }),
    say('mid', 'Brake pads', { created_utc: '2026-11-10T00:00:00Z', ticket_id, ended_utc: NOW }),
    say('new', 'My jersey and my brake', { created_utc: '2026-11-20T00:00:00Z', email: 'ada@example.org' }),
    { kind: 'handoff', session_id: 'old', reason: 'Refund' },
  );
  expect(await sessions('')).toEqual(['new', 'mid', 'old']);
  expect(await read('ai_sessions', 'limit=1&skip=1')).toMatchObject({ total_count: 3, items: [{ session_id: 'mid' }] });
  expect(await sessions({ since: '2026-11-10T00:00:00Z' })).toEqual(['new', 'mid']);
  expect(await sessions({ q: 'JERSEY' })).toEqual(['new', 'old']);
  expect(await sessions({ q: 'brake jersey' })).toEqual(['new']);
  expect(await sessions({ q: '100%' })).toEqual(['old']);
  expect(await sessions({ q: 'a_d' })).toEqual([]);
  expect(await sessions({ reason: 'Refund' })).toEqual(['old']);
  expect(await sessions({ reason: 'Ref' })).toEqual([]);
  expect(await sessions({ channel: 'sms' })).toEqual(['old']);
  expect(await sessions({ outcome: 'open' })).toEqual(['new']);
  expect(await sessions({ outcome: 'abandoned' })).toEqual(['mid']);
  expect(await sessions({ ticket_id: String(ticket_id) })).toEqual(['mid']);
  expect(await sessions({ customer_identity_id: String(customer_identity_id) })).toEqual(['new']);
  expect(await sessions({ visitor_key: 'v1' })).toEqual(['old']);
  for (const bad of ['since=x', 'outcome=x', 'ticket_id=0', 'channel=%20'])
    expectError(await get('ai_sessions', bad), 'bad_field');
});

test('API-feedback-GET: newest first, by time and rating', async () => {
  const { id: ticket_id, customer_identity_id } = await createTicket({ requester_email: 'ada@example.org' });
  const day = (n: number) => ({ created_utc: `2026-11-1${n}T00:00:00.000Z` });
  await ingest(
    { kind: 'feedback', rating: 0, ticket_id, ...day(1) },
    say('s1', 'x', { email: 'ada@example.org' }),
    { kind: 'feedback', rating: 3, comment: 'Fine', session_id: 's1', visitor_key: 'v1', ...day(2) },
    { kind: 'feedback', rating: 5, session_id: 'unknown', ...day(3) },
  );
  const { items } = await read('feedback');
  const nothing = { comment: null, session_id: null, ticket_id: null, visitor_key: null, customer_identity_id: null };
  const id = expect.anything();
  expect(items).toEqual([
    { ...nothing, id, rating: 5, session_id: 'unknown', ...day(3) },
    {
      ...nothing,
      id,
      rating: 3,
      comment: 'Fine',
      session_id: 's1',
      visitor_key: 'v1',
      customer_identity_id,
      ...day(2),
    },
    { ...nothing, id, rating: 0, ticket_id, customer_identity_id, ...day(1) },
  ]);
  const ratings = async (query: string) =>
    (await read('feedback', query)).items.map(({ rating }: { rating: number }) => rating);
  expect(await ratings('since=2026-11-12T00:00:00Z')).toEqual([5, 3]);
  expect(await ratings('rating_min=1')).toEqual([5, 3]);
  expect(await ratings('rating_max=0')).toEqual([0]);
  expect(await ratings('rating_min=3&rating_max=3')).toEqual([3]);
  expect(await read('feedback', 'rating_max=3&limit=1&skip=1')).toMatchObject({
    total_count: 2,
    items: [{ rating: 0 }],
  });
  expectError(await get('feedback', 'rating_min=4&rating_max=3'), 'bad_field');
  expectError(await get('feedback', 'rating_min=6'), 'bad_field');
});

test('API-conversation_starters-GET: by position; without one, a starter comes last', async () => {
  const starter = (text: string, more: object = {}) => ({ kind: 'conversation_starter', text, ...more });
  await ingest(
    starter('b', { position: 5, locale: 'de-DE' }),
    starter('c', { external_id: 'c' }),
    starter('a', { position: 0 }),
    starter('d', { position: 6 }),
  );
  const { items, total_count } = await read('conversation_starters');
  expect(total_count).toBe(4);
  expect(items).toEqual([
    { id: expect.anything(), text: 'a', position: 0, locale: null, created_utc: NOW },
    { id: expect.anything(), text: 'b', position: 5, locale: 'de-DE', created_utc: NOW },
    { id: expect.anything(), text: 'c', position: 6, locale: null, created_utc: NOW },
    { id: expect.anything(), text: 'd', position: 6, locale: null, created_utc: NOW },
  ]);
  await ingest(starter('C', { external_id: 'c' }));
  const texts = (await read('conversation_starters')).items.map(({ text }: { text: string }) => text);
  expect(texts).toEqual(['a', 'b', 'C', 'd']);
});

test('API-ingest-POST: 30 concurrent deliveries to one session are all stored', async () => {
  await Promise.all(Array.from({ length: 30 }, (_, n) => ingest(say('s1', `Line ${n}`))));
  const { messages, message_count } = await read('transcripts', { sessionId: 's1' });
  expect(message_count).toBe(30);
  expect(new Set(messages.map(({ text }: { text: string }) => text)).size).toBe(30);
});

test('a call of ingest leaves one audit line with the number of items of each kind, and no texts', async () => {
  await ingest(
    say('canary', 'canary'),
    { kind: 'feedback', rating: 1, comment: 'canary' },
    { kind: 'message', channel: 'sms', direction: 'in', external_user_id: 'canary', text: 'canary' },
    { kind: 'conversation_starter', text: 'canary' },
    { kind: 'segment', name: 'canary', event: 'canary', min_count: 1, within_days: 1 },
    { kind: 'handoff', session_id: 'canary', reason: 'canary' },
  );
  const rows = await service.database.owner.query(sql`
    select action, changes from audit_log where actor_kind = 'token' order by id`);
  const one = (field: string) => ({ field, from: null, to: 1 });
  const kinds = ['transcript', 'feedback', 'message', 'conversation_starter', 'segment', 'handoff'];
  expect(rows).toEqual([{ action: 'ingest.run', changes: kinds.map(one) }]);
});
