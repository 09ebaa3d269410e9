import { expect, test } from 'vitest';
import { niceTicks } from './plot.ts';

test.each([
  // 719 / 3 = 239.7: the next round step is 250.
  [719, [0, 250, 500, 750]],
  [600, [0, 200, 400, 600]],
  [28.4, [0, 10, 20, 30]],
  [31, [0, 20, 40]],
  [0.0004, [0, 0.0002, 0.0004]],
  [0.3, [0, 0.1, 0.2, 0.3]],
  [2_530_000, [0, 1_000_000, 2_000_000, 3_000_000]],
  [1e12, [0, 400_000_000_000, 800_000_000_000, 1_200_000_000_000]],
])('up to %d', (max, ticks) => {
  expect(niceTicks(max, false)).toEqual(ticks);
});

test.each([
  [1, [0, 1]],
  [2, [0, 1, 2]],
  [4, [0, 2, 4]],
  [7, [0, 3, 6, 9]],
])('counts up to %d have no tick between two counts', (max, ticks) => {
  expect(niceTicks(max, true)).toEqual(ticks);
});

test('without a value above zero there is the zero alone', () => {
  expect(niceTicks(0, false)).toEqual([0]);
  expect(niceTicks(Number.NaN, false)).toEqual([0]);
});

test('there are never more than four', () => {
  for (let max = 0.0007; max < 1e9; max *= 1.37) {
    const ticks = niceTicks(max, false);
    expect(ticks.length).toBeLessThanOrEqual(4);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
  }
});
