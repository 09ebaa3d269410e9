import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

const NOW = '2026-11-20T14:30:00.000Z';
const LATER = '2026-11-20T15:00:00.000Z';
let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  home = await service.createSite();
});

afterEach(() => service.close());

const post = (body: object, token = home.token) => service.call('POST', 'visitors', { token, body });
const get = (query: object | string, token = home.token) =>
  service.call('GET', 'visitors', { token, query: query as string });
const remove = (key: string, token = home.token) => service.call('DELETE', 'visitors', { token, query: { key } });
const track = (body: object) => service.call('POST', 'track', { token: home.token, body });
const keys = async (query: object | string) =>
  (await get(query)).json.data.items.map((visitor: { visitor_key: string }) => visitor.visitor_key);
const ingest = (items: object[]) => service.call('POST', 'ingest', { token: home.token, body: { items } });

async function createTicket(body: object, token = home.token) {
  return (await service.call('POST', 'tickets', { token, body: { subject: 'Bell', ...body } })).json.data;
}

test('API-visitors-POST creates a visitor, and the same key again changes the given fields', async () => {
  const made = await post({ visitor_key: 'v1', email: 'Ada@example.org', attributes: { plan: 'pro', seats: 3 } });
  expectSuccess(made);
  const { id } = made.json.data;
  expect(made.json.data).toEqual({
    id,
    visitor_key: 'v1',
    email: 'Ada@example.org',
    phone: null,
    display_name: null,
    attributes: { plan: 'pro', seats: 3 },
    customer_identity_id: null,
    segments: [],
    event_count: 0,
    first_seen_utc: NOW,
    last_seen_utc: NOW,
    created: true,
  });
  service.clock.set(LATER);
  const changed = await post({ visitor_key: 'v1', display_name: 'Ada', phone: '+44 7700 900001' });
  expect(changed.json.data).toEqual({
    ...made.json.data,
    display_name: 'Ada',
    phone: '+44 7700 900001',
    // A change of the record is no visit.
    last_seen_utc: NOW,
    created: false,
  });
  const emptied = await post({ visitor_key: 'v1', email: null, phone: null, display_name: ' ', attributes: {} });
  expect(emptied.json.data).toMatchObject({ id, email: null, phone: null, display_name: null, attributes: {} });
});

test('API-visitors-POST: keys differ by case, and belong to their site', async () => {
  const other = await service.createSite({ name: 'Other' });
  await post({ visitor_key: 'v1', display_name: 'One' });
  expect((await post({ visitor_key: 'V1' })).json.data.created).toBe(true);
  expect((await post({ visitor_key: 'v1' }, other.token)).json.data).toMatchObject({
    created: true,
    display_name: null,
  });
  expectError(await get({ key: 'V1' }, (await service.createSite()).token), 'not_found');
});

test('API-visitors-POST links the customer of the email, else of the phone, and creates none', async () => {
  const ada = await createTicket({ requester_email: 'ada@example.org', requester_phone: '+44 7700 900001' });
  const bob = await createTicket({ requester_email: 'bob@example.org', requester_phone: '+44 7700 900002' });
  const linked = async (body: object) => (await post({ visitor_key: 'v1', ...body })).json.data.customer_identity_id;
  expect(await linked({ email: 'nobody@example.org' })).toBeNull();
  expect(await linked({ email: 'ADA@example.org', phone: '0044 (7700) 900-002' })).toBe(ada.customer_identity_id);
  expect(await linked({})).toBe(ada.customer_identity_id);
  expect(await linked({ email: null })).toBe(bob.customer_identity_id);
  expect(await linked({ phone: null })).toBeNull();
  const { json } = await service.call('GET', 'customer_identities', { token: home.token });
  expect(json.total_count).toBe(2);
});

test('API-visitors-POST: an email of another site links no one', async () => {
  const other = await service.createSite({ name: 'Other' });
  await createTicket({ requester_email: 'ada@example.org', requester_phone: '+44 7700 900001' }, other.token);
  const answer = await post({ visitor_key: 'v1', email: 'ada@example.org', phone: '+44 7700 900001' });
  expect(answer.json.data.customer_identity_id).toBeNull();
});

test('API-visitors-POST accepts plain attributes up to 8 kB and refuses everything else', async () => {
  const attributes = { text: 'ä 🚲', number: 1.5, big: 9_223_372_036_854_775_807n, yes: true, none: null };
  expect((await post({ visitor_key: 'v1', attributes })).json.data.attributes).toEqual(attributes);
  const exact = { a: 'x'.repeat(8_192 - 8) };
  expect((await post({ visitor_key: 'v1', attributes: exact })).json.data.attributes).toEqual(exact);
  const bad = [
    { a: `${exact.a}x` },
    { a: [] },
    { a: {} },
    { a: 'a\0b' },
    { '': 1 },
    { ['x'.repeat(101)]: 1 },
    [],
    'text',
    null,
  ];
  for (const attributes of bad) expectError(await post({ visitor_key: 'v1', attributes }), 'bad_field');
  for (const name of ['__proto__', 'constructor', 'prototype']) {
    const body = `{"visitor_key":"v1","attributes":{"${name}":1}}`;
    const headers = { 'content-type': 'application/json' };
    expectError(await service.call('POST', 'visitors', { token: home.token, body, headers }), 'bad_request');
  }
  expect((await get({ key: 'v1' })).json.data.attributes).toEqual(exact);
});

test('API-visitors-POST refuses invalid keys, emails, phones and names', async () => {
  expectError(await post({ email: 'ada@example.org' }), 'missing_field');
  for (const bad of [
    { visitor_key: '' },
    { visitor_key: ' ' },
    { visitor_key: 'x'.repeat(201) },
    { visitor_key: 'v', email: 'no email' },
    { visitor_key: 'v', phone: 'x'.repeat(41) },
    { visitor_key: 'v', display_name: 'x'.repeat(201) },
    { visitor_key: 'v', segments: [] },
  ]) {
    expectError(await post(bad), 'bad_field');
  }
  expectSuccess(await post({ visitor_key: '🚲'.repeat(200) }));
});

test('API-visitors-GET: a visitor by key has the newest 200 events', async () => {
  expectError(await get({ key: 'v1' }), 'not_found');
  await track({ visitor_key: 'v1', event: 'first', properties: { n: 1 }, occurred_utc: '2026-11-01T00:00:00Z' });
  await service.database.owner.query(sql`
    insert into visitor_event (site_id, id, visitor_id, event, occurred_utc)
    select site_id, 1000000 + n, id, 'event ' || n, ${NOW}::timestamptz - make_interval(mins => n)
    from visitor cross join generate_series(1, 200) n`);
  const { events, ...visitor } = (await get({ key: 'v1' })).json.data;
  expect(visitor).toMatchObject({ visitor_key: 'v1', first_seen_utc: '2026-11-01T00:00:00.000Z' });
  expect(events).toHaveLength(200);
  expect(events[0]).toEqual({
    id: expect.anything(),
    event: 'event 1',
    properties: {},
    occurred_utc: '2026-11-20T14:29:00.000Z',
  });
  expect(events.at(-1).event).toBe('event 200');
});

test('API-visitors-GET: lists newest first, filtered by words, email, customer and segment', async () => {
  const { customer_identity_id: identity } = await createTicket({ requester_email: 'ada@example.org' });
  await post({ visitor_key: 'alpha-1', email: 'ada@example.org', display_name: 'Ada Lovelace' });
  service.clock.set(LATER);
  await post({ visitor_key: 'beta_2', email: 'bob@example.org', phone: '+44 7700 900002' });
  expect(await keys('')).toEqual(['beta_2', 'alpha-1']);
  expect(await keys({ limit: 1 })).toEqual(['beta_2']);
  expect(await keys({ limit: 1, skip: 1 })).toEqual(['alpha-1']);
  expect(await keys({ q: 'ADA love' })).toEqual(['alpha-1']);
  expect(await keys({ q: 'example.org' })).toHaveLength(2);
  expect(await keys({ q: '900002' })).toEqual(['beta_2']);
  expect(await keys({ q: 'beta%' })).toEqual([]);
  expect(await keys({ q: 'a_2' })).toEqual(['beta_2']);
  expect(await keys({ q: 'ada bob' })).toEqual([]);
  expect(await keys({ email: 'BOB@example.org' })).toEqual(['beta_2']);
  expect(await keys({ customer_identity_id: String(identity) })).toEqual(['alpha-1']);
  const rule = { kind: 'segment', min_count: 1, within_days: 7 };
  await ingest([
    { ...rule, name: 'Buyers', event: 'buy' },
    { ...rule, name: 'Admirers', event: 'like' },
  ]);
  await track({ visitor_key: 'alpha-1', event: 'buy' });
  expect((await get('limit=1&segment_names=1')).json.data.segment_names).toEqual(['Admirers', 'Buyers']);
  expect((await get('')).json.data).not.toHaveProperty('segment_names');
  expect(await keys({ segment: 'buyers' })).toEqual(['alpha-1']);
  expect(await keys({ segment: 'No such' })).toEqual([]);
  expect((await get({ segment: 'Buyers' })).json.data).toMatchObject({
    total_count: 1,
    items: [{ segments: ['Buyers'] }],
  });
  expectError(await get('email=x'), 'bad_field');
  expectError(await get('customer_identity_id=x'), 'bad_field');
});

test('API-visitors-DELETE erases the visitor, its events, sessions and messages, and nothing of others', async () => {
  for (const key of ['v1', 'v2']) {
    await post({ visitor_key: key, email: `${key}@example.org` });
    for (const event of ['a', 'b', 'c']) await track({ visitor_key: key, event });
    await ingest([
      ...[1, 2].map((n) => ({
        kind: 'transcript',
        session_id: `${key}-${n}`,
        visitor_key: key,
        messages: [{ role: 'visitor', text: 'canary' }],
      })),
      { kind: 'handoff', session_id: `${key}-1`, reason: 'canary' },
      { kind: 'feedback', rating: 1, comment: 'canary', visitor_key: key },
      { kind: 'feedback', rating: 2, comment: 'canary', session_id: `${key}-1` },
    ]);
  }
  const erased = await remove('v1');
  expect(erased.json.data).toEqual({ visitor_key: 'v1', deleted: true, erased_events: 3, erased_sessions: 2 });
  expectError(await get({ key: 'v1' }), 'not_found');
  const [left] = await service.database.owner.query(sql`
    select (select count(*)::integer from visitor_event) as events, (select count(*)::integer from chat_session) as sessions,
      (select count(*)::integer from chat_message) as messages, (select count(*)::integer from handoff) as handoffs,
      (select count(*)::integer from feedback where comment is not null) as comments,
      (select count(*)::integer from feedback where visitor_key = 'v1' or session_id like 'v1-%') as traces,
      (select sum(rating)::integer from feedback) as ratings`);
  expect(left).toEqual({ events: 3, sessions: 2, messages: 2, handoffs: 1, comments: 2, traces: 0, ratings: 6 });
  expect((await remove('v1')).json.data).toEqual({
    visitor_key: 'v1',
    deleted: false,
    erased_events: 0,
    erased_sessions: 0,
  });
  expectSuccess(await get({ key: 'v2' }));
  expectError(await service.call('DELETE', 'visitors', { token: home.token }), 'missing_field');
});

test('API-visitors-DELETE erases sessions of a key without a visitor', async () => {
  await ingest([{ kind: 'transcript', session_id: 's1', visitor_key: 'v1', messages: [] }]);
  expect((await remove('v1')).json.data).toMatchObject({ deleted: false, erased_sessions: 1 });
});

test('API-visitors-DELETE does not touch the same key of another site', async () => {
  const other = await service.createSite({ name: 'Other' });
  await post({ visitor_key: 'v1' });
  expect((await remove('v1', other.token)).json.data.deleted).toBe(false);
  expectSuccess(await get({ key: 'v1' }));
  // Also if both sites have it, with events and sessions.
  for (const { token } of [home, other]) {
    await service.call('POST', 'visitors', { token, body: { visitor_key: 'v1' } });
    await service.call('POST', 'track', { token, body: { visitor_key: 'v1', event: 'buy' } });
    const items = [{ kind: 'transcript', session_id: 's1', visitor_key: 'v1', messages: [] }];
    await service.call('POST', 'ingest', { token, body: { items } });
  }
  expect((await remove('v1', other.token)).json.data).toMatchObject({
    deleted: true,
    erased_events: 1,
    erased_sessions: 1,
  });
  expect((await get({ key: 'v1' })).json.data).toMatchObject({ event_count: 1 });
  expectSuccess(await service.call('GET', 'transcripts', { token: home.token, query: { sessionId: 's1' } }));
  expectError(await get({ key: 'v1' }, other.token), 'not_found');
});

test('API-visitors-POST concurrently: 50 calls for one key create one visitor', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => post({ visitor_key: 'v1', display_name: `Name ${n}` })),
  );
  for (const answer of answers) expectSuccess(answer);
  expect(answers.filter(({ json }) => json.data.created)).toHaveLength(1);
  expect((await get('')).json.data.total_count).toBe(1);
});

test('the audit log has the erasure of a visitor, without values, and no line for each visit', async () => {
  await post({ visitor_key: 'v1', email: 'canary@example.org', attributes: { a: 'canary' } });
  await track({ visitor_key: 'v1', event: 'canary', properties: { a: 'canary' } });
  await remove('v1');
  const rows = await service.database.owner.query(sql`
    select action, object_type, changes::text as changes from audit_log where object_type = 'visitor' order by id`);
  expect(rows.map((row) => Object.values(row)[0])).toEqual(['visitor.delete']);
  expect(
    Object.values(rows)
      .map((row) => Object.values(row).join(' '))
      .join(' '),
  ).not.toContain('canary');
});
