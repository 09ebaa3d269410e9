import { expect, test } from 'vitest';
import {
  countLeft,
  endsTicket,
  goOn,
  isSettledElsewhere,
  isWhole,
  nextOpen,
  OUTCOMES,
  previousOf,
  tallyOutcomes,
  withOutcome,
  withoutOutcome,
  withOwnChange,
  withRest,
  type Queue,
} from './queue.ts';

const queue: Queue = {
  siteId: '1',
  listKey: '{}',
  items: ['a', 'b', 'c', 'd'].map((id, at) => ({ id, number: at + 1, status: 'open' })),
  total: 4,
  isRebuilt: false,
  outcomes: {},
  handled: [],
  currentId: null,
};

test('goes on to the next that nobody handled, and comes round to those before', () => {
  let now = withOutcome(queue, 'b', 'resolved');
  expect(nextOpen(now, 'a')).toBe('c');
  now = withOutcome(withOutcome(now, 'c', 'skipped'), 'd', 'snoozed');
  expect(nextOpen(now, 'd')).toBe('a');
  expect(nextOpen(withOutcome(now, 'a', 'closed'), 'a')).toBeNull();
  expect([previousOf(now, 'b'), previousOf(now, 'a')]).toEqual(['a', undefined]);
});

test('IN-33: whoever is through before the rest has come goes on with it, and is not at the end', () => {
  const begun = { ...queue, items: queue.items.slice(0, 2) };
  expect(isWhole(begun)).toBe(false);
  const through = goOn(
    withOutcome(withOutcome({ ...begun, currentId: 'b' }, 'a', 'resolved'), 'b', 'skipped'),
    () => undefined,
  );
  expect(through.currentId).toBeNull();
  const whole = withRest(through, { items: queue.items, total: 4 });
  expect(whole.currentId).toBe('c');
  expect(isWhole(whole)).toBe(true);
  expect(withRest({ ...begun, currentId: 'a' }, { items: queue.items, total: 4 }).currentId).toBe('a');
});

test('a ticket has one outcome: what weighs more wins, the later of two alike, and an undo takes it away', () => {
  let now = withOutcome(queue, 'a', 'skipped');
  now = withOutcome(now, 'a', 'replied');
  now = withOutcome(now, 'a', 'skipped');
  expect(now.outcomes).toEqual({ a: 'replied' });
  now = withOutcome(withOutcome(now, 'a', 'resolved'), 'a', 'pending');
  expect(now.outcomes).toEqual({ a: 'pending' });
  now = withOutcome(now, 'b', 'noted');
  expect(now.handled).toEqual(['a', 'b']);
  now = withoutOutcome(now, 'a');
  expect([now.outcomes, now.handled, countLeft(now)]).toEqual([{ b: 'noted' }, ['b'], 3]);
  expect(withOutcome(now, 'stranger', 'resolved')).toBe(now);
});

test('the figures of the end add up to the tickets of the queue', () => {
  const now = withOutcome(withOutcome(withOutcome(queue, 'a', 'resolved'), 'b', 'passed'), 'c', 'closed');
  const counts = tallyOutcomes(now, new Set(['c']));
  expect(counts).toMatchObject({ resolved: 1, passed: 1, closed: 0, failed: 1, left: 1 });
  expect(Object.keys(counts)).toHaveLength(OUTCOMES.length + 2);
  expect(Object.values(counts).reduce((sum, n) => sum + n)).toBe(4);
});

test('only what was active when the queue began and has no outcome is settled elsewhere', () => {
  const [item] = queue.items;
  if (item === undefined) throw new Error('no item');
  expect(isSettledElsewhere(queue, item, 'closed')).toBe(true);
  expect(isSettledElsewhere(queue, item, 'pending')).toBe(false);
  expect(isSettledElsewhere(queue, { ...item, status: 'resolved' }, 'closed')).toBe(false);
  expect(isSettledElsewhere(withOutcome(queue, 'a', 'resolved'), item, 'resolved')).toBe(false);
});

const numbered: Queue = {
  ...queue,
  items: [7, 8].map((n) => ({ id: String(n), number: n, status: 'open' })),
  currentId: '7',
};

test('a verb ends the ticket at hand and no other; words that are taken back make it one to be done, and nothing moves', () => {
  const resolved = { kind: 'patch', ticketId: 7n, patch: { status: 'resolved' } } as const;
  const now = withOwnChange(numbered, resolved);
  expect(now.outcomes).toEqual({ 7: 'resolved' });
  expect([endsTicket(now, resolved), endsTicket({ ...now, currentId: '8' }, resolved)]).toEqual([true, false]);
  expect(endsTicket(numbered, { kind: 'patch', ticketId: 7n, patch: { priority: 'high' } })).toBe(false);
  const unsent = { kind: 'unsent', ticketId: 7n } as const;
  expect(withOwnChange(now, unsent)).toMatchObject({ outcomes: {}, handled: [], currentId: '7' });
  expect(endsTicket(now, unsent)).toBe(false);
});

test('an undo that leads back to what this person had settled comes again and was settled by nobody else', () => {
  const closed = { kind: 'patch', ticketId: 7n, patch: { status: 'closed' } } as const;
  const resolved = { kind: 'patch', ticketId: 7n, patch: { status: 'resolved' } } as const;
  const pending = { kind: 'patch', ticketId: 7n, patch: { status: 'pending' } } as const;
  const undone = ({ ticketId, patch }: typeof resolved | typeof pending) =>
    ({ kind: 'undone', ticketId, patch }) as const;
  const statusOf = (id: string) => (id === '7' ? 'closed' : 'open');
  for (const last of [resolved, pending]) {
    const now = [closed, last, undone(last)].reduce(withOwnChange, { ...numbered, currentId: '8' });
    expect(goOn(now, statusOf).currentId).toBe('7');
  }
  expect(goOn({ ...numbered, currentId: '8' }, statusOf)).toMatchObject({ currentId: '8', handled: ['7'] });
});
