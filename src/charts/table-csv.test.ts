import { expect, test } from 'vitest';
import { tableCsv } from './chart-frame.tsx';

test('a file has the exact values: nothing known is empty, zero is zero, no digit is lost', () => {
  const table = {
    columns: [
      { key: 'date_utc', label: 'Day', isNumber: false },
      { key: 'cost_usd', label: 'Cost', isNumber: true },
      { key: 'tokens', label: 'Tokens', isNumber: true },
    ],
    rows: [
      [
        { shown: '20 Nov', exact: '2026-11-20' },
        { shown: '$0.00042', exact: 0.000423917 },
        { shown: '9.01 M', exact: 9_007_199_254_740_993n },
      ],
      [
        { shown: '21 Nov', exact: '2026-11-21' },
        { shown: 'Not known', exact: null },
        { shown: '0', exact: 0 },
      ],
    ],
  };
  expect(tableCsv(table)).toBe(
    '\uFEFFdate_utc,cost_usd,tokens\r\n2026-11-20,0.000423917,9007199254740993\r\n2026-11-21,,0\r\n',
  );
});
