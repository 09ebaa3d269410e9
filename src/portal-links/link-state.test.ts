import { expect, test } from 'vitest';
import { shownState } from './link-state.tsx';

test('PT-05: an active link of a blocked customer is shown as blocked', () => {
  expect(shownState({ state: 'active', customer_blocked: true })).toBe('blocked');
  expect(shownState({ state: 'active', customer_blocked: false })).toBe('active');
  expect(shownState({ state: 'expired', customer_blocked: true })).toBe('expired');
});
