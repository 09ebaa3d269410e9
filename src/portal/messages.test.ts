import { expect, test } from 'vitest';
import { messages } from './messages.ts';

test.each([
  [1, '1 second'],
  [119, '119 seconds'],
  [120, '2 minutes'],
  [121, '3 minutes'],
  [3_600, '60 minutes'],
])('a wait of %i seconds is said as %s', (seconds, words) => {
  expect(messages.older.limited(seconds)).toBe(`Too many attempts. You can try again in ${words}.`);
});
