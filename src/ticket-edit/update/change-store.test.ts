import { afterEach, expect, test } from 'vitest';
import type { Ticket } from '#contract/tickets.ts';
import { forgetChanges, holdRow, keepHeldRows, setChange } from './change-store.ts';

const ticket = (id: bigint): Ticket => ({
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
});
const page = (...ids: bigint[]) => ({ items: ids.map(ticket), total_count: 40 });
const ids = ({ items }: { readonly items: readonly Ticket[] }) => items.map(({ id }) => id);

afterEach(forgetChanges);

test('the row of a failed change keeps its place until the failure is gone', () => {
  setChange(2n, { fields: {}, state: 'failed', holdsRow: true });
  const held = keepHeldRows(page(1n, 2n, 3n), page(1n, 3n, 4n));
  expect(ids(held)).toEqual([1n, 2n, 3n, 4n]);
  expect(held.total_count).toBe(41);
  // Fetched once more, it is there once.
  expect(ids(keepHeldRows(held, page(1n, 3n, 4n)))).toEqual([1n, 2n, 3n, 4n]);
  setChange(2n, null);
  expect(keepHeldRows(held, page(1n, 3n, 4n))).toEqual(page(1n, 3n, 4n));
});

test('a row that is in the new page moves with it, and one of a bulk job leaves', () => {
  setChange(2n, { fields: {}, state: 'failed', holdsRow: true });
  setChange(3n, { fields: {}, state: 'failed' });
  expect(ids(keepHeldRows(page(1n, 2n, 3n), page(4n, 1n, 2n)))).toEqual([4n, 1n, 2n]);
  expect(keepHeldRows(undefined, page(1n))).toEqual(page(1n));
});

test('the row that the cursor is on stays until the cursor has left it', () => {
  holdRow(2n);
  expect(ids(keepHeldRows(page(1n, 2n), page(1n)))).toEqual([1n, 2n]);
  holdRow(1n);
  expect(ids(keepHeldRows(page(1n, 2n), page(1n)))).toEqual([1n]);
  holdRow(2n);
  // The one above it left with it: what is next stays next.
  expect(ids(keepHeldRows(page(1n, 2n), page(3n, 4n)))).toEqual([2n, 3n, 4n]);
  holdRow(null);
});
