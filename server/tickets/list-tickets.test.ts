import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectError } from '#server/testing/expect-answer.ts';
import { startTestService, TEST_ACTOR, type TestService } from '#server/testing/service.ts';
import { createAgent } from './create-agent.ts';

// One set of tickets for the whole file: nothing here changes it.
let service: TestService;
let token: string;
let tokenOfAda: string;
let ada: bigint;
const HOUR = 3_600_000;

/** Oldest first; T is how many hours ago it came in. */
const TICKETS = [
  { key: 'old', T: 90, subject: 'Invoice for LC-100', status: 'closed', priority: 'low', channel: 'email', email: 'maren@example.com' },
  { key: 'done', T: 50, subject: 'Rear brake squeals', status: 'resolved', priority: 'high', channel: 'web', tags: 'brakes', reply: true },
  { key: 'mine', T: 30, subject: 'Display shows 100% or 100_', priority: 'urgent', channel: 'whatsapp', tags: 'Display,E9', agent: true, reply: true },
  { key: 'late', T: 10, subject: 'Größe der Bremse', channel: 'email', email: 'Juergen@Example.ORG', phone: '+49 30 23125 007', name: 'Jürgen Öztürk' },
  { key: 'wait', T: 5, subject: 'Where is my order?', status: 'pending', priority: 'high', channel: 'web', reply: true, snooze: 24 },
  { key: 'past', T: 4, subject: 'Bell', status: 'pending', channel: 'sms', phone: '0049 (30) 23125-008', snooze: -1 },
  { key: 'new', T: 1, subject: 'Brake of the cargo bike', priority: 'low', channel: 'web', tags: 'brakes,vip' },
] as const;

const numbers = new Map<string, number>();
const keys = new Map<number, string>();

beforeAll(async () => {
  service = await startTestService({ now: '2026-11-20T14:30:00.000Z' });
  const home = await service.createSite();
  token = home.token;
  ada = await createAgent(service.database.forSite(home.site.id), home.site, { name: 'Ada' }, { actor: TEST_ACTOR, now: service.clock.now() });
  tokenOfAda = (await service.issueToken(home.site, { agentId: ada })).token;
  const end = service.clock.now().getTime();
  for (const ticket of TICKETS) {
    const at = (hoursAgo: number) => service.clock.set(new Date(end - hoursAgo * HOUR).toISOString());
    at(ticket.T);
    const { subject, channel } = ticket;
    const contact = {
      ...('email' in ticket ? { requester_email: ticket.email } : {}),
      ...('phone' in ticket ? { requester_phone: ticket.phone } : {}),
      ...('name' in ticket ? { requester_name: ticket.name } : {}),
      ...('priority' in ticket ? { priority: ticket.priority } : {}),
    };
    const made = await service.call('POST', 'tickets', { token, body: { subject, channel, ...contact } });
    const id = made.json.data.id;
    numbers.set(ticket.key, made.json.data.ticket_number);
    keys.set(made.json.data.ticket_number, ticket.key);
    at(ticket.T - 0.5);
    const patch = {
      ...('tags' in ticket ? { tags: ticket.tags } : {}),
      ...('status' in ticket ? { status: ticket.status } : {}),
      ...('agent' in ticket ? { assignee_agent_id: String(ada) } : {}),
      ...('snooze' in ticket ? { snoozed_until_utc: new Date(end + ticket.snooze * HOUR).toISOString() } : {}),
    };
    if (Object.keys(patch).length > 0) await service.call('PATCH', 'ticket', { token, body: { id, ...patch } });
    if ('reply' in ticket) await service.call('POST', 'ticket_comments', { token, body: { ticket_id: id, body: 'Hello' } });
  }
  service.clock.set(new Date(end).toISOString());
});

afterAll(() => service.close());

interface Listed {
  readonly items: readonly { ticket_number: number }[];
  readonly total_count: number;
}

/** The keys of what is listed, in order; the total is checked to be the same. */
async function list(query: Record<string, string | number>, by = token): Promise<string[]> {
  const answer = await service.call('GET', 'tickets', { token: by, query });
  expect(answer.status, answer.text).toBe(200);
  const { items, total_count }: Listed = answer.json;
  expect(total_count).toBe(items.length);
  return items.map((item) => keys.get(item.ticket_number) ?? '?');
}

const NEWEST = ['new', 'past', 'wait', 'late', 'mine', 'done', 'old'];

test('API-tickets-GET: newest first, at the top level, with the total', async () => {
  expect(await list({})).toEqual(NEWEST);
  const { json } = await service.call('GET', 'tickets', { token });
  expect(Object.keys(json)).toEqual(['items', 'total_count']);
});

test.each([
  [{ status: 'open' }, ['new', 'late', 'mine']],
  [{ status: 'resolved,closed' }, ['done', 'old']],
  [{ priority: 'urgent,high' }, ['wait', 'mine', 'done']],
  [{ status: 'open', priority: 'low' }, ['new']],
  [{ assignee: 'none' }, ['new', 'past', 'wait', 'late', 'done', 'old']],
  [{ assignee: '9223372036854775807' }, []],
  [{ tag: 'BRAKES' }, ['new', 'done']],
  [{ channel: 'web' }, ['new', 'wait', 'done']],
  [{ first_reply: 'none', status: 'open,pending' }, ['new', 'past', 'late']],
  [{ first_reply: 'done' }, ['wait', 'mine', 'done']],
  [{ stale: 1 }, ['past', 'late']],
  [{ snoozed: 1 }, ['wait']],
  [{ created_from: '2026-11-20T09:30:00Z', created_to: '2026-11-20T13:30:00Z' }, ['past', 'wait']],
  [{ created_from: '2026-11-20T10:30:00.000+01:00', created_to: '2026-11-20T14:30:00.001+01:00' }, ['new', 'past', 'wait']],
  [{ status: '', priority: '', q: '' }, NEWEST],
])('IN-01: filter %j', async (query, expected) => {
  expect(await list(query as unknown as Record<string, string>)).toEqual(expected);
});

test('IN-01: assignee=me is the agent of the token, and a token without one is told so', async () => {
  expect(await list({ assignee: 'me' }, tokenOfAda)).toEqual(['mine']);
  expect(await list({ assignee: String(ada) })).toEqual(['mine']);
  expectError(await service.call('GET', 'tickets', { token, query: { assignee: 'me' } }), 'bad_field');
  expectError(await service.call('GET', 'tickets', { token, query: { assignee: 'you' } }), 'bad_field');
  const filter = JSON.stringify({ all: [{ field: 'assignee', op: 'is', value: 'me' }] });
  expect(await list({ filter }, tokenOfAda)).toEqual(['mine']);
  expectError(await service.call('GET', 'tickets', { token, query: { filter } }), 'bad_field');
});

test.each([
  ['brake', ['new', 'done']],
  ['BRAKE cargo', ['new']],
  ['größe bremse', ['late']],
  ['GRÖSSE', []],
  ['öztürk', ['late']],
  ['juergen@example.org', ['late']],
  ['23125 007', ['late']],
  ['100%', ['mine']],
  ['100_', ['mine']],
  ['10__', []],
  ['%%%', []],
  ['vip', ['new']],
  ['e9', ['mine']],
  ['vi', []],
  ['be', []],
  ['e9 brake', []],
  ['lc-100', ['old']],
  ["'; drop table ticket; --", []],
])('IN-01: q=%s', async (q, expected) => {
  expect(await list({ q })).toEqual(expected);
});

test('IN-01: q finds ticket numbers, whole, in part, and with their sign', async () => {
  const number = numbers.get('late');
  expect(await list({ q: `${number}` })).toEqual(['late']);
  expect(await list({ q: `#${number}` })).toEqual(['late']);
  expect(await list({ q: '10' })).toEqual(NEWEST);
  expect(await list({ q: '10 bell' })).toEqual(['past']);
});

test.each([
  [{ order_by: 'created', dir: 'asc' }, NEWEST.toReversed()],
  [{ order_by: 'updated' }, ['new', 'past', 'wait', 'late', 'mine', 'done', 'old']],
  [{ order_by: 'priority' }, ['mine', 'wait', 'done', 'past', 'late', 'new', 'old']],
  [{ order_by: 'priority', dir: 'asc' }, ['old', 'new', 'late', 'past', 'done', 'wait', 'mine']],
  [{ order_by: 'waiting' }, ['old', 'late', 'past', 'new', 'done', 'mine', 'wait']],
  [{ order_by: 'waiting', dir: 'asc' }, ['wait', 'mine', 'done', 'new', 'past', 'late', 'old']],
])('IN-07: order %j, page by page too', async (query, expected) => {
  expect(await list(query)).toEqual(expected);
  const pages: string[] = [];
  for (let skip = 0; skip < expected.length; skip += 2) {
    const { json } = await service.call('GET', 'tickets', { token, query: { ...query, limit: 2, skip } });
    expect(json.total_count).toBe(expected.length);
    pages.push(...json.items.map((item: { ticket_number: number }) => keys.get(item.ticket_number)));
  }
  expect(pages).toEqual(expected);
});

test('IN-08: a page past the end is empty and the total stays right', async () => {
  const { json } = await service.call('GET', 'tickets', { token, query: { skip: 100 } });
  expect(json).toEqual({ items: [], total_count: 7 });
  const none = await service.call('GET', 'tickets', { token, query: { skip: 100, q: 'nothing like it' } });
  expect(none.json).toEqual({ items: [], total_count: 0 });
});

test.each([
  [{ all: [{ field: 'status', op: 'is', value: 'open' }, { field: 'priority', op: 'is_not', value: 'low' }] }, ['late', 'mine']],
  [{ any: [{ field: 'tag', op: 'is', value: 'vip' }, { field: 'tag', op: 'contains', value: 'DISP' }] }, ['new', 'mine']],
  [{ all: [{ field: 'tag', op: 'none_of', value: ['brakes', 'display'] }, { field: 'status', op: 'any_of', value: ['open', 'pending'] }] }, ['past', 'wait', 'late']],
  [{ all: [{ field: 'tag', op: 'is_not_set' }] }, ['past', 'wait', 'late', 'old']],
  [{ all: [{ field: 'assignee', op: 'is_set' }] }, ['mine']],
  [{ all: [{ field: 'assignee', op: 'is_not', value: 'none' }] }, ['mine']],
  [{ all: [{ field: 'requester_email', op: 'is', value: 'juergen@EXAMPLE.org' }] }, ['late']],
  [{ all: [{ field: 'requester_email', op: 'is_not', value: 'juergen@example.org' }, { field: 'channel', op: 'is', value: 'email' }] }, ['old']],
  [{ all: [{ field: 'subject', op: 'contains', value: '0%' }] }, ['mine']],
  [{ all: [{ field: 'subject', op: 'is', value: 'b_ll' }] }, []],
  [{ all: [{ field: 'requester_phone', op: 'is_set' }] }, ['past', 'late']],
  [{ all: [{ field: 'resolved_utc', op: 'between', value: [null, '2026-11-17T12:00:00Z'] }] }, ['old']],
  [{ all: [{ field: 'created_utc', op: 'between', value: ['2026-11-20T09:30:00Z', '2026-11-20T13:30:00Z'] }] }, ['past', 'wait']],
  [{ all: [{ field: 'ticket_number', op: 'between', value: [1002, 1003] }] }, ['mine', 'done']],
  [{ all: [{ any: [{ field: 'channel', op: 'is', value: 'SMS' }, { field: 'channel', op: 'is', value: 'web' }] }, { field: 'first_response_utc', op: 'is_not_set' }] }, ['new', 'past']],
])('IN-02: filter %j', async (filter, expected) => {
  expect(await list({ filter: JSON.stringify(filter) })).toEqual(expected);
});

test('IN-02: a filter that is no JSON is told so', async () => {
  expectError(await service.call('GET', 'tickets', { token, query: { filter: '{all:' } }), 'bad_field');
});

test('IN-04: facets count each value under the other filters', async () => {
  const { json } = await service.call('GET', 'tickets', { token: tokenOfAda, query: { status: 'open,pending', facets: 1 } });
  expect(json.total_count).toBe(5);
  expect(json.facets).toEqual({
    status: { open: 3, pending: 2, resolved: 1, closed: 1 },
    priority: { urgent: 1, high: 1, normal: 2, low: 1 },
    channel: { email: 1, sms: 1, web: 2, whatsapp: 1 },
    assignee: { none: 4, [String(ada)]: 1 },
    folder: { unassigned: 4, snoozed: 1, stale: 2, mine: 1 },
  });
  const narrowed = await service.call('GET', 'tickets', { token, query: { status: 'open', priority: 'low', q: 'brake', facets: 1 } });
  expect(narrowed.json.facets).toMatchObject({
    status: { open: 1, pending: 0, resolved: 0, closed: 0 },
    priority: { urgent: 0, high: 0, normal: 0, low: 1 },
    folder: { unassigned: 1, snoozed: 0, stale: 0, mine: 0 },
  });
});

test('IN-25: the count of a folder is the total of its list, whichever folder is open', async () => {
  const folders = { unassigned: { assignee: 'none' }, mine: { assignee: 'me' }, snoozed: { snoozed: 1 }, stale: { stale: 1 } };
  const shared = { status: 'open,pending', facets: 1 };
  for (const open of [{}, ...Object.values(folders)]) {
    const { json } = await service.call('GET', 'tickets', { token: tokenOfAda, query: { ...shared, ...open } });
    for (const [name, query] of Object.entries(folders)) {
      const alone = await service.call('GET', 'tickets', { token: tokenOfAda, query: { status: 'open,pending', ...query } });
      expect([name, json.facets.folder[name]]).toEqual([name, alone.json.total_count]);
    }
  }
});

test('facets of every value agree with the list of that value', async () => {
  const { json } = await service.call('GET', 'tickets', { token, query: { q: 'exa', facets: 1 } });
  for (const [channel, count] of Object.entries(json.facets.channel)) {
    const alone = await service.call('GET', 'tickets', { token, query: { q: 'exa', channel } });
    expect(alone.json.total_count).toBe(count);
  }
});
