import { expect, it } from 'vitest';
import { datesSearch } from './search.ts';

it('takes a real date and a moment of the address, and names what means nothing', () => {
  const search = { from: '2027-03-22', at: '2026-12-24T18:30' };
  expect(datesSearch(search)).toEqual(search);
  expect(datesSearch({ from: '2027-02-30', at: '2026-12-24T24:30', tab: 'x' })).toMatchObject({
    from: undefined,
    at: undefined,
    ignored: 'from=2027-02-30, at=2026-12-24T24:30, tab=x',
  });
});
