import { expect, test } from 'vitest';
import { findLoadedPairs } from './loaded-duplicates.ts';

const at = '2026-01-01T00:00:00.000Z';
const customer = (
  id: bigint,
  given: { email?: string; phone?: string; display_name?: string; ticket_count?: number },
) => ({
  id,
  email: null,
  phone: null,
  display_name: null,
  ticket_count: 0,
  first_seen_utc: at,
  last_seen_utc: at,
  ...given,
});
const said = (...customers: ReturnType<typeof customer>[]) =>
  findLoadedPairs(customers).map(
    ({ identities, strength, evidence }) =>
      `${identities.join('-')} ${strength} ${evidence.map(({ kind }) => kind).join(' ')}`,
  );

test('one phone in any way of writing it, one mailbox, one name', () => {
  expect(
    said(
      customer(1n, { display_name: 'Ada Wong' }),
      customer(2n, { phone: '+49 151 5550 1884' }),
      customer(3n, { phone: '0151 55501884', ticket_count: 4 }),
      customer(4n, { email: 'Lena+shop@home.test', display_name: 'Lena Roth' }),
      customer(5n, { email: 'lena@home.test', display_name: 'lena  roth' }),
      customer(6n, { display_name: 'ada wong' }),
    ),
  ).toEqual(['3-2 strong phone', '4-5 strong email name', '1-6 weak name']);
});

test('first names alone, extensions and what many share are no sign', () => {
  expect(
    said(
      customer(1n, { display_name: 'Anna', phone: '117' }),
      customer(2n, { display_name: 'Anna', phone: '117' }),
      ...Array.from({ length: 6 }, (_, n) => customer(BigInt(10 + n), { phone: '+49 30 1234567' })),
    ),
  ).toEqual([]);
});
