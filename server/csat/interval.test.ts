import { expect, test } from 'vitest';
import { changeOfCsat, measureCsat, type CsatMeasure, type ScoreCounts } from './interval.ts';

const MEAN: CsatMeasure = { definition: 'mean', goodFrom: 4 };
const GOOD: CsatMeasure = { definition: 'share_good', goodFrom: 4 };
const TOP: CsatMeasure = { definition: 'share_top', goodFrom: 4 };

const close = (value: number) => expect.closeTo(value, 3);

test('CS-07: a mean, a share of good ones and a share of fives of the same answers', () => {
  // 1, 3, 4, 4, 5 have the mean 17/5, three of them are 4 or 5, one is 5.
  const counts: ScoreCounts = [0, 1, 0, 1, 2, 1];
  expect(measureCsat(counts, MEAN).value).toBe(3.4);
  expect(measureCsat(counts, GOOD).value).toBe(0.6);
  expect(measureCsat(counts, TOP).value).toBe(0.2);
  expect(measureCsat(counts, { definition: 'share_good', goodFrom: 3 }).value).toBe(0.8);
});

test('CS-08: 0 is a score and no missing one', () => {
  expect(measureCsat([2, 0, 0, 0, 0, 2], MEAN).value).toBe(2.5);
  expect(measureCsat([0, 0, 0, 0, 0, 0], MEAN)).toEqual({ value: null, low: null, high: null });
});

test('CS-09: under five answers there is a value and no interval', () => {
  for (const measure of [MEAN, GOOD, TOP]) {
    expect(measureCsat([0, 0, 0, 0, 2, 2], measure)).toMatchObject({ low: null, high: null });
    expect(measureCsat([0, 0, 0, 0, 2, 3], measure)).not.toMatchObject({ low: null });
  }
});

test("CS-09: the interval of a mean is Student's up to 29 answers, the normal one from 30 on", () => {
  // 2, 3, 3, 4, 4: mean 3.2, variance (1.44 + 2 * 0.04 + 2 * 0.64) / 4 = 0.7, t(4) = 2.776: half 2.776 * sqrt(0.14).
  expect(measureCsat([0, 0, 1, 2, 2, 0], MEAN)).toEqual({ value: 3.2, low: close(2.1613), high: close(4.2387) });
  // 14 times 3, 15 times 4: mean 102/29, variance (14 * 0.267539 + 15 * 0.233056) / 28 = 0.258621; t(28) = 2.048.
  expect(measureCsat([0, 0, 0, 14, 15, 0], MEAN)).toMatchObject({ low: close(3.3238), high: close(3.7106) });
  // 15 of each: mean 3.5, variance 30 * 0.25 / 29 = 0.258621; half 1.96 * sqrt(0.258621 / 30) = 0.18198.
  expect(measureCsat([0, 0, 0, 15, 15, 0], MEAN)).toEqual({ value: 3.5, low: close(3.318), high: close(3.682) });
});

test('CS-09: the interval of a mean stays on the scale', () => {
  // 4, 5, 5, 5, 5: mean 4.8, variance 0.2, half 2.776 * 0.2 = 0.5552.
  expect(measureCsat([0, 0, 0, 0, 1, 4], MEAN)).toEqual({ value: 4.8, low: close(4.2448), high: 5 });
  expect(measureCsat([4, 1, 0, 0, 0, 0], MEAN)).toMatchObject({ low: 0 });
});

test("CS-09: the interval of a share is Wilson's", () => {
  // 8 of 10: (0.8 + 0.19208) / 1.38416 = 0.716738, half 1.96 / 1.38416 * sqrt(0.016 + 0.009604) = 0.226578.
  expect(measureCsat([1, 1, 0, 0, 4, 4], GOOD)).toEqual({ value: 0.8, low: close(0.4902), high: close(0.9433) });
  expect(measureCsat([0, 0, 0, 0, 0, 10], TOP)).toEqual({ value: 1, low: close(0.7225), high: 1 });
  expect(measureCsat([10, 0, 0, 0, 0, 0], TOP)).toEqual({ value: 0, low: 0, high: close(0.2775) });
});

test("CS-09: the change of a mean has Welch's interval", () => {
  // 3.2 and 4.8 of the tests above: parts 0.14 and 0.04, degrees 0.0324 / (0.0196 / 4 + 0.0016 / 4) = 6.11, so t(6).
  const change = changeOfCsat([0, 0, 0, 0, 1, 4], [0, 0, 1, 2, 2, 0], MEAN);
  expect(change).toEqual({ value: close(1.6), low: close(0.5618), high: close(2.6382) });
  // Alike on both sides: nothing varies.
  expect(changeOfCsat([0, 0, 0, 0, 0, 6], [0, 0, 0, 0, 6, 0], MEAN)).toEqual({ value: 1, low: 1, high: 1 });
  // Many answers: degrees beyond 28 take the normal quantile. Variances 25/99 each: half 1.96 * sqrt(0.0050505).
  const many = changeOfCsat([0, 0, 0, 0, 50, 50], [0, 0, 0, 50, 50, 0], MEAN);
  expect(many).toEqual({ value: 1, low: close(0.8607), high: close(1.1393) });
});

test("CS-09: the change of a share has Newcombe's interval", () => {
  // His own example: 56 of 70 against 48 of 80 gives 0.0524 to 0.3339.
  const [now, before] = [
    [14, 0, 0, 0, 0, 56],
    [32, 0, 0, 0, 0, 48],
  ] as const satisfies ScoreCounts[];
  expect(changeOfCsat(now, before, TOP)).toEqual({ value: close(0.2), low: close(0.0524), high: close(0.3339) });
  expect(changeOfCsat(now, before, GOOD)).toEqual(changeOfCsat(now, before, TOP));
});

test('CS-09: there is no change where a side has under five answers', () => {
  for (const measure of [MEAN, GOOD, TOP]) {
    expect(changeOfCsat([0, 0, 0, 0, 2, 2], [0, 0, 0, 0, 5, 5], measure)).toBeNull();
    expect(changeOfCsat([0, 0, 0, 0, 5, 5], [0, 0, 0, 0, 2, 2], measure)).toBeNull();
    expect(changeOfCsat([0, 0, 0, 0, 3, 2], [0, 0, 0, 0, 2, 3], measure)).not.toBeNull();
  }
});
