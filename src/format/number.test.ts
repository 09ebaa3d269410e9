import { expect, test } from 'vitest';
import { parseId } from '#src/format/id.ts';
import { formatCount, formatCompact, formatPercent, formatLatency } from '#src/format/number.ts';

test('counts are grouped and lose no digit', () => {
  expect(formatCount(1204)).toBe('1,204');
  expect(formatCount(0)).toBe('0');
  expect(formatCount(9_007_199_254_740_993n)).toBe('9,007,199,254,740,993');
});

test.each([
  ['1', 1n],
  ['9007199254740993', 9_007_199_254_740_993n],
  ['9223372036854775807', 9_223_372_036_854_775_807n],
])('%s is an id', (text, id) => {
  expect(parseId(text)).toBe(id);
});

test.each(['', '0', '01', '-1', '1.5', '1e3', '9223372036854775808', '99999999999999999999', ' 1'])(
  '%j is no id',
  (text) => {
    expect(parseId(text)).toBeNull();
  },
);

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

test('milliseconds below a second, seconds with three digits that count above', () => {
  expect(formatLatency(0)).toBe('0\u00a0ms');
  expect(formatLatency(309.6)).toBe('310\u00a0ms');
  expect(formatLatency(999.6)).toBe('1.00\u00a0s');
  expect(formatLatency(1_840)).toBe('1.84\u00a0s');
  expect(formatLatency(61_250)).toBe('61.3\u00a0s');
});
