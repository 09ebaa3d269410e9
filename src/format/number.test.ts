import { expect, test } from 'vitest';
import { parseId } from './id.ts';
import { formatCount } from './number.ts';

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
