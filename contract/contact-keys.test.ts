import { expect, test } from 'vitest';
import { emailKey, isPhone, isWorldwide, phoneKey, withLostPlus } from './contact-keys.ts';

test('emails match ignoring case', () => {
  expect(emailKey('Maren.Lindqvist@Example.COM')).toBe('maren.lindqvist@example.com');
  expect(emailKey('ÄRGER@example.org')).toBe(emailKey('ärger@example.org'));
  expect(emailKey('a.b@example.org')).not.toBe(emailKey('ab@example.org'));
});

test('phones match after spaces, dots, hyphens, slashes and brackets are gone and 00 became +', () => {
  const written = [
    '+49 30 23125 014',
    '0049 (30) 23125-014',
    '+49.30.23125.014',
    ' 00 49-30\u00a023125\u2011014 ',
    '+49[30]23125014',
    '+49/30/23125014',
    '+49 (0)30 23125014',
    '+49(0) 30/23125-014',
    '(+49) (0)30 23125014',
    '0049 [0] 30 23125014',
    '00 (49) (0)30-23125014',
  ];
  expect(new Set(written.map((phone) => phoneKey(phone, null)))).toEqual(new Set(['+493023125014']));
});

test('only a leading 00 turns into +', () => {
  expect(phoneKey('030 00 12', null)).toBe('0300012');
  expect(phoneKey('(00) 44', null)).toBe('+44');
});

test('a phone of marks alone has nothing to match by', () => {
  expect(phoneKey(' (-) .', null)).toBeNull();
  expect(phoneKey('00', null)).toBeNull();
});

test('a leading blank of a query is a plus that was not encoded', () => {
  expect(withLostPlus(' 49 30 23125014')).toBe('+49 30 23125014');
  expect(withLostPlus('49 30')).toBe('49 30');
  expect(withLostPlus('+49')).toBe('+49');
  expect(withLostPlus(' 0049 30')).toBe(' 0049 30');
});

test('a phone is distinguished from a ticket number, a name and an email', () => {
  const phones = [
    '+4915155501884',
    '+49 151 5550-1884',
    '0049 151.5550.1884',
    '+49 (151) 55501884',
    '030 1234567',
    '040/1234567',
  ];
  expect(phones.filter(isPhone)).toEqual(phones);
  expect(['48213', '#4821300', 'Maren 4915155', 'a@b.example', `+${'1'.repeat(41)}`].filter(isPhone)).toEqual([]);
});

test('a (0) is left out behind a country code alone', () => {
  expect(phoneKey('(0)40 123', null)).toBe('040123');
  expect(phoneKey('40 (0) 123', null)).toBe('400123');
  expect(phoneKey('+49 40 (0) 123', null)).toBe('+49400123');
  expect(phoneKey('+49 (00)40 123', null)).toBe('+490040123');
});

test('the phone of a customer is worldwide where it says its country', () => {
  expect(['+4940123', '+14155550100'].filter(isWorldwide)).toHaveLength(2);
  expect(['040123', '+49401', '+0401234567', '+4940123x', ''].filter(isWorldwide)).toEqual([]);
});
