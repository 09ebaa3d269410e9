import { expect, test } from 'vitest';
import { readBullets } from './read-bullets.ts';

test.each([
  ['- a\n- b\n- c', ['a', 'b', 'c']],
  ['* a\n\n• b\n– c\n', ['a', 'b', 'c']],
  ['1. a\n2) b\n3. c\n10. d', ['a', 'b', 'c', 'd']],
  ['Here is the summary:\n- a\n- b\n- c\nThat is all.', ['a', 'b', 'c']],
  ['a\nb\n  c  \n', ['a', 'b', 'c']],
  ['- a\n- b\n- c\n- d\n- e\n- f', ['a', 'b', 'c', 'd', 'e', 'f']],
])('%j has its points', (text, points) => {
  expect(readBullets(text)).toEqual(points);
});

test.each(['', 'one', '- a\n- b', 'a\nb', '- a\n- b\n- c\n- d\n- e\n- f\n- g', '1\n2\n3\n4\n5\n6\n7'])(
  '%j has not 3 to 6',
  (text) => {
    expect(readBullets(text)).toBeNull();
  },
);

test('a minus or a number in the middle is no mark', () => {
  expect(readBullets('-5 degrees\n3.5 kg\nthe end - of it')).toEqual(['-5 degrees', '3.5 kg', 'the end - of it']);
});
