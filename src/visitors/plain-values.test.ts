import { expect, test } from 'vitest';
import { cutText, plainText } from './plain-values.tsx';

test('a value is text as a person reads it, and a long one is cut between characters', () => {
  expect([null, true, 3.5, 9_007_199_254_740_993n, 'a'].map(plainText)).toEqual([
    '',
    'true',
    '3.5',
    '9007199254740993',
    'a',
  ]);
  expect(cutText('x'.repeat(160))).toBe('x'.repeat(160));
  expect(cutText(`${'x'.repeat(159)}🚲`)).toBe(`${'x'.repeat(159)}…`);
});
