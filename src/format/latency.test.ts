import { expect, test } from 'vitest';
import { formatLatency } from './compact.ts';

test('milliseconds below a second, seconds with three digits that count above', () => {
  expect(formatLatency(0)).toBe('0\u00a0ms');
  expect(formatLatency(309.6)).toBe('310\u00a0ms');
  expect(formatLatency(999.6)).toBe('1.00\u00a0s');
  expect(formatLatency(1_840)).toBe('1.84\u00a0s');
  expect(formatLatency(61_250)).toBe('61.3\u00a0s');
});
