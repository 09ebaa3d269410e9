import { expect, test } from 'vitest';
import { portalSearch } from './search.ts';

test('an address is taken as it is meant, and what means nothing is left out and named', () => {
  expect(portalSearch({ show: 'unused', q: 'maren', days: '30', order: 'uses', dir: 'asc' })).toEqual({
    show: 'unused',
    q: 'maren',
    days: 30,
    order: 'uses',
    dir: 'asc',
  });
  const wrong = portalSearch({
    show: 'dead',
    q: 42,
    email: 'maren',
    days: '31',
    order: 'email',
    dir: 'up',
    other: 1,
  });
  expect(wrong).toEqual({
    q: '42',
    ignored: 'show=dead, email=maren, days=31, order=email, dir=up, other=1',
  });
});
