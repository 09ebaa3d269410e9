import { expect, test } from 'vitest';
import { earlierChanges, patchFrom } from './undo-earlier.tsx';

const call = (undo_token: string, more: { batch_id?: string; undone_utc?: string; tickets?: number } = {}) => ({
  ...{ undo_token, at_utc: `2026-11-20T14:30:0${undo_token}.000Z`, tickets: 200, what: { status: 'closed' as const } },
  ...{ batch_id: null, expires_utc: '2026-11-21T14:30:00.000Z', undone_utc: null },
  ...more,
});

test('calls of one batch are one change, without those that were undone', () => {
  const items = [
    call('6', { batch_id: 'a', tickets: 10 }),
    call('5', { batch_id: 'a' }),
    call('4', { undone_utc: '2026-11-20T14:31:00.000Z' }),
    call('3'),
    call('2', { batch_id: 'a', undone_utc: '2026-11-20T14:31:00.000Z' }),
  ];
  const changes = earlierChanges({ items, total_count: 5 });
  expect(changes.map(({ id, tickets, calls }) => [id, tickets, calls.map((one) => one.undo_token)])).toEqual([
    ['a', 210, ['6', '5']],
    ['3', 200, ['3']],
  ]);
  expect(changes[0]?.atUtc).toBe('2026-11-20T14:30:06.000Z');
});

test('a change whose oldest calls may be on the next page is left out', () => {
  const items = [call('3', { batch_id: 'a' }), call('2', { batch_id: 'b' }), call('1', { batch_id: 'b' })];
  expect(earlierChanges({ items, total_count: 4 }).map(({ id }) => id)).toEqual(['a']);
});

test('a stored patch is converted, with the name of the agent', () => {
  const nameOf = (id: string) => (id === '7' ? 'Ada' : undefined);
  expect(patchFrom({ assignee_agent_id: '7', add_tags: ['vip'], snoozed_until_utc: null }, nameOf)).toEqual({
    assignee: { id: '7', name: 'Ada' },
    addTags: ['vip'],
    snoozedUntilUtc: null,
  });
  expect(patchFrom({ assignee_agent_id: '8' }, nameOf)).toEqual({ assignee: { id: '8', name: '8' } });
  expect(patchFrom({ assignee_agent_id: '' }, nameOf)).toEqual({ assignee: null });
});
