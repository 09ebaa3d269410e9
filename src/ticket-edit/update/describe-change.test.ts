import { expect, test } from 'vitest';
import type { Activity, TicketDetail } from '#contract/tickets.ts';
import { describeDifference, describeWho } from './describe-change.ts';

const TICKET: TicketDetail = {
  id: 9_007_199_254_740_993n,
  ticket_number: 12,
  subject: 'Chain jumps',
  status: 'open',
  priority: 'normal',
  channel: 'email',
  requester_name: null,
  requester_email: null,
  requester_phone: null,
  tags: null,
  first_response_utc: null,
  resolved_utc: null,
  created_utc: '2026-11-20T08:00:00.000Z',
  customer_identity_id: null,
};
const event = (id: bigint, actor: string): Activity => ({
  id,
  kind: 'status',
  actor,
  from: 'open',
  to: 'pending',
  created_utc: '2026-11-20T14:33:00.000Z',
});

test('the difference names each changed field with its old and new value', () => {
  const current: TicketDetail = {
    ...TICKET,
    status: 'pending',
    tags: 'bike, warranty',
    assignee_agent_id: '7',
    assignee_name: 'Samir',
    updated_utc: '2026-11-20T14:33:00.000Z',
  };
  expect(describeDifference(TICKET, current, 'UTC')).toBe(
    'Status Open → Pending, Assignee unassigned → Samir, Tags none → bike, warranty',
  );
  expect(describeDifference(current, current, 'UTC')).toBe('');
});

test('a service that tells neither assignee nor snooze has no difference in them', () => {
  expect(describeDifference(TICKET, { ...TICKET, assignee_agent_id: null, snoozed_until_utc: null }, 'UTC')).toBe('');
});

test('who it was is the newest actor of what was not there before', () => {
  const before = { activity: [event(1n, 'Joana')] };
  const current = { ...TICKET, activity: [event(3n, 'Samir'), event(1n, 'Joana'), event(2n, 'Ken')] };
  expect(describeWho(before, current, 'UTC')).toBe('Samir changed this ticket at 14:33, after you opened it.');
  expect(describeWho(current, current, 'UTC')).toBe('Someone else changed this ticket after you opened it.');
  expect(describeWho({}, TICKET, 'UTC')).toBe('Someone else changed this ticket after you opened it.');
});
