import { expect, test } from 'vitest';
import { drawNext, rowOrder } from './row-batches.ts';

const NOTHING = { ids: new Set<string>(), texts: new Set<string>() };
const SEVEN = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const joined = (ids: ReadonlySet<string>) => [...ids].join('');

test('rows that stand stay, three more come with each drawing, and it says when some are left', () => {
  let before: Pick<ReturnType<typeof drawNext<string>>, 'ids' | 'texts'> = NOTHING;
  const steps: string[] = [];
  for (let step = 0; step < 3; step += 1) {
    const next = drawNext(before, SEVEN, 0);
    steps.push(`${joined(next.ids)} ${next.isPartial}`);
    expect(next.texts.size).toBe(0);
    before = next;
  }
  expect(steps).toEqual(['abc true', 'abcdef true', 'abcdefg false']);
});

test('rows that nobody wants any more make no room and are forgotten', () => {
  const { ids } = drawNext({ ...NOTHING, ids: new Set(['x', 'b']) }, SEVEN.slice(0, 5), 0);
  expect([...ids].toSorted()).toEqual(['a', 'b', 'c', 'd']);
});

test('scrolled fast, the row of the keys is drawn and the others are a line of text, until they are drawn at rest', () => {
  const fast = drawNext(NOTHING, SEVEN, 7);
  expect([joined(fast.ids), joined(fast.texts), fast.isPartial]).toEqual(['a', 'bcdefg', true]);
  const rest = drawNext(fast, SEVEN, 0);
  expect([joined(rest.ids), joined(rest.texts), rest.isPartial]).toEqual(['abcd', 'efg', true]);
  const whole = drawNext(rest, SEVEN, 0);
  expect([joined(whole.ids), joined(whole.texts), whole.isPartial]).toEqual(['abcdefg', '', false]);
});

test('the row of the keys comes first, then what is in sight, then what lies nearest', () => {
  expect(rowOrder({ first: 4, last: 6, from: 2, to: 9, pressing: 8 })).toEqual([8, 4, 5, 6, 3, 7, 2, 9]);
  expect(rowOrder({ first: 0, last: 0, from: 0, to: -1, pressing: 0 })).toEqual([]);
});
