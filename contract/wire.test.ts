import { expect, test } from 'vitest';
import { listAiCalls } from './ai-reports.ts';
import { mergeCustomers, undoCustomerMerge } from './customer-merges.ts';
import { listCustomerIdentities } from './customers.ts';
import { getTicket, listTickets, listTicketsUncounted } from './tickets.ts';
import { readPayload, UnreadableReply } from './read-payload.ts';
import { readError, toBody, toSearch } from './wire.ts';

test('a query is written with the resource first, lists by comma, true as 1, all digits, nothing for undefined', () => {
  expect(toSearch(listTickets, {})).toBe('resource=tickets');
  expect(
    toSearch(listTickets, {
      status: ['open', 'pending'],
      q: 'red & blue+50 %',
      assignee: undefined,
      customer_identity_id: 9_007_199_254_740_993n,
      facets: true,
      limit: 200,
      skip: 0,
    }),
  ).toBe(
    'resource=tickets&status=open,pending&q=red%20%26%20blue%2B50%20%25&customer_identity_id=9007199254740993&facets=1&limit=200&skip=0',
  );
  expect(toSearch(getTicket, { id: 5n, include: ['links', 'comments'] })).toBe(
    'resource=ticket&id=5&include=links,comments',
  );
  expect(toSearch(listTickets, { q: '' })).toBe('resource=tickets');
});

test('what tells rows of one method apart is written by itself', () => {
  expect(toSearch(listAiCalls, { limit: 5 })).toBe('resource=ai_reports&report=calls&limit=5');
  expect(toSearch(listTicketsUncounted, {})).toBe('resource=tickets&count=0');
  expect(toBody(undoCustomerMerge, { id: 5n })).toEqual({ action: 'undo', id: 5n });
  expect(toBody(mergeCustomers, { survivor_id: 1n, merged_id: 2n })).toEqual({ survivor_id: 1n, merged_id: 2n });
  expect(toBody(listAiCalls, {})).toEqual({});
});

test('an envelope is opened, a top-level reply is taken as it is', () => {
  const reply = { items: [], total_count: 0 };
  expect(readPayload(listCustomerIdentities, { ok: true, ...reply })).toEqual(reply);
  expect(() => readPayload(listCustomerIdentities, { ok: true, data: reply })).toThrow(UnreadableReply);
});

test.each([
  null,
  undefined,
  'text',
  5,
  [],
  {},
  { ok: true },
  { ok: false, data: {} },
  { data: {} },
  { ok: true, data: null },
])('an envelope like %j is no reply', (json) => {
  expect(() => readPayload(getTicket, json)).toThrow(UnreadableReply);
});

test('what is wrong with a reply is said by the name of the field', () => {
  expect(() => readPayload(listTickets, { items: [{}], total_count: 1 })).toThrow(/^items\.0\.\w+: /);
});

test('an error says its code, message, fields and present state', () => {
  const error = { code: 'conflict', message: 'changed', fields: { a: 'is wrong', b: 5 }, current: { id: 1 } };
  expect(readError(409, { ok: false, error })).toEqual({ ...error, fields: { a: 'is wrong' } });
  expect(readError(400, { error: { code: 5 } })).toEqual({ code: null, message: 'status 400' });
});

test.each([undefined, null, 'x', [], {}, { error: 'x' }, { error: [] }, { ok: false }])(
  '%j is no error envelope',
  (json) => {
    expect(readError(500, json)).toBeNull();
  },
);
