import { expect, test } from 'vitest';
import { sumUsd } from './sum-usd.ts';

test('binary fractions do not drift', () => {
  expect(sumUsd([0.1, 0.2])).toBe(0.3);
  expect(sumUsd(Array.from({ length: 1_000 }, () => 0.000_42))).toBe(0.42);
  expect(sumUsd([1_000_000, 0.000_001, -1_000_000])).toBe(0.000_001);
  expect(sumUsd([])).toBe(0);
});
