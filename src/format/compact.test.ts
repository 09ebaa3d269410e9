import { expect, test } from 'vitest';
import { formatCompact, formatPercent } from './compact.ts';

test('three digits that count from a million on, all of them below', () => {
  expect(formatCompact(1_091_234)).toBe('1.09\u00a0M');
  expect(formatCompact(33_400_000n)).toBe('33.4\u00a0M');
  expect(formatCompact(2_500_000_000n)).toBe('2.50\u00a0B');
  expect(formatCompact(999_999)).toBe('999,999');
  expect(formatCompact(0)).toBe('0');
});

test('a share with one decimal', () => {
  expect(formatPercent(0.298)).toBe('29.8\u00a0%');
  expect(formatPercent(1)).toBe('100.0\u00a0%');
});
