import { expect, test } from 'vitest';
import { movedWords } from './receipts.ts';

const none = { tickets: 0, handles: 0, links: 0, sessions: 0, visitors: 0, notes: 0 };

test('what moved is said without what there was none of', () => {
  expect(movedWords({ ...none, tickets: 1204, handles: 1, notes: 1 })).toBe('1,204 tickets, 1 channel and 1 note');
  // They stay with their address.
  expect(movedWords({ ...none, links: 2 })).toBeNull();
  expect(movedWords(none)).toBeNull();
});
