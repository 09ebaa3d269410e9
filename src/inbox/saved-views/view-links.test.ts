import { expect, test } from 'vitest';
import { readFilter } from '#src/inbox/filters/filter-query.ts';
import { searchOfNumbers } from './view-links.tsx';

test.each([1, 50, 51, 200])('%i starred tickets make a filter that the list takes, and none is left out', (count) => {
  const numbers = Array.from({ length: count }, (_, index) => 900_000_000 + index);
  const { status, filter = '' } = searchOfNumbers(numbers);
  expect(status).toBe('all');
  const group = readFilter(filter);
  const values = group?.items.flatMap((item) => ('values' in item ? item.values : []));
  expect(values).toEqual(numbers.map(String));
});
