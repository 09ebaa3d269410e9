import { expect, test } from 'vitest';
import type { Comment } from '#contract/tickets.ts';
import { unreadOf } from './timeline.ts';
import { MAX_SEEN, noteSeen, seenUtc } from './seen-store.ts';

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

test('the later time of a ticket is remembered, and no more tickets than the limit, the ones read last', () => {
  const owner = { siteId: '1', person: 'agent:2' };
  for (let id = 0n; id < MAX_SEEN; id += 1n) noteSeen(owner, id, at(5));
  noteSeen(owner, 0n, at(3));
  expect(seenUtc(owner, 0n)).toBe(at(5));
  noteSeen(owner, 1n, at(6));
  noteSeen(owner, 1_000n, at(1));
  expect([0n, 1n, 2n, 1_000n].map((id) => seenUtc(owner, id))).toEqual([null, at(6), at(5), at(1)]);
  expect(seenUtc({ ...owner, person: 'agent:3' }, 1n)).toBeNull();
});
