import { expect, test } from 'vitest';
import { healthSearch } from './search.ts';

test('what means nothing falls back to the default and is named', () => {
  expect(healthSearch({ wall: '1', test: 'true', compare: 'day' })).toEqual({ wall: '1', test: '1', compare: 'day' });
  expect(healthSearch({ compare: 'year', test: 'maybe', x: 'y' })).toEqual({
    ignored: 'compare=year, test=maybe, x=y',
  });
});
