import { expect, test } from 'vitest';
import { addSample, timeLeft } from './use-queue.ts';

test('the time left is the median of this person times what is left, and unknown at first', () => {
  expect(timeLeft([], 10)).toBeNull();
  expect(timeLeft([30_000, 40_000], 10)).toBeNull();
  expect(timeLeft([30_000, 40_000, 900_000], 10)).toBe(400_000);
  expect(timeLeft([10_000, 20_000, 30_000, 40_000], 2)).toBe(50_000);
});

test('leafing does not count, a long absence counts as 20 minutes, and only the last tickets say how fast it goes', () => {
  expect(addSample([], 400)).toEqual([]);
  expect(addSample([], 3_600_000)).toEqual([1_200_000]);
  let pace: readonly number[] = [];
  for (let n = 1; n <= 50; n += 1) pace = addSample(pace, n * 1_000);
  expect(pace).toHaveLength(40);
  expect(pace[0]).toBe(11_000);
});
