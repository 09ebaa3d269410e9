import { afterEach, expect, test } from 'vitest';
import type { Ticket } from '#contract/tickets.ts';
import { arrangePage, groupOfRow, withoutHeld, type ListPage } from '#src/inbox/list/ticket-list.ts';
import { joinPages } from '#src/ui/rows/use-paged-rows.ts';
import { forgetChanges, holdRow, setChange } from '#src/ticket-edit/update/change-store.ts';

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
const NOW = 1;
const ids = ({ items }: ListPage) => items.map(({ id }) => id);
const first = () => arrangePage(undefined, page(4, ticket(1n), ticket(2n), ticket(3n), ticket(4n, REPLIED)), NOW);

afterEach(() => {
  holdRow(null);
  forgetChanges();
});

test('rows keep their places and their groups after a reply', () => {
  const next = page(4, ticket(1n), ticket(3n), ticket(4n, REPLIED), ticket(2n, REPLIED));
  const shown = arrangePage(first(), next, NOW);
  expect(ids(shown)).toEqual([1n, 2n, 3n, 4n]);
  expect(shown.waiting).toEqual(new Set([1n, 2n, 3n]));
  expect(shown.items[1]?.first_response_utc).toBe(REPLIED.first_response_utc);
  expect(ids(arrangePage(shown, next, NOW))).toEqual([1n, 2n, 3n, 4n]);
});

test('in a new order, rows follow the service', () => {
  const next = page(4, ticket(1n), ticket(3n), ticket(4n, REPLIED), ticket(2n, REPLIED));
  const shown = arrangePage(first(), next, 2);
  expect(ids(shown)).toEqual([1n, 3n, 4n, 2n]);
  expect([...shown.waiting]).toEqual([1n, 3n]);
});

test('a new row follows the row that precedes it on the service', () => {
  const shown = arrangePage(
    first(),
    page(7, ticket(9n), ticket(3n), ticket(8n), ticket(1n), ticket(2n), ticket(4n, REPLIED), ticket(7n, REPLIED)),
    NOW,
  );
  expect(ids(shown)).toEqual([9n, 1n, 2n, 3n, 8n, 4n, 7n]);
  expect(shown.waiting).toEqual(new Set([1n, 2n, 3n, 8n, 9n]));
});

test('rows that no longer match leave, except the one under the cursor', () => {
  const next = page(2, ticket(1n), ticket(4n, REPLIED));
  expect(ids(arrangePage(first(), next, NOW))).toEqual([1n, 4n]);
  holdRow(2n);
  const shown = arrangePage(first(), next, NOW);
  expect(ids(shown)).toEqual([1n, 2n, 4n]);
  expect(shown.total_count).toBe(3);
  // It may have moved to a later page, where the service counts it.
  expect(arrangePage(first(), page(90, ticket(1n), ticket(4n, REPLIED)), NOW).total_count).toBe(90);
  // After a refresh too.
  expect(ids(arrangePage(first(), next, 2))).toEqual([1n, 2n, 4n]);
  holdRow(4n);
  expect(ids(arrangePage(shown, next, NOW))).toEqual([1n, 4n]);
});

test('a held row goes when the cursor leaves it, unless its change is unfinished', () => {
  holdRow(2n);
  const shown = arrangePage(first(), page(2, ticket(1n), ticket(4n, REPLIED)), NOW);
  expect(withoutHeld(shown, 1n)).toBe(shown);
  setChange(2n, { fields: {}, state: 'failed', holdsRow: true });
  expect(withoutHeld(shown, 2n)).toBe(shown);
  setChange(2n, null);
  expect(ids(withoutHeld(shown, 2n))).toEqual([1n, 4n]);
  expect(withoutHeld(shown, 2n).total_count).toBe(2);
});

test('the row of the cursor is not kept in an otherwise empty list', () => {
  holdRow(2n);
  expect(ids(arrangePage(first(), page(0), NOW))).toEqual([]);
});

test('an update changes a row in place; its group stays', () => {
  const rows = joinPages([{ ...first(), skip: 0 }], new Map([[1n, ticket(1n, { subject: 'New', ...REPLIED })]]));
  expect(rows.at(0)?.subject).toBe('New');
  expect(groupOfRow(rows, 0)).toBe('waiting');
  expect(groupOfRow(rows, 3)).toBe('replied');
  expect(groupOfRow(rows, 4)).toBeNull();
});
