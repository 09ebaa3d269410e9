import { expect, test } from 'vitest';
import { searchable } from './search-words.ts';

const TRIED: readonly (readonly [string, string, readonly string[]])[] = [
  ['E14', 'E14', []],
  ['why is "E14" rising?', 'why E14 rising', ['is']],
  ['Ridge 29', 'Ridge', ['29']],
  ['29', '29', []],
  ['is 29', '29', ['is']],
  ['no. #1234', '1234', ['no']],
  ["don't a.b@example.org, (brake)", "don't a.b@example.org brake", []],
  ['Rad für Öl', 'Rad für', ['Öl']],
  ['weiß ß', 'weiß', ['ß']],
  ['+49 30 55 50 18 84', '+49 30 55 50 18 84', []],
  ['  bell \t bell ', 'bell bell', []],
];

test.each(TRIED)('MC-06: "%s" is searched as "%s"', (q, searched, ignored) => {
  expect(searchable(q)).toEqual({ q: searched, ignored });
});

test.each(['is it', '?', 'E9', ' '])('MC-06: "%s" is refused, since without words all tickets would match', (q) => {
  expect(() => searchable(q)).toThrow('q needs a word of at least 3 characters or a number; tag finds a shorter tag');
});
