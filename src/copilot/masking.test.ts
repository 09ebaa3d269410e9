import { expect, test } from 'vitest';
import { findDetails, listMasked, mask, unmask } from './masking.ts';

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

test('CP-02: one detail has one placeholder, however it is written, and the answer has it back as it was written first', () => {
  const texts = [
    'I am Maren@Example.org, +49 151 5550 1884.',
    'Call 4915155501884 or +49 (151) 5550-1884, maren@example.org',
  ];
  const masked = listMasked(texts);
  expect(masked.map(({ placeholder }) => placeholder)).toEqual(['[email 1]', '[phone 1]']);
  expect(mask(texts[1] ?? '', masked)).toBe('Call 4915155501884 or [phone 1], [email 1]');
  expect(unmask('We call [Phone 1] and write to [email 1], not [phone 2].', masked)).toBe(
    'We call +49 151 5550 1884 and write to Maren@Example.org, not [phone 2].',
  );
});

test('CP-02: a placeholder that a customer wrote stands for nothing', () => {
  const texts = ['Send me [phone 1]', 'Internal: +49 151 5550 1884'];
  const masked = listMasked(texts);
  expect(masked[0]?.placeholder).toBe('[phone 2]');
  expect(unmask('[phone 1]', masked)).toBe('[phone 1]');
});

test('CP-02: only the details that are to be hidden are replaced', () => {
  const masked = listMasked(['a@example.org b@example.org']);
  expect(mask('a@example.org b@example.org', masked.slice(1))).toBe('a@example.org [email 2]');
});
