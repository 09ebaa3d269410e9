import { expect, test } from 'vitest';
import type { Ticket } from '#contract/tickets.ts';
import { changedFields, inverseOf, isNoChange, touchesSame } from './apply-patch.ts';

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

test('what a ticket is already is no change', () => {
  expect(isNoChange(changedFields(ticket, { status: 'open', priority: 'normal', assignee: null }))).toBe(true);
  expect(isNoChange(changedFields(ticket, { addTags: ['WHEELS'], removeTags: ['brakes'] }))).toBe(true);
  expect(isNoChange(changedFields(ticket, { snoozedUntilUtc: null }))).toBe(true);
});

test('tags are added and removed whatever their case, and blanks inside them stay', () => {
  expect(changedFields(ticket, { addTags: ['new chain'], removeTags: ['wheels'] }).tags).toBe(
    'late delivery,new chain',
  );
  expect(changedFields({ ...ticket, tags: 'one' }, { removeTags: ['One'] }).tags).toBeNull();
});

test('the inverse of a change puts every changed field back, and no other', () => {
  const fields = changedFields(ticket, { priority: 'urgent', assignee: { id: '7', name: 'Robin' }, addTags: ['x'] });
  expect(inverseOf(ticket, fields)).toEqual({
    priority: 'normal',
    assignee_agent_id: null,
    assignee_name: null,
    tags: 'Wheels, late delivery',
  });
});

test('another change conflicts only if it is of the same field', () => {
  const mine = changedFields(ticket, { status: 'resolved' });
  expect(touchesSame(mine, ticket, { ...ticket, priority: 'urgent', version: 4 })).toBe(false);
  expect(touchesSame(mine, ticket, { ...ticket, status: 'closed', version: 4 })).toBe(true);
});
