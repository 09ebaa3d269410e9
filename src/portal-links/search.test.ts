import { expect, test } from 'vitest';
import { portalSearch } from './search.ts';

test('known filters are read from the address; others are ignored and named', () => {
  const search = { show: 'unused', q: 'maren' };
  expect(portalSearch(search)).toEqual(search);
  expect(portalSearch({ show: 'dead', q: 42, email: 'maren', order: 'uses' })).toEqual({
    q: '42',
    ignored: 'show=dead, email=maren, order=uses',
  });
});
