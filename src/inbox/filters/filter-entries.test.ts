import { expect, test } from 'vitest';
import { inboxSearch, type InboxSearch } from '#src/inbox/search.ts';
import { entriesOf, refusalOf, searchOf } from './filter-entries.ts';
import type { Entry, Rule } from './filter-rule.ts';

const tag = (...values: string[]): Rule => ({ field: 'tag', op: 'any_of', values });
const filterOf = (entries: readonly Entry[]): unknown => JSON.parse(searchOf(entries).filter ?? 'null');

test('what has a parameter of its own stays readable in the address', () => {
  const search: InboxSearch = {
    status: 'open,pending',
    priority: 'urgent',
    assignee: 'me',
    tag: 'late delivery',
    channel: 'email',
    first_reply: 'none',
    stale: '1',
    snoozed: '1',
    text: '1',
    customer_identity_id: '9007199254740993',
    created_from: '2026-11-01T00:00:00.000Z',
  };
  expect(searchOf(entriesOf(search))).toEqual({ ...search, created_to: undefined, filter: undefined });
});

test('open alone leaves the address, no status is any status', () => {
  expect(searchOf(entriesOf({})).status).toBeUndefined();
  expect(searchOf([]).status).toBe('all');
  expect(entriesOf({ status: 'all' })).toEqual([]);
});

test('everything else is JSON, and comes back as it was', () => {
  const entries: readonly Entry[] = [
    { field: 'status', op: 'any_of', values: ['open'] },
    { field: 'tag', op: 'none_of', values: ['a', 'b'] },
    { field: 'subject', op: 'contains', values: ['rear', 'light'] },
    { field: 'created_utc', op: 'between', values: [null, '2026-11-20T00:00:00.000Z'] },
    { any: [{ field: 'assignee', op: 'is_not_set', values: [] }, tag('x')] },
    { field: 'requester_phone', op: 'is_set', values: [] },
  ];
  const search = searchOf(entries);
  expect(inboxSearch(search).ignored).toBeUndefined();
  expect(searchOf(entriesOf(search))).toEqual(search);
  expect(filterOf(entries)).toEqual({
    all: [
      { field: 'tag', op: 'none_of', value: ['a', 'b'] },
      {
        any: [
          { field: 'subject', op: 'contains', value: 'rear' },
          { field: 'subject', op: 'contains', value: 'light' },
        ],
      },
      {
        any: [
          { field: 'assignee', op: 'is_not_set' },
          { field: 'tag', op: 'is', value: 'x' },
        ],
      },
      { field: 'requester_phone', op: 'is_set' },
    ],
  });
});

test('a second condition on a field goes into the JSON', () => {
  const search = searchOf([tag('a'), tag('b')]);
  expect(search.tag).toBe('a');
  expect(filterOf([tag('a'), tag('b')])).toEqual({ all: [{ field: 'tag', op: 'is', value: 'b' }] });
});

test('an age stays one in the address, so that a saved view moves on with the time', () => {
  const entries: readonly Entry[] = [
    { field: 'created_utc', op: 'older_than', values: ['3d'] },
    { field: 'first_response_utc', op: 'newer_than', values: ['12h'] },
  ];
  const search = searchOf(entries);
  expect(search.created_to).toBeUndefined();
  expect(search.first_reply).toBeUndefined();
  expect(inboxSearch(search).ignored).toBeUndefined();
  expect(searchOf(entriesOf(search))).toEqual(search);
  expect(filterOf(entries)).toEqual({
    all: [
      { field: 'created_utc', op: 'older_than', value: '3d' },
      { field: 'first_response_utc', op: 'newer_than', value: '12h' },
    ],
  });
  const wrong = JSON.stringify({ all: [{ field: 'created_utc', op: 'older_than', value: '3 days' }] });
  expect(inboxSearch({ filter: wrong }).filter).toBeUndefined();
});

test('what says nothing is left out', () => {
  const entries: readonly Entry[] = [
    tag(),
    { any: [] },
    { field: 'resolved_utc', op: 'between', values: [null, null] },
  ];
  expect(searchOf(entries).filter).toBeUndefined();
});

test('what the service would refuse is refused here', () => {
  const texts = (length: number) => Array.from({ length }, (_, i) => `t${i}`);
  const contains = (count: number): Rule => ({ field: 'subject', op: 'contains', values: texts(count) });
  const tags = (count: number): Rule => ({ field: 'tag', op: 'none_of', values: texts(count) });
  const subjects: Rule = { field: 'subject', op: 'any_of', values: texts(50) };
  const long = Array.from({ length: 50 }, (_, i) => `${i}${'x'.repeat(250)}`);
  expect(refusalOf([contains(20)])).toBeNull();
  expect(refusalOf([contains(21)])).toBe('large');
  expect(refusalOf([tags(51)])).toBe('large');
  expect(refusalOf([subjects, tags(50)])).toBeNull();
  expect(refusalOf([subjects, tags(50), contains(1)])).toBe('large');
  expect(refusalOf([{ field: 'subject', op: 'none_of', values: long }])).toBe('large');
});

test('conditions that the menu cannot show are one entry, kept beside those with parameters of their own', () => {
  const filter = JSON.stringify({ all: [{ field: 'ticket_number', op: 'between', value: ['9007199', null] }] });
  const entries = entriesOf({ status: 'all', filter });
  const more = [...entries, tag('a')];
  expect(searchOf(more)).toMatchObject({ tag: 'a', filter });
  expect(refusalOf(more)).toBeNull();
  expect(refusalOf([...more, tag('b')])).toBe('others');
});
