import { expect, test } from 'vitest';
import { parseDuration } from './duration.ts';

const HOUR = 3_600_000;

test.each([
  ['2h', 2 * HOUR],
  ['90m', 1.5 * HOUR],
  ['45s', 45_000],
  ['1d', 24 * HOUR],
  ['1w', 168 * HOUR],
  ['1h 30m', 1.5 * HOUR],
  ['24 hours', 24 * HOUR],
  ['1 day, 2 hours', 26 * HOUR],
  [' 4 H ', 4 * HOUR],
  ['PT2H30M', 2.5 * HOUR],
  ['P1DT2H', 26 * HOUR],
  ['02:30:00', 2.5 * HOUR],
  ['48:00', 48 * HOUR],
])('%s is %d ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

test.each(['', 'h', '2', 'two hours', '2h or so', '2 parsecs', '-2h', '2h;', '25', '1:99'])(
  '%j is no duration',
  (text) => {
    expect(parseDuration(text)).toBeNull();
  },
);
