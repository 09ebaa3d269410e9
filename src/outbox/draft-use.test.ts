import { expect, test } from 'vitest';
import { draftUseOf } from './draft-use.ts';

const text = 'Hello Maren, please pair the display again.';
const inserted = { callId: '7', text, isInserted: true };
const offered = { ...inserted, isInserted: false };

test.each([
  ['as_is', inserted, `${text}\n`, 'public'],
  ['as_is', offered, text, 'public'],
  ['as_is', inserted, text, 'internal'],
  ['edited', inserted, 'Hi! Please pair the display once more. Samir', 'public'],
  ['discarded', inserted, 'We call you today.', 'public'],
  ['discarded', offered, 'Hi! Please pair the display once more.', 'public'],
  [null, offered, 'Looks like the display.', 'internal'],
  [null, inserted, 'Looks like the display.', 'internal'],
  [null, null, text, 'public'],
] as const)('CP-11: %s', (use, ai, sent, kind) => {
  expect(draftUseOf(ai, sent, kind)).toBe(use);
});

test('CP-11: a draft of one word is edited while the word is in the text', () => {
  expect(draftUseOf({ ...inserted, text: 'Yes' }, 'Yes, of course', 'public')).toBe('edited');
  expect(draftUseOf({ ...inserted, text: 'Yes' }, 'Yesterday', 'public')).toBe('discarded');
});
