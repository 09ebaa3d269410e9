import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './url-search.ts';

test('an id beyond 2^53 keeps its digits through the URL', () => {
  expect(parseSearch('?ticket=9007199254740993')).toEqual({ ticket: '9007199254740993' });
  expect(stringifySearch({ ticket: 9007199254740993n })).toBe('?ticket=9007199254740993');
});

test.each([
  [{}, ''],
  [{ status: undefined, q: '' }, ''],
  [{ status: 'open,pending', q: 'rear light & bell' }, '?status=open,pending&q=rear+light+%26+bell'],
  [{ next: '/inbox?status=all', email: 'a+b@c.example' }, '?next=/inbox%3Fstatus%3Dall&email=a%2Bb@c.example'],
])('%o is written as %s and read again', (search, text) => {
  expect(stringifySearch(search)).toBe(text);
  const kept = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  expect(parseSearch(text)).toEqual(Object.fromEntries(kept));
});

test('text that is not well-formed does not throw', () => {
  expect(stringifySearch({ q: '\ud800' })).toBe('?q=%EF%BF%BD');
  expect(parseSearch('?q=%E0%A4%A')).toHaveProperty('q');
});
