import { afterEach, expect, test } from 'vitest';
import type { Ticket } from '#contract/tickets.ts';
import { changeOf, forgetChanges } from './change-store.ts';
import { addStep, forgetQueues, queueOf, removeStep } from './step-queue.ts';
import type { ChangeStep, OtherStep } from './ticket-steps.ts';

const TICKET: Ticket = {
  id: 7n,
  ticket_number: 1007,
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
};
const tag: ChangeStep = { kind: 'change', key: 'tag', patch: { addTags: ['warranty'] }, isTried: false };

afterEach(() => {
  forgetQueues();
  forgetChanges();
});

test('a change that is taken back before it was sent is shown no more when the next key comes', () => {
  const queue = queueOf({ id: 7n, number: 1007, ticket: TICKET });
  addStep(queue, tag);
  expect(changeOf(7n)?.fields).toEqual({ tags: 'warranty' });
  removeStep(queue, tag);
  expect(changeOf(7n)).toBeUndefined();
});

test('nor where a message of the ticket is still on its way', () => {
  const message: OtherStep = { kind: 'other', key: 'message', isTried: false, send: async () => null };
  const queue = queueOf({ id: 7n, number: 1007, ticket: TICKET });
  addStep(queue, message);
  addStep(queue, tag);
  removeStep(queue, tag);
  expect(changeOf(7n)).toBeUndefined();
});
