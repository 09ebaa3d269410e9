import { expect, test } from 'vitest';
import { niceStep } from './cap-amounts.ts';

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
