import { expect, test } from 'vitest';
import { placeLabels } from './place-labels.ts';

const BOUNDS = { left: 0, right: 300, top: 0, bottom: 200 };
const onLine = (key: string, width: number, y: number) => ({
  key,
  width,
  places: [
    { x: 6, y: y - 6, anchor: 'start' as const },
    { x: 294, y: y - 6, anchor: 'end' as const },
    { x: 6, y: y + 14, anchor: 'start' as const },
  ],
});

test('lines far apart have their labels at the start, above them', () => {
  const placed = placeLabels([onLine('a', 100, 50), onLine('b', 100, 120)], BOUNDS, []);
  expect([placed.get('a')?.y, placed.get('b')?.y]).toEqual([44, 114]);
});

test('the label of a near line goes to the other end', () => {
  const placed = placeLabels([onLine('a', 100, 50), onLine('b', 100, 55)], BOUNDS, []);
  expect(placed.get('b')).toEqual({ x: 294, y: 49, anchor: 'end' });
});

test('where both do not fit beside each other, the second goes below its line', () => {
  const placed = placeLabels([onLine('a', 200, 50), onLine('b', 200, 55)], BOUNDS, []);
  expect(placed.get('b')).toEqual({ x: 6, y: 69, anchor: 'start' });
});

test('a line at the very top has its label below', () => {
  expect(placeLabels([onLine('a', 100, 2)], BOUNDS, []).get('a')?.y).toBe(16);
});

test('a label keeps off the columns where it can', () => {
  const column = { left: 0, right: 20, top: 30, bottom: 200 };
  expect(placeLabels([onLine('a', 100, 50)], BOUNDS, [column]).get('a')?.anchor).toBe('end');
});

test('words over a column are better than words over words', () => {
  const columns = { left: 150, right: 300, top: 0, bottom: 200 };
  const placed = placeLabels([onLine('a', 100, 50), onLine('b', 100, 52)], BOUNDS, [columns]);
  expect([placed.get('a')?.anchor, placed.get('b')]).toEqual(['start', { x: 6, y: 66, anchor: 'start' }]);
});

test('where every place is taken, a label moves by a line', () => {
  const at = { key: 'now', width: 40, places: [{ x: 100, y: 190, anchor: 'start' as const }] };
  const placed = placeLabels([at, { ...at, key: 'crossing' }], BOUNDS, []);
  expect(placed.get('crossing')).toEqual({ x: 100, y: 175, anchor: 'start' });
});
