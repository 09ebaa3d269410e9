import { expect, test } from 'vitest';
import { messages } from './messages.ts';
import { leadOf } from './requests.tsx';

test.each([
  ['There are no requests yet.', []],
  ['Your request is open.', ['open']],
  ['Your request is waiting for you.', ['pending']],
  ['Your request is solved.', ['resolved']],
  ['Your request is closed.', ['closed']],
  ['None of your 2 requests is open.', ['closed', 'resolved']],
  ['1 of your 2 requests is open.', ['pending', 'closed']],
  ['All 2 requests are open.', ['pending', 'open']],
  ['2 of your 3 requests are open.', ['pending', 'open', 'closed']],
])('%s', (lead, statuses) => {
  expect(
    leadOf(
      statuses.map((status) => ({ status })),
      statuses.length,
    ),
  ).toBe(lead);
});

test('the lead counts all requests, also those that are not listed', () => {
  expect(leadOf([{ status: 'open' }, { status: 'closed' }], 1_204)).toBe('1 of your 1,204 requests is open.');
});

test.each([
  [1, '1 second'],
  [119, '119 seconds'],
  [121, '3 minutes'],
])('a wait of %i seconds is %s', (seconds, words) => {
  expect(messages.problem.limited(seconds)).toBe(`Too many attempts. You can try again in ${words}.`);
});
