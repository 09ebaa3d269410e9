import { expect, test } from 'vitest';
import { bodyOf, conflictsOf, valuesOf, type Identity } from './customer-dialogs.tsx';

const maren: Identity = {
  id: 7n,
  display_name: 'Maren',
  email: 'maren@example.org',
  phone: null,
  ticket_count: 0,
  first_seen_utc: '2026-11-20T14:30:00.000Z',
  last_seen_utc: '2026-11-20T14:30:00.000Z',
  channels: [],
  version: 3,
};

test('only what was changed is sent, and an emptied field is cleared', () => {
  const values = { ...valuesOf(maren), display_name: ' ', phone: ' +49 151 ' };
  expect(bodyOf(values, maren)).toEqual({ id: 7n, display_name: null, phone: '+49 151' });
  expect(bodyOf(valuesOf(maren), maren)).toEqual({ id: 7n });
  const spaced = { ...maren, display_name: ' Maren' };
  expect(bodyOf({ ...valuesOf(spaced), phone: ' ' }, spaced), 'a blank is no change').toEqual({ id: 7n });
});

test('a field changed by someone else is a conflict if it is sent with another value', () => {
  const theirs = { ...maren, display_name: 'Maren L.', phone: '+49 1', email: null, version: 4 };
  expect(conflictsOf({ id: 7n, display_name: 'M. Lindqvist', phone: '+49 1' }, maren, theirs)).toEqual([
    'display_name',
  ]);
  expect(conflictsOf({ id: 7n, display_name: 'M. Lindqvist' }, theirs, theirs)).toEqual([]);
});
