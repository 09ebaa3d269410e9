import { expect, it } from 'vitest';
import { withoutShortWords } from './ticket-search.tsx';

it('leaves out words that the service would look for in numbers and tags alone', () => {
  expect(withoutShortWords('Third puncture in two mo')).toBe('Third puncture two');
  expect(withoutShortWords('brake  42')).toBe('brake 42');
  expect(withoutShortWords('eu')).toBe('eu');
  expect(withoutShortWords('  ')).toBe('');
});
