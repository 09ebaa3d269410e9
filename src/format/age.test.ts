import { expect, test } from 'vitest';
import { formatAge } from './time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
  [-5 * HOUR, '<1m'],
  [59_999, '<1m'],
  [MINUTE, '1m'],
  [48 * MINUTE + 59_000, '48m'],
  [HOUR, '1h 00m'],
  [6 * HOUR + 4 * MINUTE, '6h 04m'],
  [DAY - 1, '23h 59m'],
  [DAY, '1d'],
  [2 * DAY + 23 * HOUR, '2d'],
  [400 * DAY, '400d'],
  [Number.NaN, '<1m'],
])('%d ms is %s', (ms, text) => {
  expect(formatAge(ms)).toBe(text);
});
