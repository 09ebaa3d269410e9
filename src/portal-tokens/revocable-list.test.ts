import { expect, test } from 'vitest';
import { shownState } from '#src/portal-links/link-state.tsx';
import { revocable, revokeSentence } from './revoke-dialog.tsx';

const rows = (...states: ('active' | 'expired' | 'revoked')[]) => states.map((state) => ({ state }));

test('PT-06: only active links are said to stop working; expired ones have stopped already', () => {
  expect(revokeSentence(rows('active', 'active', 'expired'))).toEqual([
    '2 active links stop working at once.',
    '1 link has already expired and is only marked as revoked.',
  ]);
  expect(revokeSentence(rows('expired', 'expired'))).toEqual([
    '2 links have already expired and are only marked as revoked.',
  ]);
  expect(revokeSentence(rows('active'))).toEqual(['1 active link stops working at once.']);
});

test('PT-06: active links stand first, and revoked ones are left out', () => {
  const link = (id: bigint, state: 'active' | 'expired' | 'revoked') => ({
    ...{ id, state, requester_email: 'a@b.example', use_count: 0, issued_by: 'Desk' },
    ...{ created_utc: '', expires_utc: '', last_used_utc: null, revoked_utc: null },
  });
  expect(revocable([link(1n, 'expired'), link(2n, 'revoked'), link(3n, 'active')]).map(({ id }) => id)).toEqual([
    3n,
    1n,
  ]);
});

test('PT-05: an active link of a blocked customer does not open, and is not called active', () => {
  expect(shownState({ state: 'active', customer_blocked: true })).toBe('blocked');
  expect(shownState({ state: 'active', customer_blocked: false })).toBe('active');
  expect(shownState({ state: 'expired', customer_blocked: true })).toBe('expired');
});
