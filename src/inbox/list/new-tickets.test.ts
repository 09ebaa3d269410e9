import { expect, test } from 'vitest';
import type { Ticket } from '#contract/tickets.ts';
import { isNew, knownAt } from './new-tickets.tsx';

/** Tickets of the given minutes, newest first. */
function newest(minutes: readonly number[]): { items: readonly Ticket[]; total_count: number } {
  const items = minutes.map((minute): Ticket => ({
    id: BigInt(minute),
    ticket_number: minute,
    subject: 'x',
    status: 'open',
    priority: 'normal',
    channel: 'web',
    requester_name: null,
    requester_email: null,
    requester_phone: null,
    tags: null,
    first_response_utc: null,
    resolved_utc: null,
    created_utc: new Date(Date.UTC(2026, 10, 20, 14, minute)).toISOString(),
    customer_identity_id: null,
  }));
  return { items, total_count: items.length };
}

const newOf = (first: ReturnType<typeof newest>, total: number, later: ReturnType<typeof newest>) =>
  later.items.filter((ticket) => isNew(ticket, knownAt(first, total))).map(({ id }) => id);

test('tickets after the newest one of the list are new', () => {
  expect(newOf(newest([32, 31]), 2, newest([34, 33, 32, 31]))).toEqual([34n, 33n]);
});

test('tickets that came between the rows and the first answer are new', () => {
  expect(newOf(newest([32, 31, 30]), 2, newest([32, 31, 30]))).toEqual([32n]);
});

test('in a list that was empty every ticket is new', () => {
  expect(newOf(newest([]), 0, newest([32]))).toEqual([32n]);
  expect(newOf(newest([32]), 0, newest([32]))).toEqual([32n]);
});

test('when some have left the list, the newest remaining one counts', () => {
  expect(newOf(newest([31]), 3, newest([33, 31]))).toEqual([33n]);
});
