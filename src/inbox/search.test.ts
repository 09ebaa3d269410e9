import { expect, test } from 'vitest';
import { readInboxSearch, validateInboxSearch } from './search.ts';

const read = (query: string) => readInboxSearch(Object.fromEntries(new URLSearchParams(query)));

test('every parameter is read', () => {
  const query =
    'status=pending,open&priority=high,urgent&assignee=17&q=rear+light&tag=late%20delivery&channel=sms&first_reply=none' +
    '&stale=1&snoozed=1&customer_identity_id=9007199254740993&created_from=2026-11-01T00:00:00Z' +
    '&created_to=2026-11-20T00:00:00Z&filter={"all":[{"field":"tag","op":"is_set"}]}&order_by=created&dir=asc&group=none&layout=table&skip=150&limit=100&ticket=42&tab=links';
  expect(read(query)).toEqual({
    ignored: [],
    search: {
      status: 'open,pending',
      priority: 'urgent,high',
      assignee: '17',
      q: 'rear light',
      tag: 'late delivery',
      channel: 'sms',
      first_reply: 'none',
      stale: '1',
      snoozed: '1',
      customer_identity_id: '9007199254740993',
      created_from: '2026-11-01T00:00:00Z',
      created_to: '2026-11-20T00:00:00Z',
      filter: '{"all":[{"field":"tag","op":"is_set"}]}',
      order_by: 'created',
      dir: 'asc',
      group: 'none',
      layout: 'table',
      skip: 150,
      limit: 100,
      ticket: '42',
      tab: 'links',
    },
  });
});

test('defaults leave the URL, all four states are `all`', () => {
  expect(read('status=open&skip=0&limit=50&layout=split&tab=timeline').search).toEqual({});
  expect(read('status=closed,open,pending,resolved').search).toEqual({ status: 'all' });
});

test.each([
  'toString=1',
  'status=bogus',
  'status=open,bogus',
  'priority=9',
  'first_reply=maybe',
  'stale=true',
  'order_by=name',
  'dir=up',
  'layout=cards',
  'skip=-1',
  'skip=1e3',
  'limit=0',
  'limit=201',
  'ticket=0',
  'ticket=9223372036854775808',
  'ticket=12x',
  'nonsense=1',
  'customer_identity_id=0',
  'created_from=yesterday',
  'created_to=2026-11-20',
  'filter={"all":[]}',
  `q=${'x'.repeat(201)}`,
  'q=%00',
])('%s is ignored and named', (query) => {
  const { search, ignored } = read(query);
  expect(search).toEqual({});
  expect(ignored).toHaveLength(1);
});

test('an id beyond 2^53 keeps every digit', () => {
  expect(read('ticket=9007199254740993').search.ticket).toBe('9007199254740993');
  expect(read('ticket=9223372036854775807').search.ticket).toBe('9223372036854775807');
});

test('what belongs to the whole program is no filter', () => {
  expect(read('locale=en-XA&theme=dark&density=compact')).toEqual({ search: {}, ignored: [] });
});

test('the search of the route names what is not to stay, and says the same of the same address each time', () => {
  const raw = { status: 'bogus', tag: 'late', locale: 'en-XA' };
  expect(validateInboxSearch(raw)).toStrictEqual({ status: undefined, tag: 'late', ignored: 'status=bogus' });
  expect(validateInboxSearch(raw)).toStrictEqual(validateInboxSearch(raw));
  expect(readInboxSearch(raw).ignored).toEqual(['status=bogus']);
  expect(validateInboxSearch({ ignored: 'status=bogus' })).toStrictEqual({ ignored: 'status=bogus' });
});

test.each([{ ticket: {} }, { status: ['open'] }, { q: null }])('values that are no text do no harm: %j', (raw) => {
  expect(readInboxSearch(raw).search).toEqual({});
});
