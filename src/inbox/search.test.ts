import { expect, test } from 'vitest';
import { inboxSearch } from './search.ts';

const read = (query: string) => inboxSearch(Object.fromEntries(new URLSearchParams(query)));

test('every parameter is read', () => {
  const query =
    'status=pending,open&priority=high,urgent&assignee=17&q=rear+light&tag=late%20delivery&channel=sms&first_reply=none' +
    '&stale=1&snoozed=1&customer_identity_id=9007199254740993&created_from=2026-11-01T00:00:00Z' +
    '&created_to=2026-11-20T00:00:00Z&filter={"all":[{"field":"tag","op":"is_set"}]}&order_by=created&dir=asc&layout=table&skip=150&ticket=42&tab=links';
  expect(read(query)).toEqual({
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
    layout: 'table',
    skip: 150,
    ticket: '42',
    tab: 'links',
  });
});

test('defaults leave the URL, all four states are `all`', () => {
  expect(read('status=open&skip=0&layout=split&tab=timeline')).toEqual({});
  expect(read('status=closed,open,pending,resolved')).toEqual({ status: 'all' });
});

test.each([
  'toString=1',
  'status=bogus',
  'status=open,bogus',
  'priority=9',
  'first_reply=maybe',
  'stale=yes',
  'order_by=name',
  'dir=up',
  'layout=cards',
  'skip=-1',
  'skip=1e3',
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
  const name = query.split('=')[0];
  expect(read(query)).toEqual({ ignored: expect.stringMatching(new RegExp(`^${name}=`)) });
});

test('an id beyond 2^53 keeps every digit', () => {
  expect(read('ticket=9007199254740993').ticket).toBe('9007199254740993');
  expect(read('ticket=9223372036854775807').ticket).toBe('9223372036854775807');
});
