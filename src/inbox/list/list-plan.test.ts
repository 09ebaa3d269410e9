import { expect, test } from 'vitest';
import { FOLDER_KEYS, foldersOf } from '#src/inbox/folders.ts';
import { isSameFilter } from '#src/inbox/search.ts';
import { planList, withFilter } from './list-plan.ts';

const whole = { isExtended: true, isAgent: true };
const documentOnly = { isExtended: false, isAgent: false };

test('the plain inbox: open tickets, those without a reply first', () => {
  expect(planList({}, whole)).toMatchObject({
    query: { status: ['open'], order_by: 'waiting' },
    isGrouped: true,
    isRefused: false,
  });
  expect(planList({}, documentOnly)).toEqual({
    query: { status: ['open'] },
    key: '{"status":["open"]}',
    isGrouped: false,
    order: 'created',
    isReversed: false,
    isRefused: false,
  });
});

test('messages are searched only with words', () => {
  const search = { q: 'bent', text: '1' } as const;
  expect(planList(search, whole).query).toMatchObject({ q: 'bent', text: true });
  expect(planList(search, documentOnly)).toMatchObject({ query: { q: 'bent' }, isRefused: true });
  expect(withFilter(search, { status: 'all' }).text).toBe('1');
  expect(withFilter(search, { q: undefined }).text).toBeUndefined();
});

test('tickets of every state come newest first and without groups', () => {
  expect(planList({ status: 'all' }, whole)).toMatchObject({ query: {}, isGrouped: false, order: 'created' });
  expect(planList({ status: 'all' }, whole).query).toEqual({});
});

test('another order has no groups', () => {
  expect(planList({ order_by: 'updated' }, whole).isGrouped).toBe(false);
  expect(planList({ order_by: 'created', dir: 'asc' }, whole).isGrouped).toBe(false);
});

test.each(['updated', 'priority', 'waiting', 'created'] as const)('a link or view reverses the order: %s', (order) => {
  const plan = planList({ order_by: order, dir: 'asc' }, whole);
  expect(plan).toMatchObject({ query: { order_by: order, dir: 'asc' }, isReversed: true, isGrouped: false });
  expect(planList({ order_by: order, dir: 'desc' }, whole)).toMatchObject({ isReversed: false });
});

test('what is due soonest comes first unless the address says `desc`', () => {
  const plan = planList({ order_by: 'due', dir: 'desc' }, whole);
  expect(plan).toMatchObject({ query: { order_by: 'due', dir: 'desc' }, isReversed: true });
});

test('a service without extensions gets no query that it refuses', () => {
  const plan = planList(
    {
      status: 'open,pending',
      priority: 'urgent,high',
      tag: 'late',
      first_reply: 'none',
      order_by: 'updated',
      dir: 'asc',
    },
    documentOnly,
  );
  expect(plan.query).toEqual({ status: ['open'] });
  expect(plan.isRefused).toBe(true);
});

test('`me` is refused for a token without an agent', () => {
  expect(planList({ assignee: 'me' }, { ...whole, isAgent: false })).toMatchObject({ isRefused: true });
  expect(planList({ assignee: 'me' }, whole).query.assignee).toBe('me');
});

test('IN-35: orders by the due time and filters by overdue', () => {
  const search = { order_by: 'due', dir: 'asc', overdue: '1' } as const;
  expect(planList(search, whole)).toMatchObject({
    query: { status: ['open'], overdue: true, order_by: 'due' },
    order: 'due',
    isReversed: false,
    isGrouped: false,
    isRefused: false,
  });
  expect(planList(search, documentOnly)).toMatchObject({
    query: { status: ['open'] },
    isRefused: true,
  });
});

test('a new filter drops position and open ticket', () => {
  expect(withFilter({ q: 'x', skip: 100, ticket: '7', layout: 'table' }, { tag: 'late' })).toEqual({
    q: 'x',
    tag: 'late',
    layout: 'table',
    skip: undefined,
    ticket: undefined,
    tab: undefined,
  });
});

test('folders differ by their filters, not by order and layout', () => {
  expect(
    isSameFilter({ status: 'pending', layout: 'table', skip: 9 }, { status: 'pending', order_by: 'updated' }),
  ).toBe(true);
  expect(isSameFilter({ status: 'pending' }, { status: 'pending', q: 'x' })).toBe(false);
});

test('only folders that the service can list are offered', () => {
  expect(foldersOf(whole).map(({ key }) => key)).toEqual([...FOLDER_KEYS]);
  expect(foldersOf({ ...whole, isAgent: false }).map(({ key }) => key)).not.toContain('mine');
  for (const { search } of foldersOf(documentOnly)) expect(planList(search, documentOnly).isRefused).toBe(false);
});

test('conditions, a customer and a span of time reach the service, and need the extension', () => {
  const filter = '{"all":[{"field":"tag","op":"is_set"}]}';
  const search = {
    status: 'all',
    customer_identity_id: '9007199254740993',
    created_from: '2026-11-01T00:00:00Z',
    filter,
  };
  expect(planList(search, whole)).toMatchObject({
    query: { customer_identity_id: 9007199254740993n, created_from: '2026-11-01T00:00:00Z', filter },
    key: expect.stringContaining('9007199254740993'),
  });
  expect(planList(search, documentOnly).isRefused).toBe(true);
  expect(planList(search, documentOnly).query).toEqual({});
});
