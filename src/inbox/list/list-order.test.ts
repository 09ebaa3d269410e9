import { afterEach, expect, test } from 'vitest';
import type { Ticket } from '#contract/tickets.ts';
import { arrangePage, setOpenRow, type ListPage } from '#src/inbox/list/list-order.ts';

const ticket = (id: bigint, more: Partial<Ticket> = {}): Ticket => ({
  id,
  ticket_number: Number(id),
  subject: 'Bent rim',
  status: 'open',
  priority: 'normal',
  channel: 'web',
  requester_name: null,
  requester_email: null,
  requester_phone: null,
  tags: null,
  first_response_utc: null,
  resolved_utc: null,
  created_utc: '2026-11-20T08:28:00.000Z',
  customer_identity_id: null,
  ...more,
});
const REPLIED = { first_response_utc: '2026-11-20T08:30:00.000Z' };
const page = (total_count: number, ...items: Ticket[]) => ({ items, total_count });
const NOW = { fetchedIn: 1, statuses: ['open'] };
const ids = ({ items }: ListPage) => items.map(({ id }) => id);
const first = () => arrangePage(undefined, page(4, ticket(1n), ticket(2n), ticket(3n), ticket(4n, REPLIED)), NOW);

afterEach(() => setOpenRow(undefined));

test('rows keep their places and their groups after a reply', () => {
  const next = page(4, ticket(1n), ticket(3n), ticket(4n, REPLIED), ticket(2n, REPLIED));
  const shown = arrangePage(first(), next, NOW);
  expect(ids(shown)).toEqual([1n, 2n, 3n, 4n]);
  expect(shown.waiting).toEqual(new Set([1n, 2n, 3n]));
  expect(shown.items[1]?.first_response_utc).toBe(REPLIED.first_response_utc);
  // And when they are read once more.
  expect(ids(arrangePage(shown, next, NOW))).toEqual([1n, 2n, 3n, 4n]);
});

test('in a new order they stand as the service has them', () => {
  const next = page(4, ticket(1n), ticket(3n), ticket(4n, REPLIED), ticket(2n, REPLIED));
  const shown = arrangePage(first(), next, { ...NOW, fetchedIn: 2 });
  expect(ids(shown)).toEqual([1n, 3n, 4n, 2n]);
  expect([...shown.waiting]).toEqual([1n, 3n]);
});

test('what is new stands behind the row that the service has before it', () => {
  const shown = arrangePage(
    first(),
    page(7, ticket(9n), ticket(3n), ticket(8n), ticket(1n), ticket(2n), ticket(4n, REPLIED), ticket(7n, REPLIED)),
    NOW,
  );
  expect(ids(shown)).toEqual([9n, 1n, 2n, 3n, 8n, 4n, 7n]);
  expect(shown.waiting).toEqual(new Set([1n, 2n, 3n, 8n, 9n]));
});

test('rows that match no longer leave, but not the open one', () => {
  const next = page(2, ticket(1n), ticket(4n, REPLIED));
  expect(ids(arrangePage(first(), next, NOW))).toEqual([1n, 4n]);
  setOpenRow('2');
  const shown = arrangePage(first(), next, NOW);
  expect(ids(shown)).toEqual([1n, 2n, 4n]);
  expect(shown.total_count).toBe(3);
  // It went to a page further down: it is counted already.
  expect(arrangePage(first(), page(90, ticket(1n), ticket(4n, REPLIED)), NOW).total_count).toBe(90);
  setOpenRow('4');
  expect(ids(arrangePage(shown, next, NOW))).toEqual([1n, 4n]);
});

test('the open one leaves when its status or a snooze took it out', () => {
  setOpenRow('2');
  const next = page(1, ticket(1n));
  const set = (more: Partial<Ticket>) => arrangePage(undefined, page(2, ticket(1n), ticket(2n, more)), NOW);
  expect(ids(arrangePage(set({ status: 'resolved' }), next, NOW))).toEqual([1n]);
  expect(ids(arrangePage(set({ status: 'resolved' }), next, { ...NOW, statuses: undefined }))).toEqual([1n, 2n]);
  expect(ids(arrangePage(set({ snoozed_until_utc: '2027-01-01T00:00:00.000Z' }), next, NOW))).toEqual([1n]);
});
