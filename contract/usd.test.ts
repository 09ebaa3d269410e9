import { expect, test } from 'vitest';
import { divideRounded, fromPico, shareOf, sumPico, sumUsd, toPico } from './usd.ts';

test('a number is the amount that its text says, exponents included', () => {
  expect(toPico(0)).toBe(0n);
  expect(toPico(460.82)).toBe(460_820_000_000_000n);
  expect(toPico(0.000_000_42)).toBe(420_000n);
  expect(toPico(1e-12)).toBe(1n);
  expect(toPico(5e-13)).toBe(1n);
  expect(toPico(4e-13)).toBe(0n);
  expect(toPico(1.5e21)).toBe(1_500_000_000_000_000_000_000_000_000_000_000n);
});

test('sums have no drift, whatever the order', () => {
  expect(0.1 + 0.2).not.toBe(0.3);
  expect(fromPico(sumPico([0.1, 0.2]))).toBe(0.3);
  expect(fromPico(sumPico(Array.from({ length: 1000 }, () => 0.001)))).toBe(1);
  expect(fromPico(sumPico([123_456.789_012, 0.000_000_000_001]))).toBe(123_456.789_012_000_001);
});

test('halves are rounded up, and a share of nothing is none', () => {
  expect(divideRounded(5n, 10n)).toBe(1n);
  expect(divideRounded(4n, 10n)).toBe(0n);
  expect(shareOf(1n, 4n)).toBe(0.25);
  expect(shareOf(0n, 0n)).toBeNull();
});

test('binary fractions do not drift', () => {
  expect(sumUsd([0.1, 0.2])).toBe(0.3);
  expect(sumUsd(Array.from({ length: 1_000 }, () => 0.000_42))).toBe(0.42);
  expect(sumUsd([1_000_000, 0.000_001, -1_000_000])).toBe(0.000_001);
  expect(sumUsd([])).toBe(0);
});
