import { expect, test } from 'vitest';
import { namesPerson } from './names-person.ts';

const marks = {
  identityIds: new Set(['88']),
  emailKeys: new Set(['n@sub.example']),
  phoneKeys: new Set(['1', '+49301234567']),
  country: null,
  handles: new Set(['@ada', '12']),
  tagKeys: new Set(['ada holm']),
};
const filter = (field: string, value: unknown) => ({
  filter: JSON.stringify({
    any: [{ field: 'status', op: 'is', value: 'open' }, { all: [{ field, op: 'is', value }] }],
  }),
});

test.each([
  { q: 'bell N@sub.example' },
  { q: '0049 30 123-45 67' },
  { q: 'bell @ada' },
  { requester_email: 'N@SUB.example' },
  { phone: '1' },
  { customer_identity_id: '88' },
  { tag: 'vip,Ada Holm' },
  filter('requester_email', 'n@sub.example'),
  filter('requester_phone', ['+49 30 9', '+49 (30) 1234567']),
])('%j names the person', (query) => {
  expect(namesPerson(query, marks)).toBe(true);
});

test.each<Readonly<Record<string, string>>>([
  { q: 'ann@sub.example' },
  { q: 'n@sub.example.org' },
  { q: '1' },
  { q: 'ada holm' },
  { requester_email: 'ben@sub.example' },
  { phone: '12' },
  { limit: '88', page: '1', status: 'n@sub.example' },
  { customer_identity_id: '880' },
  { constructor: 'n@sub.example' },
  { filter: '{"all":[{"field":"requester_email"' },
  filter('requester_email', 'ann@sub.example'),
  filter('subject', 'n@sub.example'),
])('%j does not identify the person', (query) => {
  expect(namesPerson(query, marks)).toBe(false);
});
