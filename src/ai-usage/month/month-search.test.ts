import { expect, test } from 'vitest';
import { validateMonthSearch } from './month-search.ts';

test('a month of the address is kept, and what is none is named', () => {
  expect(validateMonthSearch({})).toEqual({ month: undefined, ignored: undefined });
  expect(validateMonthSearch({ month: '2026-10' })).toEqual({ month: '2026-10', ignored: undefined });
  expect(validateMonthSearch({ month: '2026-13' })).toEqual({ month: undefined, ignored: 'month=2026-13' });
  expect(validateMonthSearch({ month: `<b>${'x'.repeat(200)}` }).ignored).toHaveLength(80);
  expect(validateMonthSearch({ month: '2026-10', ignored: 'month=x' })).toEqual({
    month: '2026-10',
    ignored: 'month=x',
  });
});
