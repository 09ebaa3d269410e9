import { expect, test } from 'vitest';
import { daysProblem, readDays } from './days-field.tsx';

test('days are a whole number from 1 to the maximum', () => {
  expect(['1', ' 30 ', '365', '007'].map((text) => readDays(text, 365))).toEqual([1, 30, 365, 7]);
  for (const text of ['', '0', '366', '1.000', '1.5', '1,5', '1e1', '-1', 'x'])
    expect(readDays(text, 365), text).toBeNull();
  expect(daysProblem('31', 30)).toBe('Enter 1 to 30 days.');
  expect(daysProblem('30', 30)).toBeUndefined();
});
