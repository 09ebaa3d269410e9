import { expect, test } from 'vitest';
import { messagePreview } from '#server/tickets/write/message-preview.ts';
import { searchText, searchWords } from './search-words.ts';
import { containsPattern } from '#server/db/db.ts';

test('splits at any white space, folds case, and detects short words by code points', () => {
  expect(searchWords('  Rear\tBRAKE \u00a0e9 🚲🚲 rear ')).toEqual([
    { text: 'rear', other: null, tag: 'rear', isLong: true },
    { text: 'brake', other: null, tag: 'brake', isLong: true },
    { text: 'e9', other: null, tag: 'e9', isLong: false },
    { text: '🚲🚲', other: null, tag: '🚲🚲', isLong: false },
  ]);
  expect(searchWords('   ')).toEqual([]);
  expect(searchWords('Schönfeld Goethe')).toEqual([
    { text: 'schonfeld', other: null, tag: 'schönfeld', isLong: true },
    { text: 'goethe', other: 'gothe', tag: 'goethe', isLong: true },
  ]);
});

test('the search text is in lower case and leaves out empty parts', () => {
  expect(searchText(['Öl', null, '', 'A@B.example'])).toBe(' ol oel \n a@b.example ');
});

test('takes wildcards of LIKE literally', () => {
  expect(containsPattern('50%_\\')).toBe('%50\\%\\_\\\\%');
});

test('a preview is one line of at most 160 characters and splits no character', () => {
  expect(messagePreview('Hello,\n\n  all  fine? ')).toBe('Hello, all fine?');
  const long = messagePreview('🚲'.repeat(500));
  expect([...long]).toHaveLength(160);
  expect(long.isWellFormed() && long.endsWith('🚲…')).toBe(true);
  expect(messagePreview('x'.repeat(160))).toBe('x'.repeat(160));
});
