import { expect, test } from 'vitest';
import { STATUSES } from '#contract/ticket-names.ts';
import { applyPatch, type TicketState } from './ticket-change.ts';

const BEFORE = '2026-11-01T08:00:00.000Z';
const NOW = new Date('2026-11-20T14:30:00.000Z');
const OPEN: TicketState = {
  status: 'open',
  priority: 'normal',
  assignee: null,
  tags: [],
  snoozedUntilUtc: null,
  firstResponseUtc: null,
  resolvedUtc: null,
};

test.each(STATUSES.flatMap((from) => STATUSES.map((to) => [from, to] as const)))('%s to %s', (from, to) => {
  const wasDone = from === 'resolved' || from === 'closed';
  const isDone = to === 'resolved' || to === 'closed';
  const old = { ...OPEN, status: from, resolvedUtc: wasDone ? BEFORE : null };
  const { state, activity } = applyPatch(old, { status: to }, NOW);
  expect(state.status).toBe(to);
  expect(state.resolvedUtc).toBe(isDone ? (wasDone ? BEFORE : NOW.toISOString()) : null);
  expect(activity).toEqual(from === to ? [] : [{ kind: 'status', from, to }]);
});

test('values that a ticket already has change nothing', () => {
  const old: TicketState = { ...OPEN, tags: ['vip'], assignee: { id: 7n, name: 'Ada' }, snoozedUntilUtc: BEFORE };
  const patch = {
    status: 'open',
    priority: 'normal',
    tags: ['vip'],
    assignee: { id: 7n, name: 'Ada' },
    snoozedUntilUtc: BEFORE,
  } as const;
  expect(applyPatch(old, patch, NOW)).toEqual({ state: old, activity: [], audit: [] });
});

test('each changed field has one activity entry, and the audit has no texts of people', () => {
  const patch = {
    status: 'pending',
    priority: 'urgent',
    assignee: { id: 7n, name: 'Ada' },
    tags: ['Refund', 'vip'],
    snoozedUntilUtc: BEFORE,
  } as const;
  const { activity, audit } = applyPatch({ ...OPEN, tags: ['old'] }, patch, NOW);
  expect(activity).toEqual([
    { kind: 'status', from: 'open', to: 'pending' },
    { kind: 'priority', from: 'normal', to: 'urgent' },
    { kind: 'assignee', from: null, to: 'Ada' },
    { kind: 'tags', from: 'old', to: 'Refund,vip' },
    { kind: 'snooze', from: null, to: BEFORE },
  ]);
  expect(audit).toEqual([
    { field: 'status', from: 'open', to: 'pending' },
    { field: 'priority', from: 'normal', to: 'urgent' },
    { field: 'assignee_agent_id', from: null, to: '7' },
    { field: 'tags', from: null, to: null },
    { field: 'snoozed_until_utc', from: null, to: null },
  ]);
});

test('only the first reply is the first response', () => {
  const first = applyPatch(OPEN, { isAnswer: true }, NOW).state;
  expect(first.firstResponseUtc).toBe(NOW.toISOString());
  expect(applyPatch(first, { isAnswer: true }, new Date('2027-01-01T00:00:00Z')).state.firstResponseUtc).toBe(
    NOW.toISOString(),
  );
  expect(applyPatch(OPEN, { isAnswer: false, status: 'pending' }, NOW).state.firstResponseUtc).toBeNull();
});
