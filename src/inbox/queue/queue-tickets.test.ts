import { afterEach, expect, test } from 'vitest';
import type { Ticket } from '#contract/tickets.ts';
import { queryClient } from '#src/api/query-client.ts';
import { setTicketsInCache } from '#src/ticket-edit/update/save-ticket.ts';
import { clearTickets, keepTickets, knownTicket } from './queue-tickets.ts';

const ticket: Ticket = {
  id: 9_007_199_254_740_993n,
  ticket_number: 1001,
  subject: 'Bent rim',
  status: 'open',
  priority: 'normal',
  channel: 'web',
  requester_name: null,
  requester_email: null,
  requester_phone: null,
  tags: 'Wheels, late delivery',
  first_response_utc: null,
  resolved_utc: null,
  created_utc: '2026-11-20T08:28:00.000Z',
  customer_identity_id: null,
  assignee_agent_id: null,
  assignee_name: null,
  snoozed_until_utc: null,
  version: 3,
};
const id = ticket.id.toString();
const PAGE = ['ticket', { id }];

afterEach(() => queryClient.clear());

test('the keys have the newest of what the queue, an answer and the ticket’s own page brought', () => {
  expect(knownTicket(id, PAGE)).toBeUndefined();
  keepTickets([ticket]);
  expect(knownTicket(id, PAGE)).toBe(ticket);
  setTicketsInCache([{ ...ticket, status: 'resolved', version: 4 }]);
  expect(knownTicket(id, PAGE)).toMatchObject({ status: 'resolved', version: 4 });
  // A page of the list that was on its way meanwhile is older.
  keepTickets([ticket]);
  expect(knownTicket(id, PAGE)?.version).toBe(4);
  queryClient.setQueryData(PAGE, { ...ticket, status: 'pending', version: 5 });
  expect(knownTicket(id, PAGE)?.version).toBe(5);
  clearTickets();
  queryClient.removeQueries({ queryKey: PAGE });
  expect(knownTicket(id, PAGE)).toBeUndefined();
});
