import { expect, test } from 'vitest';
import type { Ticket } from '#contract/tickets.ts';
import { groupByFirstReply, joinPages } from './ticket-rows.ts';

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
const none: ReadonlyMap<string, Ticket> = new Map();

test('rows stand at their positions, the first page wins where two overlap', () => {
  const rows = joinPages([page(2, ticket(12n), ticket(13n)), page(0, ticket(10n), ticket(11n), ticket(99n))], none);
  expect([0, 1, 2, 3, 4].map((index) => rows.at(index)?.id)).toEqual([10n, 11n, 12n, 13n, undefined]);
  expect(rows.countLoaded()).toBe(4);
});

test('a ticket that moved into the next page is shown once', () => {
  const rows = joinPages([page(0, ticket(1n), ticket(2n)), page(2, ticket(2n), ticket(3n))], none);
  expect([0, 1, 2, 3].map((index) => rows.isRepeated(index))).toEqual([false, false, true, false]);
  expect(rows.indexOf('2')).toBe(1);
  expect(rows.countLoaded()).toBe(3);
});

test('an update changes a row in place; its group stays as it was', () => {
  const rows = joinPages([page(0, ticket(1n))], new Map([['1', ticket(1n, 'New', true)]]));
  expect(rows.at(0)?.subject).toBe('New');
  expect(rows.wasWaiting(0)).toBe(true);
  expect(rows.wasWaiting(1)).toBeUndefined();
});

test('ids beyond 2^53 are told apart', () => {
  const rows = joinPages([page(0, ticket(9007199254740992n), ticket(9007199254740993n))], none);
  expect(rows.indexOf('9007199254740993')).toBe(1);
  expect(rows.isRepeated(1)).toBe(false);
});

test('groups keep the order that the service gave', () => {
  const items = [ticket(1n, '', true), ticket(2n), ticket(3n, '', true), ticket(4n)];
  expect(groupByFirstReply(page(0, ...items)).map(({ id }) => id)).toEqual([2n, 4n, 1n, 3n]);
});
