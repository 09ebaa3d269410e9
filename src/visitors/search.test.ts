import { expect, test } from 'vitest';
import { listQuery } from './queries.ts';
import { visitorsSearch } from './search.ts';

test('VE-01: an address narrows the list, and names what means nothing', () => {
  const search = visitorsSearch({ q: 'ada', segment: 'Shoppers', customer: '9007199254740993' });
  expect(visitorsSearch({ customer: 'ada' }).ignored).toBe('customer=ada');
  expect(listQuery(search)).toEqual({ q: 'ada', segment: 'Shoppers', customer_identity_id: 9_007_199_254_740_993n });
  expect(listQuery(visitorsSearch({}))).toEqual({});
});
