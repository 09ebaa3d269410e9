import { expect, test } from 'vitest';
import { nextOption } from './use-combobox.ts';

test('arrows go round, from where nothing is active too', () => {
  expect(nextOption('ArrowDown', 0, 3, true)).toBe(1);
  expect(nextOption('ArrowDown', 2, 3, true)).toBe(0);
  expect(nextOption('ArrowUp', 0, 3, true)).toBe(2);
  expect(nextOption('ArrowUp', 2, 3, true)).toBe(1);
  expect(nextOption('ArrowDown', -1, 3, false)).toBe(0);
  expect(nextOption('ArrowUp', -1, 3, false)).toBe(2);
});

test('a page is ten lines and ends at the last or the first', () => {
  expect(nextOption('PageDown', 3, 30, true)).toBe(13);
  expect(nextOption('PageDown', 25, 30, true)).toBe(29);
  expect(nextOption('PageUp', 13, 30, true)).toBe(3);
  expect(nextOption('PageUp', 4, 30, true)).toBe(0);
});

test('Home and End belong to a text that is typed', () => {
  expect(nextOption('Home', 3, 5, false)).toBe(0);
  expect(nextOption('End', 3, 5, false)).toBe(4);
  expect(nextOption('Home', 3, 5, true)).toBeNull();
  expect(nextOption('End', 3, 5, true)).toBeNull();
});

test('other keys, and every key in an empty list, lead nowhere', () => {
  expect(nextOption('ArrowRight', 0, 3, false)).toBeNull();
  expect(nextOption('ArrowDown', -1, 0, false)).toBeNull();
});
