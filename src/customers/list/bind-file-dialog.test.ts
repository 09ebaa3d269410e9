import { expect, test } from 'vitest';
import type { ListedCustomer } from '#contract/customers.ts';
import { bindFile } from './bind-file-dialog.tsx';

const SEEN = '2026-11-20T08:00:00Z';
const customer = (id: number, email: string | null, phone: string | null): ListedCustomer => ({
  id: BigInt(id),
  email,
  phone,
  display_name: '=HYPERLINK("x")',
  ticket_count: 0,
  first_seen_utc: SEEN,
  last_seen_utc: SEEN,
});
const linesOf = (text: string) => text.replace('\uFEFF', '').trimEnd().split('\r\n');

test('the id of a WhatsApp is the phone with its country code, and nothing else', () => {
  const people = [
    customer(1, 'maren@lindqvist.example', '+49 (151) 5550-1884'),
    customer(2, null, '0049 151 5550 1885'),
    customer(3, 'ben@achterberg.example', '030 123456'),
    customer(4, '=cmd@calc.example', null),
    customer(5, null, null),
  ];
  const file = bindFile('whatsapp', people, null);
  expect(file).toMatchObject({ ready: 2, missing: 2, unnamed: 1 });
  expect(linesOf(file.text)).toEqual([
    'channel,external_user_id,email,display_handle,phone',
    'whatsapp,+4915155501884,maren@lindqvist.example,,+4915155501884',
    'whatsapp,+4915155501885,,,+4915155501885',
    'whatsapp,,ben@achterberg.example,,030123456',
    "whatsapp,,'=cmd@calc.example,,",
  ]);
});

test('the id of an email is the email; the record has no ids of other channels', () => {
  const people = [customer(1, 'maren@lindqvist.example', '+4915155501884'), customer(2, null, '+4915155501885')];
  expect(bindFile('email', people, null)).toMatchObject({ ready: 1, missing: 1 });
  expect(bindFile('instagram', people, null)).toMatchObject({ ready: 0, missing: 2 });
});

test('a phone of two customers is no id', () => {
  const shared = [
    customer(1, null, '+49 30 555 0101'),
    customer(2, null, '0049305550101'),
    customer(3, null, '+49305550102'),
  ];
  expect(bindFile('sms', shared, null)).toMatchObject({ ready: 1, missing: 2 });
});
