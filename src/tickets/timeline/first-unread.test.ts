import { expect, test } from 'vitest';
import type { Comment } from '#contract/tickets.ts';
import { unreadOf } from './timeline.ts';
import { MAX_SEEN, mergeSeen } from './seen-store.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 8, minute)).toISOString();
const comment = (minute: number, agent_id: string | null = null): Comment => ({
  id: BigInt(minute + 1),
  ticket_id: 1n,
  author_kind: agent_id === null ? 'customer' : 'agent',
  author_name: 'Maren',
  agent_id,
  visibility: 'public',
  channel: 'email',
  body: 'Hello',
  created_utc: at(minute),
});
const minutes = (comments: readonly Comment[]) => comments.map(({ id }) => Number(id) - 1);

test('unread is what others wrote after what was seen, oldest first', () => {
  const comments = [comment(9), comment(1), comment(5), comment(7, '12'), comment(8, '13')];
  expect(minutes(unreadOf(comments, at(5), '12'))).toEqual([8, 9]);
  expect(minutes(unreadOf(comments, at(5), null))).toEqual([7, 8, 9]);
});

test('a first visit has nothing unread', () => {
  expect(unreadOf([comment(1)], null, null)).toEqual([]);
});

test('what two tabs have seen is both, the later time of each', () => {
  const merged = mergeSeen(
    new Map([
      ['1', at(5)],
      ['2', at(1)],
    ]),
    new Map([
      ['1', at(3)],
      ['3', at(2)],
    ]),
  );
  expect([...merged]).toEqual([
    ['2', at(1)],
    ['1', at(5)],
    ['3', at(2)],
  ]);
});

test('no more tickets are remembered than the limit, those read last', () => {
  const many = new Map(Array.from({ length: MAX_SEEN + 3 }, (_, index) => [String(index), at(1)]));
  const merged = mergeSeen(many, new Map([['1', at(2)]]));
  expect(merged.size).toBe(MAX_SEEN);
  expect([merged.has('0'), merged.has('3'), merged.has('4'), merged.get('1')]).toEqual([false, false, true, at(2)]);
});
