import { expect, test } from 'vitest';
import { leadOf } from './request-words.ts';

const tickets = (...statuses: string[]) => statuses.map((status) => ({ status }));

test.each([
  ['There are no requests yet.', []],
  ['Your request is open.', ['open']],
  ['Your request is waiting for you.', ['pending']],
  ['Your request is solved.', ['resolved']],
  ['Your request is closed.', ['closed']],
  ['None of your two requests is open.', ['closed', 'resolved']],
  ['One of your two requests is open.', ['pending', 'closed']],
  ['Both of your requests are open.', ['pending', 'open']],
  ['All three of your requests are open.', ['pending', 'open', 'open']],
  ['Two of your three requests are open.', ['pending', 'open', 'closed']],
  ['None of your 13 requests is open.', Array.from({ length: 13 }, () => 'closed')],
])('%s', (lead, statuses) => {
  expect(leadOf(tickets(...statuses), statuses.length)).toBe(lead);
});

test('counts all requests, also those that are not listed', () => {
  expect(leadOf(tickets('open', 'closed'), 1_204)).toBe('One of your 1,204 requests is open.');
});
