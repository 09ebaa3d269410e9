import { expect, test } from 'vitest';
import { writeJson } from '#contract/json.ts';
import { askedTags, shownFirst } from './ticket-row.tsx';

const filter = (value: object) => ({ filter: writeJson(value) });

test('the tags that a list asks for, wherever they stand in its filters', () => {
  expect(askedTags({})).toEqual([]);
  expect(askedTags({ tag: 'Late Delivery' })).toEqual(['late delivery']);
  expect(askedTags(filter({ all: [{ field: 'tag', op: 'any_of', value: ['a', 'B'] }] }))).toEqual(['a', 'b']);
  expect(
    askedTags(
      filter({
        all: [
          {
            any: [
              { field: 'tag', op: 'is', value: 'x' },
              { field: 'status', op: 'is', value: 'open' },
            ],
          },
        ],
      }),
    ),
  ).toEqual(['x']);
  // A forbidden tag says nothing about the shown ones.
  expect(askedTags(filter({ all: [{ field: 'tag', op: 'none_of', value: ['a'] }] }))).toEqual([]);
});

test('the tag in question comes first, a whole name before a part of one; the others stay in their order', () => {
  const tags = ['urgent', 'late delivery', 'late'];
  expect(shownFirst(tags, [])).toBe(tags);
  expect(shownFirst(tags, ['late'])).toEqual(['late', 'late delivery', 'urgent']);
  expect(shownFirst(tags, ['deliv'])).toEqual(['late delivery', 'urgent', 'late']);
  expect(shownFirst(tags, ['nowhere'])).toEqual(tags);
});
