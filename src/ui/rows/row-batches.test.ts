import { expect, test } from 'vitest';
import { drawNext, rowOrder } from './row-batches.ts';

test('rows that stand stay, three more come with each drawing, and it says when some are left', () => {
  let before: ReadonlySet<string> = new Set();
  const wanted = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const steps: string[] = [];
  for (let step = 0; step < 3; step += 1) {
    const { ids, isPartial } = drawNext(before, wanted);
    steps.push(`${[...ids].join('')} ${isPartial}`);
    before = ids;
  }
  expect(steps).toEqual(['abc true', 'abcdef true', 'abcdefg false']);
});

test('rows that nobody wants any more make no room and are forgotten', () => {
  const { ids } = drawNext(new Set(['x', 'b']), ['a', 'b', 'c', 'd', 'e']);
  expect([...ids].toSorted()).toEqual(['a', 'b', 'c', 'd']);
});

test('the row of the keys comes first, then what is in sight, then what lies nearest', () => {
  expect(rowOrder({ first: 4, last: 6, from: 2, to: 9, pressing: 8 })).toEqual([8, 4, 5, 6, 3, 7, 2, 9]);
  expect(rowOrder({ first: 0, last: 0, from: 0, to: -1, pressing: 0 })).toEqual([]);
});
