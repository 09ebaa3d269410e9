import { expect, test } from 'vitest';
import { bodyOf, conflictsOf, newest, takenField, valuesOf, type Identity } from './edit-dialog.tsx';

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
  expect(bodyOf(values, maren)).toEqual({ id: 7n, version: 3, display_name: null, phone: '+49 151' });
  expect(bodyOf(valuesOf(maren), maren)).toEqual({ id: 7n, version: 3 });
  const spaced = { ...maren, display_name: ' Maren' };
  expect(bodyOf({ ...valuesOf(spaced), phone: ' ' }, spaced), 'a blank is no change').toEqual({ id: 7n, version: 3 });
});

test('a field changed by someone else is a conflict unless the form has the same value', () => {
  const theirs = { ...maren, display_name: 'Maren L.', phone: '+49 1', version: 4 };
  const values = { ...valuesOf(maren), display_name: 'M. Lindqvist', phone: '+49 1' };
  expect(conflictsOf(values, maren, theirs)).toEqual(['display_name']);
  expect(conflictsOf(values, theirs, theirs)).toEqual([]);
  expect(newest(maren, theirs)).toBe(theirs);
  expect(newest(theirs, maren)).toBe(theirs);
});

test('the field that the other customer has is named, however it is written', () => {
  const values = { display_name: '', email: 'new@example.org', phone: '0049 151-5550' };
  expect(takenField(values, { ...maren, email: 'NEW@example.org', phone: '+49 9' }, null)).toBe('email');
  expect(takenField(values, { ...maren, email: 'other@example.org', phone: '+49 151 5550' }, null)).toBe('phone');
});
