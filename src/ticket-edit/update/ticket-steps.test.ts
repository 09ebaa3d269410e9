import { afterEach, expect, test } from 'vitest';
import type { Ticket } from '#contract/tickets.ts';
import { changeOf, forgetChanges, type TicketPatch } from './change-store.ts';
import { addStep, forgetQueues, queueOf, removeStep } from './step-queue.ts';
import { failWith, isSuperseded, shownFields, type ChangeStep, type UndoStep, type Way } from './ticket-steps.ts';

const ticket: Ticket = {
  id: 7n,
  ticket_number: 1001,
  subject: 'Bent rim',
  status: 'open',
  priority: 'normal',
  channel: 'web',
  requester_name: null,
  requester_email: null,
  requester_phone: null,
  tags: 'wheels',
  first_response_utc: null,
  resolved_utc: null,
  created_utc: '2026-11-20T08:28:00.000Z',
  customer_identity_id: null,
};
const change = (key: string, patch: TicketPatch): ChangeStep => ({ kind: 'change', key, patch, isTried: false });
const undo = (key: string, way: Way | null): UndoStep => ({
  kind: 'undo',
  key,
  way,
  isTried: false,
  turn: Promise.resolve(),
  retry: () => undefined,
  outcome: Promise.withResolvers(),
});

afterEach(() => {
  forgetQueues();
  forgetChanges();
});

test('what is shown is the ticket with its steps upon each other, and what is taken back is as it was', () => {
  const steps = [
    change('a', { status: 'pending' }),
    change('b', { status: 'resolved', addTags: ['late'] }),
    undo('b', null),
  ];
  expect(shownFields(ticket, steps.slice(0, 2))).toEqual({ status: 'resolved', tags: 'wheels,late' });
  expect(shownFields(ticket, steps)).toEqual({ status: 'pending', tags: 'wheels' });
  // Also where the answer to the change is there, and the ticket has it.
  const way = { token: 'u', back: { status: 'open' } } as const;
  expect(shownFields({ ...ticket, status: 'pending' }, [undo('a', way)])).toEqual({ status: 'open' });
  expect(shownFields({ ...ticket, status: 'pending' }, [undo('a', way), change('c', { status: 'closed' })])).toEqual({
    status: 'closed',
  });
});

test('with a change fail those that were chosen upon it, and no others', () => {
  const [first, other, same, upon] = [
    change('a', { status: 'pending' }),
    change('b', { priority: 'high' }),
    change('c', { status: 'resolved', addTags: ['late'] }),
    change('d', { removeTags: ['late'] }),
  ] as const;
  expect(failWith(first, [first, other, undo('z', null), same, upon])).toEqual([first, same, upon]);
});

test('a choice anew takes the place of one that failed; a tag does so for no other tag', () => {
  expect(isSuperseded({ status: 'pending' }, { status: 'open', priority: 'low' })).toBe(true);
  expect(isSuperseded({ status: 'pending', priority: 'low' }, { status: 'open' })).toBe(false);
  expect(isSuperseded({ addTags: ['a'] }, { addTags: ['b'] })).toBe(false);
});

test('a change that is taken back before it was sent is shown no more when the next key comes, also while a message waits', () => {
  const message = { kind: 'other', key: 'message', isTried: false, send: async () => null } as const;
  for (const before of [[], [message]]) {
    const queue = queueOf({ id: 7n, number: 1001, ticket });
    for (const step of before) addStep(queue, step);
    const tag = change('tag', { addTags: ['warranty'] });
    addStep(queue, tag);
    expect(changeOf(7n)?.fields).toEqual({ tags: 'wheels,warranty' });
    removeStep(queue, tag);
    expect(changeOf(7n)).toBeUndefined();
    forgetQueues();
  }
});
