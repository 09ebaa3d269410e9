import { expect, test } from 'vitest';
import { formatInWords, niceStep } from './cap-amounts.ts';

test.each([
  [12, 'budget', 20],
  [10, 'budget', 10],
  [0.07, 'budget', 0.1],
  [0.0001, 'budget', 0.01],
  [43_210, 'daily_tokens', 50_000],
  [0.3, 'minute_calls', 1],
] as const)('a step of at least %s for %s is %s', (least, cap, wanted) => {
  expect(niceStep(least, cap)).toBeCloseTo(wanted, 9);
});

test('large numbers are said in words, and one that is rounded up to a million is one', () => {
  expect(formatInWords(6_600_000n)).toBe('6.6 million');
  expect(formatInWords(1_091_234)).toBe('1.09 million');
  expect(formatInWords(999_999_999)).toBe('1 billion');
  expect(formatInWords(9_223_372_036_854_775_807n)).toBe('9,220,000 trillion');
  expect(formatInWords(999_499)).toBeNull();
});
