import { expect, test } from 'vitest';
import { timeOf, valuesOf, type DateOrder } from './values.ts';

test('times of every product are read, with UTC where no zone is given', () => {
  const cases: [unknown, string | null, DateOrder?][] = [
    ['2009-07-20T22:55:29Z', '2009-07-20T22:55:29.000Z'],
    ['2009-07-20T22:55:29.123+02:00', '2009-07-20T20:55:29.123Z'],
    ['2016-06-23 13:19:23', '2016-06-23T13:19:23.000Z'],
    ['2016-06-23 13:19:23 +0530', '2016-06-23T07:49:23.000Z'],
    ['2016-06-23', '2016-06-23T00:00:00.000Z'],
    ['2016-06-23 7:05', '2016-06-23T07:05:00.000Z'],
    ['23/06/2016 13:19', '2016-06-23T13:19:00.000Z', 'dmy'],
    ['6/3/2016', '2016-06-03T00:00:00.000Z', 'mdy'],
    ['23.6.2016', '2016-06-23T00:00:00.000Z', 'dmy'],
    [1_539_897_198, '2018-10-18T21:13:18.000Z'],
    ['1539897198', '2018-10-18T21:13:18.000Z'],
    [1_539_897_198_000, '2018-10-18T21:13:18.000Z'],
    [null, null],
    ['', null],
    // No time: returned as it is, and the row fails.
    ['yesterday', 'yesterday'],
    ['31/02/2016', '31/02/2016', 'dmy'],
    ['2016-13-01', '2016-13-01'],
    ['23/06/16', '23/06/16', 'dmy'],
    // The month may be either of the two numbers.
    ['03/02/2025', '03/02/2025'],
  ];
  for (const [value, expected, order] of cases) expect(timeOf(value, order), String(value)).toBe(expected);
});

test('a field has a text for each value, and none for an empty one or an unticked box', () => {
  expect([true, false, null, '', ' a ', 5, ['a', ['b'], null]].map(valuesOf)).toEqual([
    ['true'],
    [],
    [],
    [],
    ['a'],
    ['5'],
    ['a', 'b'],
  ]);
});
