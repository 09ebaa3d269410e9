import { expect, test } from 'vitest';
import { formatExactUsd, formatUsd, formatWholeUsd } from './money.ts';

test('dollars and cents, grouped', () => {
  expect(formatUsd(460.824)).toBe('$460.82');
  expect(formatUsd(1234567.5)).toBe('$1,234,567.50');
  expect(formatUsd(0)).toBe('$0.00');
});

test('what is less than a cent is never shown as nothing', () => {
  expect(formatUsd(0.0004)).toBe('$0.0004');
  expect(formatUsd(0.00956)).toBe('$0.0096');
  expect(formatUsd(0.000000123)).toBe('$0.00000012');
});

test('whole dollars for forecasts, cents where they are all there is', () => {
  expect(formatWholeUsd(718.6)).toBe('$719');
  expect(formatWholeUsd(3.254)).toBe('$3.25');
  expect(formatWholeUsd(0)).toBe('$0');
});

test('exactly, with every digit', () => {
  expect(formatExactUsd(460.823917)).toBe('$460.823917');
});
