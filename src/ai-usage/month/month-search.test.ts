import { expect, test } from 'vitest';
import { monthSearch } from './month-search.ts';

test('a month of the address is kept, and what is none is named', () => {
  expect(monthSearch({})).toEqual({ month: undefined, ignored: undefined });
  expect(monthSearch({ month: '2026-10' })).toEqual({ month: '2026-10', ignored: undefined });
  expect(monthSearch({ month: '2026-13' })).toEqual({ month: undefined, ignored: 'month=2026-13' });
  expect(monthSearch({ month: `<b>${'x'.repeat(200)}` }).ignored).toHaveLength(80);
  expect(monthSearch({ month: '2026-10', ignored: 'month=x' })).toEqual({
    month: '2026-10',
    ignored: 'month=x',
  });
});
