import { expect, test } from 'vitest';
import { readFilter } from './filter-query.ts';
import { isInstant } from './filter-rule.ts';

const rule = { field: 'status', op: 'is', value: 'open' };
const read = (json: unknown) => readFilter(JSON.stringify(json));

test('conditions and groups', () => {
  const [status, group] = [
    { field: 'status', op: 'any_of', values: ['open'] },
    { any: [{ field: 'tag', op: 'is_set', values: [] }] },
  ];
  expect(read({ all: [rule, { any: [{ field: 'tag', op: 'is_set' }] }] })).toEqual([status, group]);
  expect(read({ any: [{ field: 'tag', op: 'is_set' }] })).toEqual([group]);
});

test.each([
  [
    'an operator that the menu does not offer',
    { all: [rule, { field: 'ticket_number', op: 'between', value: [1, null] }] },
  ],
  ['a group of groups', { any: [{ all: [rule] }, rule] }],
  ['all of all', { all: [{ all: [rule] }] }],
])('%s is kept as it is', (_name, filter) => {
  const json = JSON.stringify(filter);
  expect(readFilter(json)).toEqual([{ json }]);
});

test('an id beyond 2^53 keeps its digits, as a number and as text', () => {
  const text = '{"all":[{"field":"customer_identity_id","op":"any_of","value":[9007199254740993,"9007199254740995"]}]}';
  expect(readFilter(text)?.[0]).toMatchObject({ values: ['9007199254740993', '9007199254740995'] });
});

test.each([
  { field: 'tag', op: 'none_of', value: ['a', 'b'] },
  { field: 'assignee', op: 'any_of', value: ['me', 'none', 12] },
  { field: 'subject', op: 'contains', value: 'rear light' },
  { field: 'requester_phone', op: 'is_not_set' },
  { field: 'created_utc', op: 'between', value: ['2026-11-01T00:00:00+01:00', null] },
])('takes %j', (item) => {
  expect(read({ all: [item] })).not.toBeNull();
});

const texts = (length: number) => Array.from({ length }, (_, i) => `t${i}`);
const subjects = (length: number) => ({ field: 'subject', op: 'none_of', value: texts(length) });

test('100 texts are taken, and any number of values that are only looked up', () => {
  expect(read({ all: [subjects(50), { field: 'tag', op: 'any_of', value: texts(50) }] })).not.toBeNull();
  const numbers = { field: 'ticket_number', op: 'any_of', value: Array.from({ length: 50 }, (_, i) => i) };
  const phones = { field: 'requester_phone', op: 'any_of', value: Array(50).fill('+49 30 1234567') };
  expect(read({ any: [...Array(8).fill(numbers), phones, phones, phones] })).not.toBeNull();
});

test.each([
  ['101 texts', JSON.stringify({ all: [subjects(50), subjects(50), { field: 'channel', op: 'is', value: 'web' }] })],
  [
    '101 texts in a group, a part of a phone among them',
    JSON.stringify({
      all: [subjects(50), { any: [subjects(50), { field: 'requester_phone', op: 'contains', value: '30' }] }],
    }),
  ],
  ['no JSON', '{'],
  ['no group', '[]'],
  ['a condition alone', JSON.stringify(rule)],
  ['an empty group', '{"all":[]}'],
  ['both joins', JSON.stringify({ all: [rule], any: [rule] })],
  ['a third level', JSON.stringify({ all: [{ any: [{ all: [rule] }] }] })],
  ['21 rules', JSON.stringify({ any: Array.from({ length: 21 }, () => rule) })],
  ['21 rules in groups', JSON.stringify({ all: [{ any: Array(11).fill(rule) }, { any: Array(10).fill(rule) }] })],
  ['another field', JSON.stringify({ all: [{ ...rule, field: 'search_text' }] })],
  ['another operator', JSON.stringify({ all: [{ ...rule, op: 'like' }] })],
  ['an operator of another kind', JSON.stringify({ all: [{ ...rule, op: 'contains' }] })],
  ['one more key', JSON.stringify({ all: [{ ...rule, more: 1 }] })],
  ['an unknown state', JSON.stringify({ all: [{ ...rule, value: 'new' }] })],
  ['a list for one value', JSON.stringify({ all: [{ ...rule, value: ['open'] }] })],
  ['no value', JSON.stringify({ all: [{ field: 'status', op: 'is' }] })],
  ['51 values', JSON.stringify({ all: [{ field: 'tag', op: 'any_of', value: Array(51).fill('a') }] })],
  ['a value where none is taken', JSON.stringify({ all: [{ field: 'tag', op: 'is_set', value: 'a' }] })],
  ['a blank text', JSON.stringify({ all: [{ field: 'subject', op: 'is', value: ' ' }] })],
  ['a range without ends', JSON.stringify({ all: [{ field: 'created_utc', op: 'between', value: [null, null] }] })],
  ['no time', JSON.stringify({ all: [{ field: 'created_utc', op: 'between', value: ['yesterday', null] }] })],
  ['an object as a value', JSON.stringify({ all: [{ ...rule, value: {} }] })],
  ['8001 characters', `${JSON.stringify({ all: [rule] })}${' '.repeat(8001)}`],
])('%s is refused', (_name, text) => {
  expect(readFilter(text)).toBeNull();
});

test('an instant has a day, a time and an offset', () => {
  expect(isInstant('2026-11-20T14:32:00Z')).toBe(true);
  expect(isInstant('2026-11-20T14:32:00.123+01:00')).toBe(true);
  for (const text of ['2026-11-20', '2026-11-20T14:32:00', '2026-13-20T14:32:00Z', '0000-01-01T00:00:00Z', 'x'])
    expect(isInstant(text), text).toBe(false);
});
