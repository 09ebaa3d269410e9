import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { CustomerDesk } from '#server/testing/customer-desk.ts';
import { expectError } from '#server/testing/expect-answer.ts';
import { startTestService } from '#server/testing/service.ts';

const desk = new CustomerDesk();
beforeEach(desk.open);
afterEach(desk.close);

const AT = '2026-11-19T10:00:00.000Z';
type Item = Readonly<Record<string, unknown>>;

async function ingest(...items: readonly Item[]) {
  const { results } = await desk.post('ingest', { items });
  for (const { message } of results) expect(message).toBeNull();
}
const say = (session_id: string, texts: readonly string[], more: Item = {}): Item => {
  const messages = texts.map((text) => ({ role: 'visitor', text, created_utc: more['created_utc'] ?? AT }));
  return { kind: 'transcript', session_id, messages, created_utc: AT, ...more };
};
const call = (more: Item): Item => {
  const used = { feature: 'bot', model: 'm', input_tokens: 60, output_tokens: 40, latency_ms: 1, status: 'ok' };
  return { kind: 'ai_call', ...used, cost_usd: 0.25, ...more };
};
const handOff = (session_id: string, reason: string, more: Item = {}): Item => {
  return { kind: 'handoff', session_id, reason, created_utc: AT, ...more };
};
const list = (query: Readonly<Record<string, string>> = {}) => desk.get('ai_sessions', query);
const ids = async (query: Readonly<Record<string, string>> = {}) => {
  const { items, total_count } = await list({ limit: '200', ...query });
  const found: string[] = items.map(({ session_id }: { session_id: string }) => session_id);
  // The count is that of the list.
  const rest = await list({ ...query, limit: '1', skip: '1' });
  expect([total_count, rest.total_count]).toEqual([found.length, found.length]);
  return found;
};
const refused = async (query: string) =>
  expectError(await desk.service.call('GET', 'ai_sessions', { token: desk.home.token, query }), 'bad_field');

test('API-ai_sessions-GET: a session has its name, ticket, first question, last handoff and review', async () => {
  const ticket = await desk.ticket('ada@example.org', { requester_name: 'Ada' });
  await desk.post('visitors', { visitor_key: 'v1', display_name: 'Visitor one', email: 'one@example.org' });
  await ingest(
    say('s1', ['x'.repeat(201), 'second'], { email: 'ada@example.org', visitor_key: 'v1', ticket_id: ticket.id }),
    handOff('s1', 'First', { status: 'resolved', external_id: 'h1' }),
    handOff('s1', 'Last', { created_utc: '2026-11-19T10:05:00Z', external_id: 'h2' }),
    handOff('s1', 'Last', { created_utc: '2026-11-19T10:06:40Z', external_id: 'h2', status: 'taken' }),
    say('s2', ['Hi'], { visitor_key: 'v1', created_utc: '2026-11-19T09:00:00Z' }),
    {
      kind: 'transcript',
      session_id: 's3',
      messages: [{ role: 'ai', text: 'Hello' }],
      created_utc: '2026-11-19T08:00:00Z',
    },
  );
  await desk.post('ai_reviews', { session_id: 's1', verdict: 'wrong', reason: 'Wrong tone', note: 'Too curt' });
  expect((await list()).items).toMatchObject([
    {
      ...{ session_id: 's1', name: 'Ada', ticket_number: ticket.ticket_number, first_question: 'x'.repeat(200) },
      ...{ reason: 'Last', handed_over_utc: '2026-11-19T10:05:00.000Z', wait_seconds: 100, review: 'wrong' },
      ...{ review_reason: 'Wrong tone', review_note: 'Too curt', reviewer: 'Support leads' },
    },
    {
      ...{ session_id: 's2', name: 'Visitor one', ticket_number: null, first_question: 'Hi' },
      ...{ reason: null, handed_over_utc: null, wait_seconds: null, review: null },
    },
    { session_id: 's3', name: null, first_question: null },
  ]);
  await desk.send('PATCH', 'customer', { id: ticket.customer_identity_id, display_name: null });
  await desk.post('visitors', { visitor_key: 'v1', display_name: null });
  expect((await list()).items).toMatchObject([{ name: 'ada@example.org' }, { name: 'one@example.org' }, {}]);
  expect(await desk.get('transcripts', { sessionId: 's2' })).toMatchObject({ name: 'one@example.org' });
});

test('API-ai_sessions-GET: sessions that started on UTC days', async () => {
  const at = (created_utc: string) => say(created_utc, ['x'], { created_utc });
  await ingest(...['2026-11-18T23:59:59.999Z', '2026-11-19T00:00:00.000Z', '2026-11-20T00:00:00.000Z'].map(at));
  expect(await ids({ from: '2026-11-19', to: '2026-11-20' })).toEqual(['2026-11-19T00:00:00.000Z']);
  expect(await ids({ from: '2026-11-19' })).toHaveLength(2);
  expect(await ids({ to: '2026-11-19' })).toEqual(['2026-11-18T23:59:59.999Z']);
  for (const query of ['from=2026-11-19&to=2026-11-19', 'from=x', 'to=2026-02-30']) await refused(query);
});

test('API-ai_sessions-GET: by the opening of anything its visitor wrote, as insights count it', async () => {
  await ingest(
    say('s1', ['Hello', ' WHERE is  my\norder?']),
    say('s2', ['Where is my order? Again']),
    { kind: 'transcript', session_id: 's3', messages: [{ role: 'ai', text: 'Where is my order?' }] },
    say('s4', [`${'y'.repeat(80)}one`]),
  );
  expect(await ids({ question: 'Where is my order?' })).toEqual(['s1']);
  expect(await ids({ question: 'where is my order? again' })).toEqual(['s2']);
  expect(await ids({ question: 'y'.repeat(80) })).toEqual(['s4']);
  const insights = await desk.get('ai_reports', { report: 'insights' });
  for (const { label, sessions } of insights.items) expect(await ids({ question: label })).toHaveLength(sessions);
});

test('API-ai_sessions-GET: by review', async () => {
  await ingest(...['s1', 's2', 's3'].map((id) => say(id, ['x'])));
  await desk.post('ai_reviews', { session_id: 's1', verdict: 'right' });
  await desk.post('ai_reviews', { session_id: 's2', verdict: 'wrong' });
  expect(await ids({ review: 'right' })).toEqual(['s1']);
  expect(await ids({ review: 'wrong' })).toEqual(['s2']);
  expect(await ids({ review: 'none' })).toEqual(['s3']);
  expect((await ids({ review: 'any' })).toSorted()).toEqual(['s1', 's2']);
  await refused('review=maybe');
});

test('API-ai_sessions-GET: by the cost of their calls, and the dearest first', async () => {
  await ingest(...['s1', 's2', 's3'].map((id) => say(id, ['x'])));
  await ingest(
    ...[0.1, 0.2].map((cost_usd) => call({ session_id: 's1', cost_usd })),
    call({ session_id: 's2', cost_usd: 0.5 }),
  );
  expect(await ids({ order_by: 'cost' })).toEqual(['s2', 's1', 's3']);
  // Exactly, which is not so for the sum of the two doubles.
  expect(await ids({ min_cost: '0.3' })).toEqual(['s2', 's1']);
  expect(await ids({ min_cost: '0.30000001', order_by: 'cost' })).toEqual(['s2']);
  expect(await ids({ min_cost: '0' })).toHaveLength(3);
  for (const query of ['min_cost=-1', 'min_cost=x', 'order_by=name']) await refused(query);
});

test('API-ai_sessions-GET: costs are those of the last 30 days where no days are given', async () => {
  await ingest(...['2026-10-01', '2026-11-19'].map((day) => say(day, ['x'], { created_utc: `${day}T10:00:00Z` })));
  for (const query of [{ order_by: 'cost' }, { min_cost: '0' }]) {
    expect(await ids(query)).toEqual(['2026-11-19']);
    expect(await ids({ ...query, from: '2026-10-01' })).toHaveLength(2);
    expect(await ids({ ...query, since: '2026-10-01T00:00:00Z' })).toHaveLength(2);
  }
});

test('API-ai_sessions-GET: by the number of messages', async () => {
  await ingest(say('s1', ['a', 'b', 'c']), say('s2', ['a']));
  expect(await ids({ min_messages: '3' })).toEqual(['s1']);
  expect(await ids({ min_messages: '1' })).toHaveLength(2);
});

test('API-ai_sessions-GET: those whose ticket or chat was rated 0 to 2', async () => {
  const bad = await desk.ticket('a@example.org');
  const good = await desk.ticket('b@example.org');
  await ingest(
    say('s1', ['x'], { ticket_id: bad.id }),
    say('s2', ['x'], { ticket_id: good.id }),
    ...['s3', 's4', 's5'].map((id) => say(id, ['x'])),
    { kind: 'csat', ticket_id: bad.id, score: 2 },
    { kind: 'csat', ticket_id: good.id, score: 3 },
    { kind: 'feedback', session_id: 's3', rating: 0 },
    { kind: 'feedback', session_id: 's4', rating: 3 },
  );
  expect((await ids({ low_score: '1' })).toSorted()).toEqual(['s1', 's3']);
  await refused('low_score=0');
});

test('API-ai_sessions-GET: a sample is the same for all callers, of the selection alone, and in the order of the list', async () => {
  const names = Array.from({ length: 60 }, (_, n) => `s${n}`);
  await ingest(...names.map((id, n) => say(id, ['x'], { channel: n % 2 === 0 ? 'web' : 'sms' })));
  const sample = await ids({ sample: '10' });
  expect(new Set(sample).size).toBe(10);
  const { token } = await desk.service.issueToken(desk.home.site);
  const again = await desk.get('ai_sessions', { sample: '10' }, { ...desk.home, token });
  expect(again.items.map(({ session_id }: { session_id: string }) => session_id)).toEqual(sample);
  const all = await ids();
  expect(sample).toEqual(all.filter((id) => sample.includes(id)));
  expect(sample.slice(0, 5)).not.toEqual(all.slice(0, 5));
  const web = new Set(names.filter((_, n) => n % 2 === 0));
  expect((await ids({ sample: '20', channel: 'web' })).filter((id) => !web.has(id))).toEqual([]);
  expect(await ids({ sample: '200' })).toHaveLength(60);
  expect(await list({ sample: '10', limit: '4', skip: '8' })).toMatchObject({ total_count: 10, items: [{}, {}] });
  await refused('sample=201');
});

test('API-handoffs-GET: names, the ticket, and those before an instant or with a reason', async () => {
  const ticket = await desk.ticket('ada@example.org', { requester_name: 'Ada' });
  await ingest(
    say('s1', ['x'], { email: 'ada@example.org', ticket_id: ticket.id }),
    handOff('s1', 'Refund'),
    handOff('s2', 'Angry', { created_utc: '2026-11-19T11:00:00Z' }),
  );
  const reasons = async (query: Readonly<Record<string, string>>) =>
    (await desk.get('handoffs', query)).items.map(({ reason }: { reason: string }) => reason);
  expect((await desk.get('handoffs')).items).toMatchObject([
    { reason: 'Angry', name: null, ticket_number: null, taken_by_name: null },
    { reason: 'Refund', name: 'Ada', ticket_number: ticket.ticket_number },
  ]);
  expect(await reasons({ until: '2026-11-19T11:00:00Z' })).toEqual(['Refund']);
  expect(await reasons({ reason: 'Angry' })).toEqual(['Angry']);
  expect(await desk.get('handoffs', { reason: 'Angry', limit: '1', skip: '1' })).toMatchObject({ total_count: 1 });
});

test('API-transcripts-GET: the way from the visit to the rating, with each call once', async () => {
  const ticket = await desk.ticket('ada@example.org', { requester_name: 'Ada' });
  const track = (event: string, properties: Item, occurred_utc: string) => {
    desk.service.clock.set(occurred_utc);
    return desk.post('track', { visitor_key: 'v1', event, properties });
  };
  await track('viewed', { path: '/old' }, '2026-11-19T09:00:00.000Z');
  await track('opened', { url: '/manual', path: '/other', page: 12 }, '2026-11-19T10:00:00.000Z');
  await track('viewed', { path: '/new' }, '2026-11-19T10:00:00.001Z');
  desk.service.clock.set('2026-11-19T12:00:00.000Z');
  await ingest(
    say('s1', ['x'], { visitor_key: 'v1', ticket_id: ticket.id, email: 'ada@example.org' }),
    say('s2', ['x'], { ticket_id: ticket.id }),
    call({ session_id: 's1' }),
    call({ session_id: 's1', cost_usd: undefined }),
    call({ session_id: 's1', external_id: 'of both' }),
    call({ external_id: 'of the ticket' }),
    call({ session_id: 's2' }),
    call({ session_id: 'other' }),
  );
  await desk.service.database.owner.query(
    sql`update ai_call set ticket_id = ${ticket.id}::bigint where external_id is not null`,
  );
  await desk.post('ticket_comments', { ticket_id: ticket.id, body: 'To us', visibility: 'internal' });
  await desk.post('ticket_comments', { ticket_id: ticket.id, body: 'To you' });
  desk.service.clock.set('2026-11-19T13:00:00.000Z');
  await desk.post('ticket_comments', { ticket_id: ticket.id, body: 'Again' });
  await ingest({ kind: 'csat', ticket_id: ticket.id, score: 4 }, { kind: 'feedback', session_id: 's1', rating: 1 });
  expect((await desk.get('transcripts', { sessionId: 's1' })).journey).toEqual({
    visit: { event: 'opened', page: '/manual', occurred_utc: '2026-11-19T10:00:00.000Z' },
    ticket: {
      ...{ id: ticket.id, ticket_number: ticket.ticket_number, subject: 'Of ada@example.org', status: 'open' },
      created_utc: '2026-11-20T14:30:00.000Z',
    },
    first_reply: { author_name: 'Support leads', created_utc: '2026-11-19T12:00:00.000Z' },
    rating: { score: 4, created_utc: '2026-11-19T13:00:00.000Z' },
    calls: 5,
    tokens: 500,
    cost_usd: 1,
    unpriced_calls: 1,
  });
  const none = { visit: null, ticket: null, first_reply: null, calls: 0, tokens: 0, cost_usd: 0 };
  await ingest(say('s3', ['x']), { kind: 'feedback', session_id: 's3', rating: 0 });
  expect((await desk.get('transcripts', { sessionId: 's3' })).journey).toMatchObject({ ...none, rating: { score: 0 } });
});

test('API-transcripts-GET: without extensions neither journey nor review, and handoffs ignore our parameters', async () => {
  await ingest(say('s1', ['x']), handOff('s1', 'Refund'));
  await desk.post('ai_reviews', { session_id: 's1', verdict: 'right' });
  const plain = await startTestService({ extensions: false, emptyFirst: false });
  const read = (resource: string, query: string) => plain.call('GET', resource, { token: desk.home.token, query });
  const { data } = (await read('transcripts', 'sessionId=s1')).json;
  for (const key of ['name', 'journey', 'review']) expect(data).not.toHaveProperty(key);
  const { items } = (await read('handoffs', 'reason=Other&until=2000-01-01T00:00:00Z')).json.data;
  expect(items).toHaveLength(1);
  for (const key of ['name', 'taken_by_name', 'ticket_number']) expect(items[0]).not.toHaveProperty(key);
  await plain.close();
});

test('API-ai_sessions-GET: a site without AI usage has no costs', async () => {
  const site = await desk.service.createSite({ name: 'No AI', undeployed: ['ai_usage'] });
  await desk.post('ingest', { items: [say('s1', ['x'])] }, site);
  expect(await desk.get('ai_sessions', { order_by: 'cost' }, site)).toMatchObject({ items: [{ cost_usd: 0 }] });
  expect(await desk.get('ai_sessions', { min_cost: '0.01' }, site)).toEqual({ items: [], total_count: 0 });
});
