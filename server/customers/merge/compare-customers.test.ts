import { expect, test } from 'vitest';
import type { Channel } from '#contract/customers.ts';
import { findEvidence, strengthOf, type ComparedCustomer } from './compare-customers.ts';

const EMPTY_CUSTOMER: ComparedCustomer = {
  ...{ id: 1n, email: null, email_key: null, phone: null, phone_key: null, display_name: null, ticket_count: 0 },
  ...{ first_seen_utc: '', last_seen_utc: '', handles: [], visitor_keys: [] },
};

const handle = (channel: Channel, id: string, name: string | null = null) => ({
  handles: [{ channel, external_user_id: id, display_handle: name }],
});

const SIGNS: readonly [string, Partial<ComparedCustomer>, Partial<ComparedCustomer>, string | null][] = [
  ['one phone', { phone_key: '+4915155501884' }, { phone_key: '+4915155501884' }, 'phone +4915155501884'],
  [
    'one with a country code, one without',
    { phone_key: '015155501884' },
    { phone_key: '+4915155501884' },
    'phone +4915155501884 = 015155501884',
  ],
  ['two countries', { phone_key: '+4315155501884' }, { phone_key: '+4915155501884' }, null],
  ['extensions of one office', { phone_key: '30123' }, { phone_key: '+493030123' }, null],
  ['one short number', { phone_key: '110' }, { phone_key: '110' }, 'phone 110'],
  ['a tag in an address', { email_key: 'a+shop@x.org' }, { email_key: 'a@x.org' }, 'email a@x.org'],
  ['dots, which are two mailboxes in most places', { email_key: 'a.b@x.org' }, { email_key: 'ab@x.org' }, null],
  ['two domains', { email_key: 'a@x.org' }, { email_key: 'a@y.org' }, null],
  ['a tag alone', { email_key: '+a@x.org' }, { email_key: '+b@x.org' }, null],
  [
    "the other's WhatsApp number",
    handle('whatsapp', '+49 151 55501884'),
    { phone_key: '+4915155501884' },
    'handle +4915155501884',
  ],
  [
    'the phone of the other',
    { phone_key: '015155501884' },
    handle('sms', '+4915155501884'),
    'handle +4915155501884 = 015155501884',
  ],
  [
    'a number on two channels',
    handle('whatsapp', '+4915155501884'),
    handle('sms', '+4915155501884'),
    'handle +4915155501884',
  ],
  ['an address as a handle', handle('email', 'A@X.org'), { email_key: 'a@x.org' }, 'handle a@x.org'],
  ['an id that looks like a phone', handle('messenger', '+4915155501884'), { phone_key: '+4915155501884' }, null],
  [
    'a public name',
    handle('messenger', '1', '@Lena.rides'),
    handle('messenger', '2', '@lena.rides'),
    'handle messenger @lena.rides',
  ],
  ['a public name elsewhere', handle('messenger', '1', '@lena.rides'), handle('instagram', '2', '@lena.rides'), null],
  ['a name beside a number', handle('whatsapp', '1', '@lena.rides'), handle('whatsapp', '2', '@lena.rides'), null],
  ['a first name as a handle', handle('messenger', '1', 'Lena'), handle('messenger', '2', 'Lena'), null],
  ['one name', { display_name: 'Maren  Winter' }, { display_name: ' maren winter' }, 'name Maren  Winter'],
  [
    'a name with and without umlauts',
    { display_name: 'Jörg Schönfeld' },
    { display_name: 'Joerg Schonfeld' },
    'name Jörg Schönfeld',
  ],
  ['one first name', { display_name: 'Maren' }, { display_name: 'Maren' }, null],
  ['one device', { visitor_keys: ['laptop', 'phone'] }, { visitor_keys: ['tablet', 'phone'] }, 'visitor phone'],
];

test.each(SIGNS)('%s', (_, one, other, sign) => {
  const [first, second] = [
    { ...EMPTY_CUSTOMER, ...one },
    { ...EMPTY_CUSTOMER, ...other, id: 2n },
  ];
  const evidence = findEvidence(first, second, null);
  expect(evidence.map(({ kind, value }) => `${kind} ${value}`)).toEqual(sign === null ? [] : [sign]);
  const [back] = findEvidence(second, first, null);
  expect(back?.kind).toBe(evidence[0]?.kind);
});

test('a phone, email or handle is strong, a name and a device are likely, either of these alone makes no pair', () => {
  const [phone, email, sameHandle] = (['phone', 'email', 'handle'] as const).map((kind) => ({ kind, value: 'x' }));
  const [name, visitor] = (['name', 'visitor'] as const).map((kind) => ({ kind, value: 'x' }));
  for (const sign of [phone, email, sameHandle]) if (sign !== undefined) expect(strengthOf([sign])).toBe('strong');
  if (name === undefined || visitor === undefined) return;
  expect(strengthOf([name, visitor])).toBe('likely');
  expect(strengthOf([name])).toBeNull();
  expect(strengthOf([visitor])).toBeNull();
});
