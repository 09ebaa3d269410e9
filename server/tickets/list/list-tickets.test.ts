import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectError } from '#server/testing/expect-answer.ts';
import type { TestService } from '#server/testing/service.ts';
import { startSampleSite, type SampleSite } from '#server/testing/sample-site.ts';

// One set of tickets for the whole file: nothing here changes it.
let sample: SampleSite;
let service: TestService;
let token: string;

beforeAll(async () => {
  sample = await startSampleSite();
  ({ service, token } = sample);
});

afterAll(() => service.close());

const NEWEST = ['new', 'past', 'wait', 'late', 'mine', 'done', 'old'];

test('API-tickets-GET: newest first, at the top level, with the total', async () => {
  expect(await sample.list({})).toEqual(NEWEST);
  const { json } = await service.call('GET', 'tickets', { token });
  expect(Object.keys(json)).toEqual(['items', 'total_count']);
});

test('API-tickets-GET count=0 returns the same rows with a null total', async () => {
  for (const query of ['', 'q=wheel&limit=2', 'order_by=priority&skip=3', 'skip=100']) {
    const counted = await service.call('GET', 'tickets', { token, query });
    const { json } = await service.call('GET', 'tickets', { token, query: `count=0&${query}` });
    expect(json).toEqual({ ok: counted.json.ok, items: counted.json.items, total_count: null });
  }
  for (const name of ['facets', 'all', 'format']) {
    const answer = await service.call('GET', 'tickets', { token, query: `count=0&${name}=1` });
    expectError(answer, 'bad_field');
    expect(answer.json.error.message).toBe(`${name} is not a parameter of count=0`);
  }
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
  [
    { created_from: '2026-11-20T10:30:00.000+01:00', created_to: '2026-11-20T14:30:00.001+01:00' },
    ['new', 'past', 'wait'],
  ],
  [{ status: '', priority: '', q: '' }, NEWEST],
])('IN-01: filter %j', async (query, expected) => {
  expect(await sample.list(query as unknown as Record<string, string>)).toEqual(expected);
});

test('IN-01: assignee=me is the agent of the token, and refused for a token without one', async () => {
  expect(await sample.list({ assignee: 'me' }, sample.tokenOfAda)).toEqual(['mine']);
  expect(await sample.list({ assignee: String(sample.ada) })).toEqual(['mine']);
  expectError(await service.call('GET', 'tickets', { token, query: { assignee: 'me' } }), 'bad_field');
  expectError(await service.call('GET', 'tickets', { token, query: { assignee: 'you' } }), 'bad_field');
  const filter = JSON.stringify({ all: [{ field: 'assignee', op: 'is', value: 'me' }] });
  expect(await sample.list({ filter }, sample.tokenOfAda)).toEqual(['mine']);
  expectError(await service.call('GET', 'tickets', { token, query: { filter } }), 'bad_field');
});

test.each([
  ['brake', ['new', 'done']],
  ['BRAKE cargo', ['new']],
  ['größe bremse', ['late']],
  ['GRÖSSE', ['late']],
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
  expect(await sample.list({ q })).toEqual(expected);
});

test('IN-01: q finds ticket numbers, whole, in part, and with their sign', async () => {
  const number = sample.numbers.get('late');
  expect(await sample.list({ q: `${number}` })).toEqual(['late']);
  expect(await sample.list({ q: `#${number}` })).toEqual(['late']);
  expect(await sample.list({ q: '10' })).toEqual(NEWEST);
  expect(await sample.list({ q: '10 bell' })).toEqual(['past']);
});

test.each([
  [{ order_by: 'created', dir: 'asc' }, NEWEST.toReversed()],
  [{ order_by: 'updated' }, ['new', 'past', 'wait', 'late', 'mine', 'done', 'old']],
  [{ order_by: 'priority' }, ['mine', 'wait', 'done', 'past', 'late', 'new', 'old']],
  [{ order_by: 'priority', dir: 'asc' }, ['old', 'new', 'late', 'past', 'done', 'wait', 'mine']],
  [{ order_by: 'waiting' }, ['old', 'late', 'past', 'new', 'done', 'mine', 'wait']],
  [{ order_by: 'waiting', dir: 'asc' }, ['wait', 'mine', 'done', 'new', 'past', 'late', 'old']],
])('IN-07: order %j, as a whole and page by page', async (query, expected) => {
  expect(await sample.list(query)).toEqual(expected);
  const pages: string[] = [];
  for (let skip = 0; skip < expected.length; skip += 2) {
    const { json } = await service.call('GET', 'tickets', { token, query: { ...query, limit: 2, skip } });
    expect(json.total_count).toBe(expected.length);
    pages.push(...json.items.map((item: { ticket_number: number }) => sample.keyOf(item.ticket_number)));
  }
  expect(pages).toEqual(expected);
});

test('IN-08: a page past the end is empty and has the total', async () => {
  const { json } = await service.call('GET', 'tickets', { token, query: { skip: 100 } });
  expect(json).toEqual({ items: [], total_count: 7 });
  const none = await service.call('GET', 'tickets', { token, query: { skip: 100, q: 'nothing like it' } });
  expect(none.json).toEqual({ items: [], total_count: 0 });
});

test.each([
  [
    {
      all: [
        { field: 'status', op: 'is', value: 'open' },
        { field: 'priority', op: 'is_not', value: 'low' },
      ],
    },
    ['late', 'mine'],
  ],
  [
    {
      any: [
        { field: 'tag', op: 'is', value: 'vip' },
        { field: 'tag', op: 'contains', value: 'DISP' },
      ],
    },
    ['new', 'mine'],
  ],
  [
    {
      all: [
        { field: 'tag', op: 'none_of', value: ['brakes', 'display'] },
        { field: 'status', op: 'any_of', value: ['open', 'pending'] },
      ],
    },
    ['past', 'wait', 'late'],
  ],
  [{ all: [{ field: 'tag', op: 'is_not_set' }] }, ['past', 'wait', 'late', 'old']],
  [{ all: [{ field: 'assignee', op: 'is_set' }] }, ['mine']],
  [{ all: [{ field: 'assignee', op: 'is_not', value: 'none' }] }, ['mine']],
  [{ all: [{ field: 'requester_email', op: 'is', value: 'juergen@EXAMPLE.org' }] }, ['late']],
  [
    {
      all: [
        { field: 'requester_email', op: 'is_not', value: 'juergen@example.org' },
        { field: 'channel', op: 'is', value: 'email' },
      ],
    },
    ['old'],
  ],
  [{ all: [{ field: 'subject', op: 'contains', value: '0%' }] }, ['mine']],
  [{ all: [{ field: 'subject', op: 'is', value: 'b_ll' }] }, []],
  [
    { all: [{ field: 'subject', op: 'any_of', value: ['b_ll', '%', 'GRÖSSE DER BREMSE', 'größe DER bremse'] }] },
    ['late'],
  ],
  [{ all: [{ field: 'subject', op: 'any_of', value: ['BELL', 'display shows 100% OR 100_'] }] }, ['past', 'mine']],
  [
    {
      all: [
        { field: 'requester_name', op: 'none_of', value: ['jürgen öztürk', 'Maren'] },
        { field: 'channel', op: 'any_of', value: ['SMS', 'Email'] },
      ],
    },
    ['past', 'old'],
  ],
  [{ all: [{ field: 'requester_phone', op: 'is_set' }] }, ['past', 'late']],
  [{ all: [{ field: 'requester_phone', op: 'is', value: '+49.30.23125[008]' }] }, ['past']],
  [
    { all: [{ field: 'requester_phone', op: 'any_of', value: ['004930 23125008', '+493023125007'] }] },
    ['past', 'late'],
  ],
  [
    {
      all: [
        { field: 'requester_phone', op: 'is_not', value: '+493023125008' },
        { field: 'channel', op: 'any_of', value: ['sms', 'email'] },
      ],
    },
    ['late', 'old'],
  ],
  [{ all: [{ field: 'requester_phone', op: 'is', value: '23125008' }] }, []],
  [{ all: [{ field: 'requester_phone', op: 'is', value: '(-)' }] }, []],
  [{ all: [{ field: 'resolved_utc', op: 'between', value: [null, '2026-11-17T12:00:00Z'] }] }, ['old']],
  [
    { all: [{ field: 'created_utc', op: 'between', value: ['2026-11-20T09:30:00Z', '2026-11-20T13:30:00Z'] }] },
    ['past', 'wait'],
  ],
  [{ all: [{ field: 'created_utc', op: 'older_than', value: '1d' }] }, ['mine', 'done', 'old']],
  [{ all: [{ field: 'created_utc', op: 'newer_than', value: '300m' }] }, ['new', 'past', 'wait']],
  [{ all: [{ field: 'resolved_utc', op: 'older_than', value: '9w' }] }, []],
  [{ any: [{ field: 'first_response_utc', op: 'newer_than', value: '2w' }] }, ['wait', 'mine', 'done']],
  [{ all: [{ field: 'ticket_number', op: 'between', value: [1002, 1003] }] }, ['mine', 'done']],
  [
    {
      all: [
        {
          any: [
            { field: 'channel', op: 'is', value: 'SMS' },
            { field: 'channel', op: 'is', value: 'web' },
          ],
        },
        { field: 'first_response_utc', op: 'is_not_set' },
      ],
    },
    ['new', 'past'],
  ],
])('filter %j', async (filter, expected) => {
  expect(await sample.list({ filter: JSON.stringify(filter) })).toEqual(expected);
});

test('refuses a filter that is not JSON', async () => {
  expectError(await service.call('GET', 'tickets', { token, query: { filter: '{all:' } }), 'bad_field');
});
