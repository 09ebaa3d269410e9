import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson, writeJson } from './json.ts';

test.each([
  '9007199254740993',
  '9223372036854775807',
  '-9223372036854775808',
  '9007199254740991',
  '0',
  '123456789012345678901234567890',
])('the integer %s goes through without losing a digit', (digits) => {
  expect(writeJson(parseJson(`{"id":${digits},"list":[${digits}]}`))).toBe(`{"id":${digits},"list":[${digits}]}`);
});

test('only integers that need it become bigint', () => {
  expect(parseJson('[9007199254740991,9007199254740992,1.5,1e300,9007199254740993.5]')).toEqual([
    9_007_199_254_740_991,
    9_007_199_254_740_992n,
    1.5,
    1e300,
    9_007_199_254_740_993.5,
  ]);
});

test('text with digits, marks and escapes stays text', () => {
  const value = { a: '9007199254740993', b: '\ue0009007199254740993\ue001', c: '"\\\ud83d\udeb2' };
  expect(parseJson(writeJson(value))).toEqual(value);
});

test('any plain value with any integers comes back as it was', () => {
  const integer = fc.oneof(fc.integer(), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }));
  const { tree } = fc.letrec((tie) => ({
    leaf: fc.oneof(integer, fc.string({ unit: 'grapheme' }), fc.boolean(), fc.constant(null)),
    tree: fc.oneof(
      { maxDepth: 4 },
      tie('leaf'),
      fc.array(tie('tree')),
      fc.dictionary(fc.string(), tie('tree'), { noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(tree, (value) => {
      expect(parseJson(writeJson(value))).toEqual(narrow(value));
    }),
    { numRuns: 200 },
  );
});

/** A bigint that a number can hold is read back as a number. */
function narrow(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(narrow);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, narrow(item)]));
}
