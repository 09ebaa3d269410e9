import { expect, test } from 'vitest';
import type { Ticket } from '#contract/tickets.ts';
import { joinPages } from '#src/ui/rows/use-windowed-list.ts';
import { groupByFirstReply, wasWaiting } from './list-order.ts';

function ticket(id: bigint, subject = `Ticket ${id}`, replied = false): Ticket {
  return {
    id,
    ticket_number: Number(id % 1000n),
    subject,
    status: 'open',
    priority: 'normal',
    channel: 'email',
    requester_name: null,
    requester_email: null,
    requester_phone: null,
    tags: null,
    first_response_utc: replied ? '2026-11-20T08:22:00.000Z' : null,
    resolved_utc: null,
    created_utc: '2026-11-20T08:00:00.000Z',
    customer_identity_id: null,
  };
}
const page = (skip: number, ...items: Ticket[]) => ({
  skip,
  items,
  waiting: new Set(items.filter((one) => one.first_response_utc === null).map(({ id }) => id)),
});

test('an update changes a row in place; its group stays as it was', () => {
  const rows = joinPages([page(0, ticket(1n))], new Map([[1n, ticket(1n, 'New', true)]]));
  expect(rows.at(0)?.subject).toBe('New');
  expect(wasWaiting(rows, 0)).toBe(true);
  expect(wasWaiting(rows, 1)).toBeUndefined();
});

test('groups keep the order that the service gave', () => {
  const items = [ticket(1n, '', true), ticket(2n), ticket(3n, '', true), ticket(4n)];
  expect(groupByFirstReply(page(0, ...items)).map(({ id }) => id)).toEqual([2n, 4n, 1n, 3n]);
});
