import { expect, test } from 'vitest';
import { phoneKey } from './contact-keys.ts';
import { countryCodes, isCountry, type Country } from './dialling.ts';

/** Well-known numbers of each country as they are dialled in it, and what is dialled from abroad. */
const NUMBERS: Readonly<Record<Country, readonly [inside: string, abroad: string]>> = {
  AE: ['04 312 3456', '+97143123456'],
  AR: ['011 4321 5678', '+541143215678'],
  AT: ['01 58858', '+43158858'],
  AU: ['02 9374 4000', '+61293744000'],
  BD: ['02 9123456', '+88029123456'],
  BE: ['02 123 45 67', '+3221234567'],
  BG: ['02 123 4567', '+35921234567'],
  BR: ['011 3245-6789', '+551132456789'],
  CA: ['1 (416) 555-0100', '+14165550100'],
  CH: ['044 668 18 00', '+41446681800'],
  CL: ['2 2123 4567', '221234567'],
  CN: ['010 8518 1234', '+861085181234'],
  CY: ['22 123456', '22123456'],
  CZ: ['224 123 456', '224123456'],
  DE: ['040 123', '+4940123'],
  DK: ['33 12 34 56', '33123456'],
  EE: ['612 3456', '6123456'],
  EG: ['02 2391 2345', '+20223912345'],
  ES: ['910 12 34 56', '910123456'],
  FI: ['09 123 4567', '+35891234567'],
  FR: ['01 40 20 50 50', '+33140205050'],
  GB: ['020 7946 0018', '+442079460018'],
  GR: ['210 123 4567', '2101234567'],
  HK: ['2123 4567', '21234567'],
  HR: ['01 4567 890', '+38514567890'],
  HU: ['06 1 234 5678', '+3612345678'],
  ID: ['021 1234567', '+62211234567'],
  IE: ['01 437 0000', '+35314370000'],
  IL: ['03 123 4567', '+97231234567'],
  IN: ['022 2202 1234', '+912222021234'],
  IS: ['545 1234', '5451234'],
  IT: ['06 698 12345', '0669812345'],
  JP: ['03-3213-1111', '+81332131111'],
  KE: ['020 271 2345', '+254202712345'],
  KR: ['02-312-3456', '+8223123456'],
  LI: ['236 12 34', '2361234'],
  LU: ['22 12 34', '221234'],
  LV: ['67 123 456', '67123456'],
  MA: ['0522-123456', '+212522123456'],
  MT: ['2123 4567', '21234567'],
  MX: ['55 1234 5678', '5512345678'],
  MY: ['03-1234 5678', '+60312345678'],
  NG: ['01 234 5678', '+23412345678'],
  NL: ['020 123 4567', '+31201234567'],
  NO: ['22 12 34 56', '22123456'],
  NZ: ['09 123 4567', '+6491234567'],
  PE: ['01 123 4567', '+5111234567'],
  PH: ['02 8123 4567', '+63281234567'],
  PK: ['021 1234 5678', '+922112345678'],
  PL: ['22 123 45 67', '221234567'],
  PT: ['21 123 4567', '211234567'],
  RO: ['021 123 4567', '+40211234567'],
  RS: ['011 1234567', '+381111234567'],
  SA: ['011 123 4567', '+966111234567'],
  SE: ['08-123 456 78', '+46812345678'],
  SG: ['6123 4567', '61234567'],
  SI: ['01 234 56 78', '+38612345678'],
  SK: ['02/1234 5678', '+421212345678'],
  TH: ['02 123 4567', '+6621234567'],
  TR: ['0212 123 45 67', '+902121234567'],
  TW: ['02 2345 6789', '+886223456789'],
  UA: ['044 123 4567', '+380441234567'],
  US: ['1-212-555-0100', '+12125550100'],
  VN: ['024 1234 5678', '+842412345678'],
  ZA: ['011 123 4567', '+27111234567'],
};

test.each(countryCodes().filter(isCountry))('a number of %s is the one that is dialled from abroad', (country) => {
  const [inside, abroad] = NUMBERS[country];
  expect(phoneKey(inside, country)).toBe(abroad);
  // Once international, it stays so, in every country.
  for (const other of countryCodes().filter(isCountry)) {
    if (abroad.startsWith('+')) expect(phoneKey(abroad, other)).toBe(abroad);
  }
  expect(phoneKey(inside, null)).toBe(inside.replace(/[^0-9]/g, ''));
});

test('in a country of trunk digits, whatever way of writing it is one number', () => {
  const written = [
    '040 123',
    '(040) 123',
    '(0)40 123',
    '+49 40 123',
    '+49 (0)40 123',
    '0049 40 123',
    '040/123',
    '040-123',
  ];
  expect(new Set(written.map((phone) => phoneKey(phone, 'DE')))).toEqual(new Set(['+4940123']));
});

test('what only looks like a number of the country stays as it is', () => {
  // Emergency and short numbers of North America, and one with too few digits.
  for (const short of ['112', '18005550', '1']) expect(phoneKey(short, 'US')).toBe(short);
  expect(phoneKey('110', 'DE')).toBe('110');
  expect(phoneKey('0', 'DE')).toBe('0');
  expect(phoneKey('0x', 'DE')).toBe('0x');
  expect(phoneKey('040 123 ext 4', 'DE')).toBe(phoneKey('+49 40 123 ext 4', 'DE'));
});

test('codes of countries are ISO 3166, and names of objects are none', () => {
  for (const code of countryCodes()) expect(code).toMatch(/^[A-Z]{2}$/);
  expect(countryCodes()).toEqual(countryCodes().toSorted());
  expect(['de', 'XX', 'constructor', '__proto__', ''].filter(isCountry)).toEqual([]);
});
