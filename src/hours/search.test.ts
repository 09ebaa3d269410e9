import { expect, it } from 'vitest';
import { datesSearch } from './search.ts';

it('takes a real date and a moment of the address, and names what means nothing', () => {
  expect(datesSearch({ from: '2027-03-22', at: '24 Dec 18:30' })).toEqual({ from: '2027-03-22', at: '24 Dec 18:30' });
  expect(datesSearch({ from: '2027-02-30', tab: 'x' })).toMatchObject({
    from: undefined,
    ignored: 'from=2027-02-30, tab=x',
  });
});
