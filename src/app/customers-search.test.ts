import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './url-search.ts';
import { customersSearch } from '#src/customers/search.ts';

const read = (address: string) => customersSearch(parseSearch(address));

test('an address that the list wrote is read as it was', () => {
  const search = { order: 'name', q: '+49 151', channel: 'sms', blocked: '1', skip: 40, new: '1' } as const;
  expect(read(stringifySearch(search))).toMatchObject(search);
  expect(customersSearch(search)).toMatchObject(search);
});

test('what means nothing is left out and named', () => {
  expect(read('?skip=-1&blocked=no&order=&q=&new=0')).toEqual({ ignored: 'skip=-1, blocked=no, new=0' });
});

test('an unencoded plus is restored before a phone, and nowhere else', () => {
  expect(read('?q=+4915155501884').q).toBe('+4915155501884');
  expect(read('?phone=+49 (151) 55501884').phone).toBe('+49 (151) 55501884');
  expect(read('?q=+0049 151').q).toBe(' 0049 151');
  expect(read('?q=+maren').q).toBe(' maren');
});
