import { expect, test } from 'vitest';
import type { Entry, RuleField } from '#src/inbox/filters/filter-rule.ts';
import { matchFields, matchValues, putRule, toggleValue, withoutField } from './picker-state.ts';

const listed = {
  tag: ['warranty', 'firmware'].map((value) => ({ value, label: value, count: undefined })),
  priority: [{ value: 'urgent', label: 'Urgent', count: 3 }],
};
const fields: readonly RuleField[] = ['status', 'priority', 'tag', 'subject', 'stale'];
const labels = (text: string, entries: readonly Entry[] = [], scope: number | null = null) =>
  matchFields({
    text,
    entries,
    scope,
    fields,
    values: (field) => Object.entries(listed).find(([name]) => name === field)?.[1] ?? [],
    canGroup: true,
  }).map(({ label }) => label);
const tag = { field: 'tag', op: 'any_of', values: ['warranty'] } as const;

test('what is typed finds fields first, then values of any field', () => {
  expect(labels('')).toEqual(['Status', 'Priority', 'Tag', 'Subject', 'Waiting too long', 'Add an OR group']);
  expect(labels('R')).toEqual(['Priority', 'Urgent', 'warranty', 'firmware']);
  expect(labels('nothing')).toEqual([]);
});

test('groups follow the fields; within a group there is Back, and no flag', () => {
  const entries: readonly Entry[] = [{ any: [tag] }];
  expect(labels('', entries)).toContain('Any of these: 1 condition');
  expect(labels('', entries, 0)).toEqual(['All conditions', 'Status', 'Priority', 'Tag', 'Subject']);
});

test('a field has a line for each of its conditions', () => {
  expect(labels('', [tag, tag])).toEqual([
    ...['Status', 'Priority', 'Tag', 'Tag', 'Subject', 'Waiting too long', 'Add an OR group'],
  ]);
});

test('a value that no list names can be typed, and what was typed stays in sight', () => {
  const found = (text: string, chosen: readonly string[] = [], canType = true) =>
    matchValues('tag', listed.tag, { text, chosen, canType }).map(({ value }) => value);
  expect(found('warr')).toEqual(['warranty', 'warr']);
  expect(found('warranty')).toEqual(['warranty']);
  expect(found('warr', [], false)).toEqual(['warranty']);
  expect(found('a,b')).toEqual([]);
  expect(found('', ['old'])).toEqual(['old', 'warranty', 'firmware']);
});

test('a value is taken in and out again; the last one takes the condition with it', () => {
  expect(toggleValue(tag, 'firmware', false)).toEqual({ ...tag, values: ['warranty', 'firmware'] });
  expect(toggleValue(tag, 'warranty', false)).toBeNull();
  expect(toggleValue(tag, 'firmware', true)).toEqual({ ...tag, values: ['firmware'] });
});

test('rules are put into the group that is open', () => {
  const entries: readonly Entry[] = [tag, { any: [] }];
  const next = putRule(entries, 1, null, { ...tag, values: ['a', 'b'] });
  expect(next).toEqual([tag, { any: [{ ...tag, values: ['a', 'b'] }] }]);
  expect(putRule(next, 1, 0, null)).toEqual(entries);
});

test('values are counted beside everything but their own field or group', () => {
  const priority = { field: 'priority', op: 'any_of', values: ['urgent'] } as const;
  expect(withoutField([tag, priority], null, 'tag')).toEqual([priority]);
  expect(withoutField([priority, { any: [tag, priority] }], 1, 'tag')).toEqual([priority]);
});
