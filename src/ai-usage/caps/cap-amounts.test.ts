import { expect, test } from 'vitest';
import { formatInWords } from './cap-amounts.ts';

test('large numbers are said in words, and one that is rounded up to a million is one', () => {
  expect(formatInWords(6_600_000n)).toBe('6.6 million');
  expect(formatInWords(1_091_234)).toBe('1.09 million');
  expect(formatInWords(999_999_999)).toBe('1 billion');
  expect(formatInWords(9_223_372_036_854_775_807n)).toBe('9,220,000 trillion');
  expect(formatInWords(999_499)).toBeNull();
});
