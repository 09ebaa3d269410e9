import { expect, test } from 'vitest';
import type { Ticket } from '#contract/tickets.ts';
import { idsOf, partsOf } from './confirm-dialog.tsx';
import type { JobRow } from './receipt.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');

function ticket(id: number, given: Partial<Ticket> = {}): Ticket {
  return {
    id: BigInt(id),
    ticket_number: id,
    subject: 'Bell',
    status: 'open',
    priority: 'normal',
    channel: 'email',
    requester_name: null,
    requester_email: null,
    requester_phone: null,
    tags: null,
    first_response_utc: '2026-11-01T09:00:00.000Z',
    resolved_utc: null,
    created_utc: '2026-11-01T08:00:00.000Z',
    customer_identity_id: null,
    assignee_agent_id: null,
    assignee_name: null,
    snoozed_until_utc: null,
    ...given,
  };
}

function row({ id }: Ticket, state: JobRow['state'] = 'waiting'): JobRow {
  const said = { code: null, message: null, requestId: null };
  return { id, number: Number(id), subject: null, version: 1, state, ...said, before: null, token: null };
}

/** "Urgent 2". */
function partsIn(tickets: readonly Ticket[], rows: readonly JobRow[] = tickets.map((one) => row(one))) {
  return partsOf(rows, new Map(tickets.map((one) => [one.id, one])), { me: '7', nowMs: NOW });
}
const words = (parts: ReturnType<typeof partsIn>) => parts.map(({ label, ids }) => `${label} ${ids.size}`);

test('what is in a set is said part by part, and nothing of what is not there', () => {
  const tickets = [
    ticket(1, { priority: 'urgent', first_response_utc: null }),
    ticket(2, { priority: 'urgent', status: 'pending', first_response_utc: null }),
    // Nobody waits for an answer to it.
    ticket(3, { status: 'resolved', first_response_utc: null }),
    ticket(4, { created_utc: '2026-11-21T12:00:01.000Z' }),
    ticket(5, { created_utc: '2026-11-21T12:00:00.000Z' }),
    ticket(6, { snoozed_until_utc: '2026-11-22T12:00:01.000Z' }),
    ticket(7, { snoozed_until_utc: '2026-11-22T12:00:00.000Z' }),
  ];
  expect(words(partsIn(tickets))).toEqual([
    'Never answered 2',
    'Urgent 2',
    'Created in the last 24 hours 1',
    'Snoozed 1',
  ]);
  expect(words(partsIn([ticket(1)]))).toEqual([]);
});

test('those of others are named, those with the most first, one’s own are no part', () => {
  const of = (id: number, agent: string | null) =>
    ticket(id, { assignee_agent_id: agent, assignee_name: agent === null ? null : `Agent ${agent}` });
  const agents = ['7', '7', '7', null, '1', '2', '2', '2', '3', '3', '4', '5', '6'];
  expect(words(partsIn(agents.map((agent, index) => of(index, agent))))).toEqual([
    'Assigned to Agent 2 3',
    'Assigned to Agent 3 2',
    'Assigned to Agent 1 1',
    'Assigned to Agent 4 1',
    'Assigned to 2 other agents 2',
  ]);
});

test('what is not changed anyway is in no part, and a ticket of two parts counts once', () => {
  const tickets = [ticket(1, { priority: 'urgent', first_response_utc: null }), ticket(2, { priority: 'urgent' })];
  const parts = partsIn(
    [...tickets, ticket(3, { priority: 'urgent' })],
    [...tickets.map((one) => row(one)), row(ticket(3), 'unchanged')],
  );
  expect(words(parts)).toEqual(['Never answered 1', 'Urgent 2']);
  expect(idsOf(parts)).toEqual(new Set([1n, 2n]));
});
