import { expect, test } from 'vitest';
import { isConfirmed } from './use-typed-confirm.tsx';

test('a word is confirmed in any case, a number with or without what groups its digits', () => {
  expect(isConfirmed('stop', ' Stop')).toBe(true);
  expect(isConfirmed('stop', 'sto')).toBe(false);
  expect(['1204', '1,204', ' 1 204 '].map((typed) => isConfirmed(1_204, typed))).toEqual([true, true, true]);
  expect(['', '1,20', '120', '12,04'].map((typed) => isConfirmed(1_204, typed))).toEqual([false, false, false, false]);
});
