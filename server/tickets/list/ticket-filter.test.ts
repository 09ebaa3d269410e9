import { expect, test } from 'vitest';
import { FILTER_FIELDS, FILTER_OPERATORS } from '#contract/tickets.ts';
import { ApiError } from '#server/operation/api-error.ts';
import { parseTicketFilter, usesMe } from './ticket-filter.ts';

const rule = { field: 'status', op: 'is', value: 'open' };

/** The message of the error; fails the test if the filter is accepted. */
function refusal(json: unknown): string {
  try {
    parseTicketFilter(json);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'bad_field') return error.message;
    throw error;
  }
  return expect.fail(`was accepted: ${JSON.stringify(json)}`);
}

const texts = (n: number, from = 0) => Array.from({ length: n }, (_, i) => `t${from + i}`);

test('compares at most 100 texts and tags, over all rules and groups together', () => {
  const rules = (...values: readonly string[][]) => ({
    all: [
      { field: 'subject', op: 'none_of', value: values[0] },
      {
        any: [
          { field: 'tag', op: 'any_of', value: values[1] },
          { field: 'requester_phone', op: 'contains', value: '555' },
          ...(values[2] ?? []).map((value) => ({ field: 'requester_email', op: 'is', value })),
        ],
      },
    ],
  });
  expect(parseTicketFilter(rules(texts(50), texts(49))).items).toHaveLength(2);
  expect(refusal(rules(texts(50), texts(50)))).toBe(
    'filter compares 101 texts and tags, at most 100 are allowed in all its rules',
  );
  expect(refusal(rules(texts(50), texts(45), texts(5)))).toContain('compares 101 texts');
});

test('the limit does not count ids, numbers, choices, agents and whole phones', () => {
  const numbers = Array.from({ length: 50 }, (_, i) => 1000 + i);
  const phones = Array.from({ length: 50 }, (_, i) => `+49 30 123 4${100 + i}`);
  const fields = [
    { field: 'ticket_number', op: 'any_of', value: numbers },
    { field: 'customer_identity_id', op: 'none_of', value: numbers },
    { field: 'assignee', op: 'any_of', value: numbers },
    { field: 'requester_phone', op: 'any_of', value: phones },
    { field: 'status', op: 'any_of', value: Array(50).fill('open') },
  ];
  for (const field of fields) expect(parseTicketFilter({ any: Array(20).fill(field) }).items).toHaveLength(20);
});

test('reads groups of two levels', () => {
  const filter = parseTicketFilter({
    all: [
      rule,
      {
        any: [
          { field: 'tag', op: 'is_set' },
          { field: 'assignee', op: 'any_of', value: ['me', 12] },
        ],
      },
    ],
  });
  expect(filter).toEqual({
    join: 'all',
    items: [
      { field: 'status', kind: 'choice', op: 'is', values: ['open'] },
      {
        join: 'any',
        items: [
          { field: 'tag', kind: 'tag', op: 'is_set', values: [] },
          { field: 'assignee', kind: 'assignee', op: 'any_of', values: ['me', '12'] },
        ],
      },
    ],
  });
  expect(usesMe(filter)).toBe(true);
  expect(usesMe(parseTicketFilter({ all: [rule] }))).toBe(false);
});

test('an id beyond 2^53 keeps its digits', () => {
  const filter = parseTicketFilter({
    all: [{ field: 'customer_identity_id', op: 'is', value: 9_007_199_254_740_993n }],
  });
  expect(filter.items[0]).toMatchObject({ values: ['9007199254740993'] });
});

test.each([
  [[], 'filter must be'],
  [null, 'filter must be'],
  [{}, 'filter must be'],
  [{ all: [rule], any: [rule] }, 'filter must be'],
  [{ all: [] }, 'at least one rule'],
  [{ all: [{ all: [{ any: [rule] }] }] }, 'filter.all[0].all[0] is a third level'],
  [{ any: Array.from({ length: 21 }, () => rule) }, 'more than 20'],
  [
    { any: [{ all: Array.from({ length: 12 }, () => rule) }, { all: Array.from({ length: 12 }, () => rule) }] },
    '24 rules',
  ],
  [{ all: ['x'] }, 'filter.all[0]'],
  [{ all: [{ ...rule, more: 1 }] }, 'filter.all[0]'],
  [{ all: [{ ...rule, field: 'search_text' }] }, 'field must be one of'],
  [{ all: [{ ...rule, op: 'like' }] }, 'op must be one of'],
  [{ all: [{ ...rule, op: 'contains' }] }, 'status takes the operators'],
  [{ all: [{ ...rule, value: 'new' }] }, 'value of status must be one of open'],
  [{ all: [{ ...rule, value: ['open'] }] }, 'takes one value'],
  [{ all: [{ field: 'status', op: 'is' }] }, 'takes one value'],
  [{ all: [{ ...rule, op: 'any_of' }] }, 'takes a list'],
  [{ all: [{ ...rule, op: 'any_of', value: [] }] }, 'takes a list'],
  [{ all: [{ field: 'tag', op: 'is_set', value: 'x' }] }, 'takes no value'],
  [{ all: [{ field: 'subject', op: 'contains', value: ' ' }] }, '1 to 300'],
  [{ all: [{ field: 'subject', op: 'contains', value: 'x'.repeat(301) }] }, '1 to 300'],
  [{ all: [{ field: 'subject', op: 'is', value: 'a\0' }] }, 'NUL'],
  [{ all: [{ field: 'subject', op: 'is', value: null }] }, 'not be null'],
  [{ all: [{ field: 'assignee', op: 'is', value: 'you' }] }, 'agent id, none or me'],
  [{ all: [{ field: 'ticket_number', op: 'is', value: -1 }] }, 'integer from 0'],
  [{ all: [{ field: 'ticket_number', op: 'is', value: 1.5 }] }, 'integer from 0'],
  [{ all: [{ field: 'ticket_number', op: 'between', value: [1, 2, 3] }] }, 'between takes'],
  [{ all: [{ field: 'created_utc', op: 'between', value: [null, null] }] }, 'between takes'],
  [{ all: [{ field: 'created_utc', op: 'older_than', value: '3 days' }] }, 'takes an age'],
  [{ all: [{ field: 'created_utc', op: 'newer_than', value: '0d' }] }, 'takes an age'],
  [{ all: [{ field: 'created_utc', op: 'older_than', value: ['3d'] }] }, 'takes an age'],
  [{ all: [{ field: 'ticket_number', op: 'older_than', value: '3d' }] }, 'takes the operators'],
  [{ all: [{ field: 'created_utc', op: 'between', value: ['yesterday', null] }] }, 'ISO 8601'],
  [{ all: [{ field: 'created_utc', op: 'between', value: ['0000-01-01T00:00:00Z', null] }] }, 'ISO 8601'],
  [{ all: [{ field: 'customer_identity_id', op: 'is', value: '9223372036854775808' }] }, 'integer from 1'],
])('refuses %j with a reason', (json, reason) => {
  expect(refusal(json)).toContain(reason);
});

test('every field takes some operators, and none takes all', () => {
  const isTaken = (field: string, op: string) => {
    try {
      parseTicketFilter({ all: [{ field, op, value: [] }] });
      return true;
    } catch (error) {
      return error instanceof ApiError && !error.message.includes('takes the operators');
    }
  };
  for (const field of FILTER_FIELDS) {
    const count = FILTER_OPERATORS.filter((op) => isTaken(field, op)).length;
    expect(count, field).toBeGreaterThanOrEqual(3);
    expect(count, field).toBeLessThan(FILTER_OPERATORS.length);
  }
});
