import { expect, test } from 'vitest';
import { untilOf } from './page-frame.tsx';

const NOW = Date.parse('2026-11-20T14:30:00Z');

test.each([
  ['2026-12-20T14:30:00Z', '20 Dec', false],
  ['2027-01-20T14:30:00Z', '20 Jan 2027', false],
  ['2026-11-23T14:30:00.001Z', '23 Nov', false],
  ['2026-11-23T14:30:00Z', '23 Nov, 15:30', true],
  ['2026-11-21T13:32:00Z', 'tomorrow, 14:32', true],
  ['2026-11-20T22:59:00Z', 'today, 23:59', true],
  ['2026-11-20T23:00:00Z', 'tomorrow, 00:00', true],
])('a link that ends at %s works until %s', (expires, text, isSoon) => {
  expect(untilOf(expires, 'Europe/Berlin', NOW)).toEqual({ text, isSoon });
});

test('tomorrow is the next day of the calendar where a day has 25 hours', () => {
  const late = Date.parse('2026-10-24T22:30:00Z');
  expect(untilOf('2026-10-25T23:30:00Z', 'Europe/Berlin', late).text).toBe('tomorrow, 00:30');
});
