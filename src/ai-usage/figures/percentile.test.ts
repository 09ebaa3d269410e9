import { expect, test } from 'vitest';
import { percentile } from './percentile.ts';

test('a percentile between two values is taken by its distance', () => {
  expect(percentile([4, 1, 3, 2], 0.25)).toBe(1.75);
  expect(percentile([4, 1, 3, 2], 0.75)).toBe(3.25);
  expect(percentile([5, 1, 9], 0.5)).toBe(5);
  expect(percentile([7], 0.25)).toBe(7);
});
