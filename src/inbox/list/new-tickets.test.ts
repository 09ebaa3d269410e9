import { expect, test } from 'vitest';
import type { Ticket } from '#contract/tickets.ts';
import { laterOf, newSince } from './new-tickets.tsx';

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

test('new is what came after the newest ticket of the list', () => {
  expect(newSince(newest([32, 31, 30]), 3)).toBe('2026-11-20T14:32:00.001Z');
});

test('what came between the rows and this look is new', () => {
  expect(newSince(newest([32, 31, 30]), 2)).toBe('2026-11-20T14:31:00.001Z');
});

test('in a list that was empty every ticket is new', () => {
  expect(newSince(newest([]), 0)).toBeNull();
  expect(newSince(newest([32]), 0)).toBeNull();
});

test('some left the list: the newest that is there counts', () => {
  expect(newSince(newest([31]), 3)).toBe('2026-11-20T14:31:00.001Z');
});

test('a filter by time stays as narrow as it is', () => {
  expect(laterOf('2026-11-21T00:00:00Z', '2026-11-20T00:00:00Z')).toBe('2026-11-21T00:00:00Z');
  expect(laterOf('2026-11-01T00:00:00Z', '2026-11-20T00:00:00Z')).toBe('2026-11-20T00:00:00Z');
  expect(laterOf(undefined, null)).toBeUndefined();
});
