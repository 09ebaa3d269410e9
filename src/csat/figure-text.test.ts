import { expect, test } from 'vitest';
import { ticksOf, changeOf, formatChange, formatTick, formatValue } from './figure-text.ts';

test('CS-07: a mean is shown with two decimals, a share as percent, and changes in the same unit', () => {
  expect(formatValue('mean', 4.3058)).toBe('4.31');
  expect(formatValue('share_good', 0.8495)).toBe('85.0\u00a0%');
  expect([formatChange('mean', 0.1058), formatChange('mean', -0.2), formatChange('mean', 0)]).toEqual([
    '+0.11',
    '-0.20',
    '0.00',
  ]);
  expect(formatChange('share_good', 0.031)).toBe('+3.1\u00a0points');
});

test('CS-09: a change needs 30 answers in both periods, and answers on both sides', () => {
  const scored = (responses: number, value: number | null) => ({ responses, value });
  expect(changeOf(scored(30, 4.5), scored(30, 4))).toBe(0.5);
  expect(changeOf(scored(29, 4.5), scored(400, 4))).toBe('few');
  expect(changeOf(scored(400, 4.5), scored(29, 4))).toBe('few');
  expect(changeOf(scored(400, 4.5), scored(0, null))).toBe('none');
  expect(changeOf(scored(0, null), scored(400, 4))).toBe('none');
});

test('CS-02: the axis of a mean begins at 3 and widens to 0 as soon as a value is below', () => {
  expect(ticksOf('mean', [3, 4.9, null])).toEqual([3, 3.5, 4, 4.5, 5]);
  expect(ticksOf('mean', [2.99, 4.9])).toEqual([0, 1, 2, 3, 4, 5]);
  expect(ticksOf('share_good', [0.9])).toEqual([0, 0.25, 0.5, 0.75, 1]);
});

test('ticks are short', () => {
  expect([formatTick('mean', 4), formatTick('mean', 4.5), formatTick('share_top', 0.25)]).toEqual([
    '4.0',
    '4.5',
    '25\u00a0%',
  ]);
});
