import { expect, test } from 'vitest';
import { markDifference } from './no-customers.tsx';

const marked = (number: string, typed: string) =>
  markDifference(number, typed)
    .map(({ text, differs }) => (differs ? `[${text}]` : text))
    .join('');

test('ID-02: the digit that differs is marked, whatever stands between the digits', () => {
  expect(marked('+49 151 5550 1885', '+4915155501884')).toBe('+49 151 5550 188[5]');
  expect(marked('+49 151 5950-1884', '0049 151 5550 1884')).toBe('+49 151 5[9]50-1884');
  expect(marked('+49 151 55509 1884', '+49 151 5550 1884')).toBe('+49 151 5550[9] 1884');
});
