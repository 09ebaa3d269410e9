import { expect, it } from 'vitest';
import { missingLetters, withoutShortWords } from './palette-search.tsx';

it('leaves out words that the service would look for in numbers and tags alone', () => {
  expect(withoutShortWords('Third puncture in two mo')).toBe('Third puncture two');
  expect(withoutShortWords('brake  42')).toBe('brake 42');
  expect(withoutShortWords('eu')).toBe('eu');
  expect(withoutShortWords('  ')).toBe('');
});

it('knows how many letters are missing, and that numbers need none', () => {
  expect(['m', 'ma', 'ma de', 'mar', 'ma 4', '42', ''].map(missingLetters)).toEqual([2, 1, 1, 0, 0, 0, 0]);
});
