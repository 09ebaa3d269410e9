import { expect, test } from 'vitest';
import { axisOf, formatChange, formatHalf, formatTick, formatValue } from './figures.ts';

test('CS-07: a mean is shown with two decimals, a share as percent, and their halves and changes in the same unit', () => {
  expect(formatValue('mean', 4.3058)).toBe('4.31');
  expect(formatValue('share_good', 0.8495)).toBe('85.0\u00a0%');
  expect(formatHalf('mean', { value: 4.31, low: 4.2, high: 4.42 })).toBe('±\u00a00.11');
  expect(formatHalf('share_top', { value: 0.53, low: 0.5, high: 0.568 })).toBe('±\u00a03.4\u00a0points');
  expect(formatHalf('mean', { value: 4.31, low: null, high: null })).toBeNull();
  // Cut at 5, the other side is whole.
  expect(formatHalf('mean', { value: 3.78, low: 2.41, high: 5 })).toBe('±\u00a01.37');
  expect([formatChange('mean', 0.1058), formatChange('mean', -0.2), formatChange('mean', 0)]).toEqual([
    '+0.11',
    '-0.20',
    '0.00',
  ]);
  expect(formatChange('share_good', 0.031)).toBe('+3.1\u00a0points');
});

test('CS-02: the axis of a mean begins at 3 and widens to 0 as soon as a value is below', () => {
  expect(axisOf('mean', [3, 4.9, null]).ticks).toEqual([3, 3.5, 4, 4.5, 5]);
  expect(axisOf('mean', [2.99, 4.9]).ticks).toEqual([0, 1, 2, 3, 4, 5]);
  expect(axisOf('share_good', [0.9]).ticks).toEqual([0, 0.25, 0.5, 0.75, 1]);
});

test('ticks are short', () => {
  expect([formatTick('mean', 4), formatTick('mean', 4.5), formatTick('share_top', 0.25)]).toEqual([
    '4.0',
    '4.5',
    '25\u00a0%',
  ]);
});
