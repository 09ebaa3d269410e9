import { expect, test } from 'vitest';
import type { Comment } from '#contract/tickets.ts';
import type { DraftState } from '#src/outbox/drafts.ts';
import { repliesSince, hasArrived, newestIdOf } from './composer.tsx';

const said = (id: bigint, body: string, visibility: Comment['visibility'] = 'public'): Comment => ({
  id,
  ticket_id: 1n,
  author_kind: 'agent',
  author_name: 'Samir',
  agent_id: null,
  visibility,
  channel: 'email',
  body,
  created_utc: '2026-11-20T14:33:00.000Z',
});
const thread = [said(10n, 'first'), said(9_007_199_254_740_995n, 'last'), said(30n, 'note', 'internal')];

test('the newest comment has the largest id, also beyond 2^53', () => {
  expect(newestIdOf(thread)).toBe(9_007_199_254_740_995n);
  expect(newestIdOf([])).toBeNull();
});

test('answers are public messages after the one that was seen', () => {
  const ids = (seen: string | null) => repliesSince(thread, seen).map(({ id }) => id);
  expect(ids('10')).toEqual([9_007_199_254_740_995n]);
  expect(ids('9007199254740994')).toEqual([9_007_199_254_740_995n]);
  expect(ids('9007199254740995')).toEqual([]);
  expect(ids(null)).toEqual([10n, 9_007_199_254_740_995n]);
});

test('a message has arrived if it was tried and a later comment has its kind and text', () => {
  const tried: DraftState = {
    ...{ text: 'last', channel: null, savedAtMs: 0, seenId: '10', isStored: true, failure: null, conflict: null },
    origin: { ai: null, savedReplyIds: [] },
    attempt: { key: 'k', channel: null, version: null, status: null },
  };
  expect(hasArrived(tried, 'public', thread)).toBe(true);
  expect(hasArrived(tried, 'internal', thread)).toBe(false);
  expect(hasArrived({ ...tried, attempt: null }, 'public', thread)).toBe(false);
  expect(hasArrived({ ...tried, text: 'lost' }, 'public', thread)).toBe(false);
  expect(hasArrived({ ...tried, seenId: '9007199254740995' }, 'public', thread)).toBe(false);
});
