import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { sendPortal } from '#server/testing/portal-calls.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

const NOW = '2026-11-20T14:30:00.000Z';
const EMAIL = 'ada@example.org';
let service: TestService;
let home: TestSite;
let id: number;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  home = await service.createSite();
  id = (await call('POST', 'customer', { email: EMAIL, phone: '+49 151 5550-1884' })).identity.id;
});

afterEach(() => service.close());

async function call(method: string, resource: string, body: object) {
  const answer = await service.call(method, resource, { token: home.token, body });
  expectSuccess(answer);
  return answer.json.data;
}

async function read(resource: string, query: object = {}) {
  const answer = await service.call('GET', resource, { token: home.token, query: { ...query } });
  expectSuccess(answer);
  return answer.json;
}

const block = (blocked = true, identity = id) => call('PATCH', 'customer', { id: identity, blocked });
const issue = (requester_email = EMAIL) => call('POST', 'portal_token', { requester_email });
const open = (token: unknown) => sendPortal(service, 'session', { token });
const ticket = (requester_email: string | null = EMAIL) =>
  call('POST', 'tickets', { subject: 'Bell', requester_email });

test('links of a blocked customer answer like unknown ones, views end, and unblocking restores both', async () => {
  const solved = await ticket();
  await call('PATCH', 'ticket', { id: solved.id, status: 'resolved' });
  const { token } = await issue();
  const opened = await open(token);
  expectSuccess(opened);
  const rate = () =>
    sendPortal(service, 'rating', { view_token: opened.json.data.view_token, ticket_id: solved.id, score: 1 });
  await block();
  const gone = await open(token);
  const unknown = await open(`spt_${'A'.repeat(44)}`);
  expect([gone.status, gone.text]).toEqual([unknown.status, unknown.text]);
  expectError(gone, 'not_found');
  expectError(await rate(), 'not_found');
  // Issuing a link for a blocked customer is allowed, but it is as closed as the old ones.
  expectError(await open((await issue()).token), 'not_found');
  const { data } = await read('portal_tokens');
  expect(data.items).toMatchObject([{ state: 'active', use_count: 1 }]);
  await block(false);
  expectSuccess(await open(token));
  expectSuccess(await rate());
});

test('every email of the customer is closed: an email handle, and one from before a correction', async () => {
  await call('POST', 'bind_channel', { identity_id: id, channel: 'email', external_user_id: 'second@example.org' });
  await ticket();
  await call('PATCH', 'customer', { id, email: 'new@example.org' });
  await call('POST', 'customer', { email: 'stranger@example.org' });
  const tokens: string[] = [];
  for (const email of ['NEW@example.org', 'second@example.org', EMAIL, 'stranger@example.org'])
    tokens.push((await issue(email)).token);
  const states = async () => (await Promise.all(tokens.map(open))).map(({ status }) => status);
  expect(await states()).toEqual([200, 200, 200, 200]);
  await block();
  expect(await states()).toEqual([404, 404, 404, 200]);
  // Another customer has the old address now and is not blocked.
  await call('POST', 'customer', { email: EMAIL });
  expect(await states()).toEqual([404, 404, 200, 200]);
});

test('the email of a merged customer is closed when the survivor is blocked', async () => {
  const bo = await call('POST', 'customer', { email: 'bo@example.org' });
  const { token } = await issue('bo@example.org');
  await call('POST', 'customer_merges', { survivor_id: id, merged_id: bo.identity.id });
  expectSuccess(await open(token));
  const { data } = await read('customer_timeline', { identity_id: id, kinds: 'link,change' });
  expect(data.items.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining(['issued', 'opened', 'merged']),
  );
  await block();
  expectError(await open(token), 'not_found');
  const said = [{ role: 'visitor', text: 'Hi' }];
  const items = [{ kind: 'transcript', session_id: 's', email: 'bo@example.org', messages: said }];
  expect((await call('POST', 'ingest', { items })).results).toMatchObject([{ code: 'customer_blocked' }]);
});

test('ingest refuses items of a blocked customer, however they refer to the customer', async () => {
  const own = await ticket();
  const others = await ticket('bo@example.org');
  await call('POST', 'bind_channel', { identity_id: id, channel: 'whatsapp', external_user_id: '+491' });
  await call('POST', 'visitors', { visitor_key: 'v-ada', email: EMAIL });
  const said = [{ role: 'visitor', text: 'Hi' }];
  await call('POST', 'ingest', {
    items: [
      { kind: 'transcript', session_id: 's-customer', email: EMAIL, messages: said },
      { kind: 'transcript', session_id: 's-visitor', visitor_key: 'v-ada', messages: said },
      { kind: 'transcript', session_id: 's-ticket', ticket_id: own.id, messages: said },
    ],
  });
  const items = [
    { kind: 'message', channel: 'whatsapp', direction: 'in', external_user_id: '+491' },
    { kind: 'message', channel: 'whatsapp', direction: 'out', external_user_id: '+499', ticket_id: own.id },
    { kind: 'transcript', session_id: 'n1', email: EMAIL.toUpperCase(), messages: said },
    { kind: 'transcript', session_id: 'n2', phone: '0049 151 55501884', messages: said },
    { kind: 'transcript', session_id: 'n3', visitor_key: 'v-ada', messages: said },
    { kind: 'transcript', session_id: 'n4', ticket_id: own.id, messages: said },
    ...['s-customer', 's-visitor', 's-ticket'].flatMap((session_id) => [
      { kind: 'transcript', session_id, messages: said },
      { kind: 'handoff', session_id, reason: 'help' },
      { kind: 'feedback', session_id, rating: 1 },
    ]),
    { kind: 'handoff', session_id: 'n5', reason: 'help', ticket_id: own.id },
    { kind: 'csat', ticket_id: own.id, score: 1 },
    { kind: 'feedback', rating: 1, ticket_id: own.id },
    { kind: 'feedback', rating: 1, visitor_key: 'v-ada' },
  ];
  const free = [
    { kind: 'message', channel: 'sms', direction: 'in', external_user_id: '+491' },
    { kind: 'message', channel: 'web', direction: 'in', external_user_id: '+491' },
    { kind: 'transcript', session_id: 'f1', email: 'bo@example.org', messages: said },
    { kind: 'csat', ticket_id: others.id, score: 5 },
    { kind: 'feedback', rating: 5 },
    { kind: 'segment', name: 'All', event: 'buy', min_count: 1, within_days: 7 },
  ];
  await block();
  const rows = async () =>
    service.database.owner.query(sql`
      select (select count(*)::integer from chat_message) as said, (select count(*)::integer from chat_session) as sessions,
        (select count(*)::integer from handoff) as handoffs, (select count(*)::integer from feedback) as feedback,
        (select count(*)::integer from csat_response) as csat, (select count(*)::integer from channel_message) as messages`);
  const before = await rows();
  const answer = await call('POST', 'ingest', { items });
  expect(answer).toMatchObject({ total: items.length, stored: 0, updated: 0, failed: items.length });
  for (const result of answer.results) {
    expect(result, JSON.stringify(items[result.index])).toMatchObject({
      outcome: 'blocked',
      code: 'customer_blocked',
      id: null,
    });
  }
  expect(await rows()).toEqual(before);
  expect(await call('POST', 'ingest', { items: free })).toMatchObject({ failed: 0 });
  await block(false);
  expect(await call('POST', 'ingest', { items })).toMatchObject({ failed: 0 });
});

test('an invalid item of a blocked customer gets its validation error, and a missing feature comes first', async () => {
  await block();
  const bad = await call('POST', 'ingest', {
    items: [{ kind: 'csat', ticket_id: 999_999, score: 5 }, { kind: 'message' }],
  });
  expect(bad.results).toMatchObject([{ code: 'not_found' }, { code: 'missing_field' }]);
  const bare = await service.createSite({ undeployed: ['channels'] });
  const items = [{ kind: 'message', channel: 'sms', direction: 'in', external_user_id: '1' }];
  const { json } = await service.call('POST', 'ingest', { token: bare.token, body: { items } });
  expect(json.data.results).toMatchObject([{ outcome: 'blocked', code: 'not_deployed' }]);
});

test('tickets of a blocked customer say so in every reply and in no CSV file', async () => {
  const own = await ticket();
  const others = await ticket('bo@example.org');
  const nobodys = await ticket(null);
  for (const made of [own, others, nobodys]) expect(made.customer_blocked).toBe(false);
  await block();
  expect((await ticket()).customer_blocked).toBe(true);
  const list = await read('tickets');
  expect(list.items.map((item: { customer_blocked: boolean }) => item.customer_blocked)).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect((await read('ticket', { id: own.id })).data.customer_blocked).toBe(true);
  expect((await read('customer', { email: EMAIL })).data.recent_tickets).toMatchObject([
    { customer_blocked: true },
    { customer_blocked: true },
  ]);
  expect((await call('PATCH', 'ticket', { id: own.id, status: 'pending' })).customer_blocked).toBe(true);
  expect((await call('PATCH', 'ticket', { id: own.id, status: 'pending' })).customer_blocked).toBe(true);
  const stale = await service.call('PATCH', 'ticket', {
    token: home.token,
    body: { id: own.id, status: 'open', version: 99 },
  });
  expect(stale.json.error.current.customer_blocked).toBe(true);
  expect((await call('POST', 'ticket_comments', { ticket_id: own.id, body: 'Hello' })).ticket.customer_blocked).toBe(
    true,
  );
  const csv = await service.call('GET', 'tickets', { token: home.token, query: { format: 'csv', all: 1 } });
  expect(csv.text).not.toContain('blocked');
  await block(false);
  expect((await read('tickets')).items.some((item: { customer_blocked: boolean }) => item.customer_blocked)).toBe(
    false,
  );
});

test('without extensions no reply shows blocks, and blocked customers stay blocked', async () => {
  const { token } = await issue();
  await ticket();
  await block();
  const plain = await startTestService({ now: NOW, extensions: false, emptyFirst: false });
  const answer = await plain.call('GET', 'tickets', { token: home.token });
  expect(answer.text).not.toContain('blocked');
  expectError(await sendPortal(plain, 'session', { token }), 'not_found');
  await plain.close();
});

test('a block covers the email and the phone of the record even if no handle is bound', async () => {
  await block();
  const message = { kind: 'message', direction: 'in' };
  const items = [
    { ...message, channel: 'whatsapp', external_user_id: '+4915155501884' },
    { ...message, channel: 'sms', external_user_id: '0049 (0)151 5550 1884' },
    { ...message, channel: 'email', external_user_id: 'ADA@example.org' },
  ];
  const codes = async (sent: readonly object[]) =>
    (await call('POST', 'ingest', { items: sent })).results.map(({ code }: { code: string | null }) => code);
  expect(await codes(items)).toEqual(items.map(() => 'customer_blocked'));
  // Ids of other channels are neither phones nor emails, and messages of others are accepted.
  const free = [
    { ...message, channel: 'messenger', external_user_id: '+4915155501884' },
    { ...message, channel: 'web', external_user_id: EMAIL },
    { ...message, channel: 'sms', external_user_id: '+4915155501885' },
  ];
  expect(await codes(free)).toEqual([null, null, null]);
  await block(false);
  expect(await codes(items)).toEqual([null, null, null]);
});

test('a phone is refused if any of its customers is blocked, not only the oldest', async () => {
  const [first, second] = [
    await call('POST', 'customer', { email: 'first@example.org' }),
    await call('POST', 'customer', { email: 'second@example.org' }),
  ];
  await service.database.owner.query(sql`
    update customer_identity set phone = '+49 40 123', phone_key = '+4940123'
    where id in (${BigInt(first.identity.id)}, ${BigInt(second.identity.id)})`);
  await block(true, second.identity.id);
  const said = [{ role: 'visitor', text: 'Hi' }];
  const items = [
    { kind: 'message', channel: 'sms', direction: 'in', external_user_id: '+4940123' },
    { kind: 'transcript', session_id: 's', phone: '+49 (0)40 123', messages: said },
  ];
  expect((await call('POST', 'ingest', { items })).results).toMatchObject([
    { code: 'customer_blocked' },
    { code: 'customer_blocked' },
  ]);
});
