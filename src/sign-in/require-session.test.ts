import { expect, test } from 'vitest';
import { safeNext, signInSearch } from './require-session.ts';

test.each([
  ['/inbox?status=all&q=bell', '/inbox?status=all&q=bell'],
  ['/tickets/9007199254740993', '/tickets/9007199254740993'],
  ['/inbox#token=sck_x', '/inbox'],
])('%s is followed as %s', (next, path) => {
  expect(safeNext(next)).toBe(path);
});

test.each([
  'https://elsewhere.example/',
  '//elsewhere.example/',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  '/./\t/elsewhere.example',
  '/a/..//elsewhere.example',
  '\\\\elsewhere.example',
  'javascript:alert(1)',
  'inbox',
  '/sign-in?next=/inbox',
  '',
  undefined,
  7,
])('%j leads to the start page', (next) => {
  expect(safeNext(next)).toBe('/');
});

test('the address says where to go, never elsewhere, and what else it has is left alone', () => {
  expect(signInSearch({ next: '/inbox', theme: 'dark', other: '1' })).toStrictEqual({ next: '/inbox' });
  expect(signInSearch({ next: '//elsewhere.example/' })).toStrictEqual({ next: undefined });
});
