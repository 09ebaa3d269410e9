import { expect, test } from 'vitest';
import { savedRepliesSearch } from './search.ts';

test('CP-10: an address opens the form with a title, and one that is too long is left out', () => {
  expect(savedRepliesSearch({ new: '1', title: 'Where is my order?' })).toMatchObject({
    new: '1',
    title: 'Where is my order?',
  });
  expect(savedRepliesSearch({ new: '2', title: 'x'.repeat(121) })).toMatchObject({ new: undefined, title: undefined });
  expect(savedRepliesSearch({ q: 'refund' }).q).toBe('refund');
});
