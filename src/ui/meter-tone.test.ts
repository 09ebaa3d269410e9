import { expect, test } from 'vitest';
import { meterTone } from './meter.tsx';

test.each([
  [0, 600, 'accent'],
  [479.99, 600, 'accent'],
  [480, 600, 'warn'],
  [599.99, 600, 'warn'],
  [600, 600, 'danger'],
  [900, 600, 'danger'],
  // A cap of nothing is reached before the first call.
  [0, 0, 'danger'],
  [0.00032, 0.0004, 'warn'],
] as const)('%d of %d is %s', (value, limit, tone) => {
  expect(meterTone(value, limit, false)).toBe(tone);
});

test('what the service calls exceeded is red, whatever the figures say', () => {
  expect(meterTone(1, 600, true)).toBe('danger');
});
