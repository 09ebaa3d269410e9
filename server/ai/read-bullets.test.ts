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

test.each([
  [
    'The chain of order 3.5 slips. Was it greased? It was. We send a new one.',
    ['The chain of order 3.5 slips.', 'Was it greased?', 'It was.', 'We send a new one.'],
  ],
  [
    '- The chain slips. It was greased.\n- A new one is sent.',
    ['The chain slips.', 'It was greased.', 'A new one is sent.'],
  ],
  ['Summary:\n1. It slips. It was greased. A new one is sent.', ['It slips.', 'It was greased.', 'A new one is sent.']],
  ['Sie rutscht. Sie war geschmiert!\nEine neue kommt.', ['Sie rutscht.', 'Sie war geschmiert!', 'Eine neue kommt.']],
])('%j has fewer than 3 lines, so its sentences are its points', (text, points) => {
  expect(readBullets(text)).toEqual(points);
});

test.each([
  ['- a\n- b\n- c\n- d\n- e\n- f\n- g', ['a', 'b', 'c', 'd', 'e', 'f g']],
  ['1\n2\n3\n4\n5\n6\n7\n8', ['1', '2', '3', '4', '5', '6 7 8']],
  ['A. B. C. D. E. F. G. H.', ['A.', 'B.', 'C.', 'D.', 'E.', 'F. G. H.']],
])('the sixth point of %j includes the rest', (text, points) => {
  expect(readBullets(text)).toEqual(points);
});

test.each(['', ' \n ', 'one', '- a\n- b', 'a\nb', 'One sentence. And another.', '- One.\n- Two. '])(
  '%j has no 3 points',
  (text) => {
    expect(readBullets(text)).toBeNull();
  },
);

test('a minus or a number in the middle of a line is not a mark', () => {
  expect(readBullets('-5 degrees\n3.5 kg\nthe end - of it')).toEqual(['-5 degrees', '3.5 kg', 'the end - of it']);
});
