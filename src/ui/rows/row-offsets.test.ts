import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RowOffsets } from './use-row-window.ts';

const COUNT = 400;

/** The same by adding up, row for row. */
function addUp(heights: readonly number[], index: number): number {
  return heights.slice(0, index).reduce((sum, height) => sum + height, 0);
}

test('offsets and rows agree with adding up the heights one by one', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.integer({ min: 0, max: COUNT - 1 }).map(String), fc.integer({ min: 20, max: 300 }), {
        maxKeys: 12,
      }),
      fc.integer({ min: 0, max: COUNT * 57 }),
      (others, at) => {
        const heights = Array.from({ length: COUNT }, (_, index) => others[index] ?? 57);
        const offsets = new RowOffsets(57);
        // Measured in blocks, as rows come into sight.
        for (let from = 0; from < COUNT; from += 20) {
          offsets.measure(new Map(heights.slice(from, from + 20).map((height, step) => [from + step, height])));
        }
        const total = addUp(heights, COUNT);
        expect(offsets.offsetOf(COUNT)).toBe(total);
        const row = offsets.indexAt(Math.min(at, total - 1), COUNT);
        expect(addUp(heights, row)).toBeLessThanOrEqual(Math.min(at, total - 1));
        expect(addUp(heights, row + 1)).toBeGreaterThan(Math.min(at, total - 1));
      },
    ),
  );
});

test('larger text makes every row higher, those out of sight too', () => {
  const offsets = new RowOffsets(57);
  expect(
    offsets.measure(
      new Map([
        [0, 80],
        [1, 80],
        [2, 112],
        [3, 80],
      ]),
    ),
  ).toBe(true);
  expect(offsets.offsetOf(100)).toBe(100 * 80 + 32);
  expect(
    offsets.measure(
      new Map([
        [0, 80],
        [1, 80],
        [2, 112],
        [3, 80],
      ]),
    ),
  ).toBe(false);
});

test('a row under a head stands where it will, before it is measured, and what is measured counts more', () => {
  const offsets = new RowOffsets(57);
  offsets.expect(3, 29);
  offsets.expect(3, 29);
  expect([offsets.offsetOf(3), offsets.offsetOf(4), offsets.offsetOf(100)]).toEqual([171, 257, 5_729]);
  expect(offsets.measure(new Map([[3, 86]]))).toBe(false);
  expect(offsets.measure(new Map([[3, 90]]))).toBe(true);
  offsets.expect(3, 29);
  expect(offsets.heightOf(3)).toBe(90);
});

test('a place beyond the end is the last row, and an empty list has its first', () => {
  const offsets = new RowOffsets(57);
  expect(offsets.indexAt(1_000_000, 10)).toBe(9);
  expect(offsets.indexAt(0, 0)).toBe(0);
});
