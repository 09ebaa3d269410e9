import { expect, test } from 'vitest';
import { findDetails } from './personal-details.ts';

const found = (text: string) => findDetails(text).map(({ kind, value }) => `${kind}: ${value}`);

test.each([
  ['Write to maren.lindqvist+bikes@post.example.org, please', ['email: maren.lindqvist+bikes@post.example.org']],
  ['Call +49 151 5550 1884 or (030) 901820.', ['phone: +49 151 5550 1884', 'phone: (030) 901820']],
  ['0151/55501884 and 555-123-4567', ['phone: 0151/55501884', 'phone: 555-123-4567']],
  ['Card 4111 1111 1111 1111, exp. 10/29', ['card: 4111 1111 1111 1111']],
  ['Order 12 4111-1111-1111-1111', ['card: 4111-1111-1111-1111']],
  ['378282246310005', ['card: 378282246310005']],
] as const)('CP-02: %s', (text, wanted) => {
  expect(found(text)).toEqual(wanted);
});

test.each([
  'Order 71884 arrived on 2026-11-20 at 16:30',
  'Bought 20.11.2026, serial LC5-20931',
  'Ticket 48213000',
  'Reference 1234567890123456',
  'Error E21, firmware 4.2',
])('CP-02: nothing is hidden in "%s"', (text) => {
  expect(found(text)).toEqual([]);
});
