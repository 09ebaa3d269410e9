import { expect, test } from 'vitest';
import { measureCsat, type CsatMeasure, type ScoreCounts } from './score.ts';

const MEAN: CsatMeasure = { definition: 'mean', goodFrom: 4 };
const GOOD: CsatMeasure = { definition: 'share_good', goodFrom: 4 };
const TOP: CsatMeasure = { definition: 'share_top', goodFrom: 4 };

test('CS-07: the mean, the share of good answers and the share of fives of the same answers', () => {
  // 1, 3, 4, 4, 5 have the mean 17/5, three of them are 4 or 5, one is 5.
  const counts: ScoreCounts = [0, 1, 0, 1, 2, 1];
  expect(measureCsat(counts, MEAN)).toBe(3.4);
  expect(measureCsat(counts, GOOD)).toBe(0.6);
  expect(measureCsat(counts, TOP)).toBe(0.2);
  expect(measureCsat(counts, { definition: 'share_good', goodFrom: 3 })).toBe(0.8);
});

test('CS-08: 0 is a score, not a missing one', () => {
  expect(measureCsat([2, 0, 0, 0, 0, 2], MEAN)).toBe(2.5);
  for (const measure of [MEAN, GOOD, TOP]) expect(measureCsat([0, 0, 0, 0, 0, 0], measure)).toBeNull();
});
