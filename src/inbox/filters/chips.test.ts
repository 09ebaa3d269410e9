import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { chipsOf, chipWords } from './chips.ts';
import { entriesOf } from './filter-entries.ts';
import type { Rule } from './filter-rule.ts';

// Days of this year are named without it.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T14:30:00Z') }));
afterAll(() => void vi.useRealTimers());

const wording = { agents: new Map([['12', 'Joana Ortiz']]), zone: 'Europe/Berlin' };
const words = (rule: Rule) => Object.values(chipWords(rule, wording)).join(' | ');

test.each<[Rule, string]>([
  [{ field: 'status', op: 'any_of', values: ['open', 'pending'] }, 'Status | Open, Pending'],
  [{ field: 'tag', op: 'none_of', values: ['a', 'b'] }, 'Tag is none of | a, b'],
  [
    { field: 'assignee', op: 'none_of', values: ['12', 'none', '99'] },
    'Assignee is none of | Joana Ortiz, Unassigned, 99',
  ],
  [{ field: 'subject', op: 'contains', values: ['x', 'y'] }, 'Subject contains | x, y'],
  [{ field: 'requester_email', op: 'none_of', values: ['a@b.example'] }, 'Requester email is not | a@b.example'],
  [{ field: 'resolved_utc', op: 'is_not_set', values: [] }, 'Resolved is empty | '],
  [{ field: 'first_response_utc', op: 'is_set', values: [] }, 'First reply has a value | '],
  [{ field: 'updated_utc', op: 'older_than', values: ['3d'] }, 'Updated is older than | 3 days'],
  [{ field: 'created_utc', op: 'newer_than', values: ['1w'] }, 'Created is in the last | 1 week'],
])('%j', (rule, text) => {
  expect(words(rule)).toBe(text);
});

test('whole days are named as days in the zone, the last one included; other times with their zone', () => {
  const created = (...values: (string | null)[]): Rule => ({ field: 'created_utc', op: 'between', values });
  expect(words(created('2026-10-31T23:00:00Z', '2026-11-20T23:00:00Z'))).toBe('Created is between | 1 Nov to 20 Nov');
  expect(words(created(null, '2026-11-20T23:00:00Z'))).toBe('Created is before | 21 Nov');
  expect(words(created('2026-11-20T13:32:00Z', null))).toMatch(/^Created is on or after \| 20 Nov, 14:32 \S+$/);
});

test('a group', () => {
  const any = [
    { field: 'tag', op: 'is', value: 'a' },
    { field: 'assignee', op: 'is_not_set' },
  ];
  const [group] = entriesOf({ status: 'all', filter: JSON.stringify({ any }) });
  if (group === undefined) return expect.fail();
  expect(chipWords(group, wording)).toEqual({ field: 'Any of these', value: 'Tag is any of a or Assignee is empty' });
});

test('conditions that the menu cannot show are one chip that removes them', () => {
  const filter = JSON.stringify({ all: [{ field: 'ticket_number', op: 'between', value: [1, 99] }] });
  const chips = chipsOf({ status: 'pending', filter }, { isExtended: true, isAgent: false }, wording);
  expect(chips).toMatchObject([
    { field: 'Status' },
    { field: 'Other conditions', removed: { status: 'pending', filter: undefined } },
  ]);
});
