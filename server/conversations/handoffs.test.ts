import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectError } from '#server/testing/expect-answer.ts';
import { startTestService, TEST_ACTOR, type TestService, type TestSite } from '#server/testing/service.ts';
import { createAgent } from '#server/tickets/agents.ts';

const NOW = '2026-11-20T14:30:00.000Z';
let service: TestService;
let home: TestSite;
let agentId: string;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  home = await service.createSite();
  const context = { actor: TEST_ACTOR, now: service.clock.now() };
  agentId = String(await createAgent(service.database.owner, home.site, { name: 'Ada' }, context));
});

afterEach(() => service.close());

async function send(body: object) {
  const items = [{ kind: 'handoff', session_id: 's1', reason: 'Refund', ...body }];
  return (await service.call('POST', 'ingest', { token: home.token, body: { items } })).json.data.results[0];
}

const get = (query: string, token = home.token) => service.call('GET', 'handoffs', { token, query });
const list = async (query = '') => (await get(query)).json.data.items;

test('API-handoffs-GET: a handoff is waiting, taken, resolved', async () => {
  const { id } = await send({});
  const waiting = {
    id,
    session_id: 's1',
    reason: 'Refund',
    status: 'waiting',
    channel: 'web',
    ticket_id: null,
    customer_identity_id: null,
    visitor_key: null,
    taken_by_agent_id: null,
    created_utc: NOW,
    taken_utc: null,
    resolved_utc: null,
    wait_seconds: null,
    name: null,
    taken_by_name: null,
    ticket_number: null,
  };
  expect(await list()).toEqual([waiting]);
  service.clock.advance(90_999);
  expect(await send({ status: 'taken', taken_by_agent_id: agentId, reason: 'Refund, twice' })).toMatchObject({
    outcome: 'updated',
    id,
  });
  const taken = {
    ...waiting,
    reason: 'Refund, twice',
    status: 'taken',
    taken_by_agent_id: agentId,
    taken_by_name: 'Ada',
    taken_utc: '2026-11-20T14:31:30.999Z',
    wait_seconds: 90,
  };
  expect(await list()).toEqual([taken]);
  await send({ reason: 'Refund, twice' });
  expect(await list()).toEqual([taken]);
  service.clock.advance(1_000);
  await send({ status: 'resolved', reason: 'Refund, twice' });
  expect(await list()).toEqual([{ ...taken, status: 'resolved', resolved_utc: '2026-11-20T14:31:31.999Z' }]);
});

test('API-ingest-POST: a session has one open handoff, and a new one after it has ended', async () => {
  const first = await send({});
  expect(await send({ reason: 'Angry' })).toMatchObject({ outcome: 'updated', id: first.id });
  await send({ status: 'abandoned' });
  expect(await list()).toMatchObject([{ status: 'abandoned', resolved_utc: null, taken_utc: null }]);
  expect(await send({})).toMatchObject({ outcome: 'stored' });
  expect(await list()).toHaveLength(2);
  expect(await send({ session_id: 's2' })).toMatchObject({ outcome: 'stored' });
});

test('API-ingest-POST: a handoff set back to waiting has no agent', async () => {
  await send({ status: 'taken', taken_by_agent_id: agentId });
  await send({ status: 'waiting' });
  expect(await list()).toMatchObject([
    { status: 'waiting', taken_by_agent_id: null, taken_utc: null, wait_seconds: null },
  ]);
});

test('API-ingest-POST: past handoffs keep their external IDs and times', async () => {
  const at = (minute: number) => ({ created_utc: `2026-11-19T10:0${minute}:00Z` });
  await send({ external_id: 'h1', ...at(0) });
  await send({ external_id: 'h1', status: 'taken', ...at(1) });
  await send({ external_id: 'h1', status: 'resolved', ...at(3) });
  await send({ external_id: 'h2', ...at(5) });
  await send({ external_id: 'h0', status: 'resolved', ...at(4) });
  expect(await list()).toMatchObject([
    { status: 'waiting', created_utc: '2026-11-19T10:05:00.000Z' },
    { status: 'resolved', created_utc: '2026-11-19T10:04:00.000Z', resolved_utc: '2026-11-19T10:04:00.000Z' },
    {
      status: 'resolved',
      taken_utc: '2026-11-19T10:01:00.000Z',
      resolved_utc: '2026-11-19T10:03:00.000Z',
      wait_seconds: 60,
    },
  ]);
});

test('API-ingest-POST: a second open handoff with the external ID of an ended one is a conflict', async () => {
  await send({ external_id: 'h1', status: 'resolved' });
  await send({ external_id: 'h2' });
  expect(await send({ external_id: 'h1', status: 'waiting' })).toMatchObject({ outcome: 'failed', code: 'conflict' });
  expect(await list('status=waiting')).toHaveLength(1);
});

test('API-ingest-POST: taken_by_agent_id must be an agent of the site and needs a matching status', async () => {
  expect(await send({ status: 'taken', taken_by_agent_id: '424242' })).toMatchObject({ code: 'bad_field' });
  expect(await send({ taken_by_agent_id: agentId })).toMatchObject({ code: 'bad_field' });
  const other = await service.createSite({ name: 'Other' });
  const context = { actor: TEST_ACTOR, now: service.clock.now() };
  const hire = async (name: string) => String(await createAgent(service.database.owner, other.site, { name }, context));
  // Sites generate the same IDs: the first agent there has the ID of the one here, the second has an ID that no agent
  // has here.
  expect(await hire('Bob')).toBe(agentId);
  const foreign = await hire('Eve');
  expect(await send({ status: 'taken', taken_by_agent_id: foreign })).toMatchObject({
    code: 'bad_field',
    message: 'taken_by_agent_id must be an agent of this site',
  });
  expect(await list()).toEqual([]);
});

test('API-handoffs-GET: the ticket, customer and visitor of the session', async () => {
  const { json } = await service.call('POST', 'tickets', {
    token: home.token,
    body: { subject: 'Bell', requester_email: 'ada@example.org' },
  });
  const { id: ticket_id, customer_identity_id } = json.data;
  const transcript = {
    kind: 'transcript',
    session_id: 's1',
    visitor_key: 'v1',
    email: 'ada@example.org',
    messages: [],
  };
  await service.call('POST', 'ingest', { token: home.token, body: { items: [{ ...transcript, channel: 'sms' }] } });
  await send({ ticket_id });
  expect(await list()).toMatchObject([{ channel: 'sms', ticket_id, customer_identity_id, visitor_key: 'v1' }]);
  const links = await service.call('GET', 'ticket', { token: home.token, query: { id: ticket_id, include: 'links' } });
  expect(links.json.data.links).toContainEqual({ kind: 'session', id: 's1', label: 'sms, 2026-11-20' });
});

test('API-handoffs-GET: newest first, filtered by time, status and session', async () => {
  // Not in the order of their IDs: the time of creation counts.
  for (const n of [2, 3, 1]) await send({ session_id: `s${n}`, created_utc: `2026-11-1${n}T00:00:00Z` });
  await send({ session_id: 's2', status: 'resolved' });
  const ids = async (query: string) => (await list(query)).map(({ session_id }: { session_id: string }) => session_id);
  expect(await ids('')).toEqual(['s3', 's2', 's1']);
  expect(await ids('since=2026-11-12T00:00:00Z')).toEqual(['s3', 's2']);
  expect(await ids('status=waiting')).toEqual(['s3', 's1']);
  expect(await ids('status=resolved&sessionId=s2')).toEqual(['s2']);
  expect(await ids('sessionId=s1')).toEqual(['s1']);
  expect(await ids('limit=1&skip=1')).toEqual(['s2']);
  expect((await get('status=waiting&limit=1')).json.data).toMatchObject({
    items: [{ session_id: 's3' }],
    total_count: 2,
  });
  expectError(await get('status=open'), 'bad_field');
  expectError(await get('since=yesterday'), 'bad_field');
  const other = await service.createSite({ name: 'Other' });
  expect((await get('', other.token)).json.data).toEqual({ items: [], total_count: 0 });
});

test('API-ingest-POST: 20 concurrent handoffs of one session are one', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => send({})));
  expect(answers.filter(({ outcome }) => outcome === 'stored')).toHaveLength(1);
  expect(answers.filter(({ outcome }) => outcome === 'updated')).toHaveLength(19);
  expect(await list()).toHaveLength(1);
});
