import { expect, test } from 'vitest';
import { callHref, lastSeenOf, mailHref, whatsAppHref } from '#src/customers/contact.ts';

test('an address becomes a link where it is one, and carries nothing else', () => {
  expect(mailHref('maren.lindqvist@posteo.de')).toBe('mailto:maren.lindqvist@posteo.de');
  expect(mailHref('a?subject=x&b=@example.org')).toBe('mailto:a%3Fsubject%3Dx%26b%3D@example.org');
  expect(mailHref('javascript:alert(1)')).toBeNull();
});

test('a number is dialled however it is written, and a chat needs its country', () => {
  expect(callHref('+49 (151) 5550-1884')).toBe('tel:+4915155501884');
  expect(callHref('0151 5550 1884')).toBe('tel:015155501884');
  expect(callHref('ask for Ben')).toBeNull();
  expect(whatsAppHref('0049 151 5550 1884')).toBe('https://wa.me/4915155501884');
  expect(whatsAppHref('0151 5550 1884')).toBeNull();
});

test('a customer without a ticket was last seen only if that was after the record was made', () => {
  const [made, later] = ['2026-11-03T08:00:00Z', '2026-11-18T09:30:00Z'];
  const seen = (ticket_count: number, last_seen_utc: string) =>
    lastSeenOf({ ticket_count, first_seen_utc: made, last_seen_utc });
  expect(seen(0, made)).toBeNull();
  expect(seen(0, later)).toBe(later);
  expect(seen(1, made)).toBe(made);
});
