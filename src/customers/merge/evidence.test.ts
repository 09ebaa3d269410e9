import { expect, test } from 'vitest';
import { evidenceLine, originalsOf, signsOf, type Evidence } from './evidence.tsx';

const identity = (given: object) => ({
  id: 1n,
  email: null,
  phone: null,
  display_name: null,
  ticket_count: 0,
  first_seen_utc: '2026-01-01T00:00:00.000Z',
  last_seen_utc: '2026-01-01T00:00:00.000Z',
  channels: [],
  ...given,
});
const bound_utc = '2026-01-01T00:00:00.000Z';
const NUMBER = '+4915155501884';
const TWO_WAYS = `${NUMBER} = 015155501884`;

function line(kind: Evidence['kind'], value: string, a: object, b: object): string {
  return evidenceLine({ evidence: [{ kind, value }], customers: [identity(a), identity(b)] });
}

test('a sign is said as what it is', () => {
  const [full, short] = [{ phone: '+49 151 5550 1884' }, { phone: '0151 55501884' }];
  expect(line('phone', TWO_WAYS, full, short)).toBe('Same phone written two ways');
  expect(line('phone', NUMBER, full, full)).toBe('Same phone');
  expect(line('handle', TWO_WAYS, {}, short)).toBe('Same number on WhatsApp or SMS');
  expect(line('handle', 'lena@home.test', { email: 'Lena+shop@home.test' }, {})).toBe(
    'Same address as an email channel',
  );
  expect(line('handle', 'instagram @lena.rides', {}, {})).toBe('Same Instagram channel');
  expect(line('email', 'lena@home.test', { email: 'lena+shop@home.test' }, { email: 'lena@home.test' })).toBe(
    'Same mailbox (plus-addressing)',
  );
});

test('a number that is both phones is not said again of a handle', () => {
  const evidence = [
    { kind: 'phone', value: TWO_WAYS },
    { kind: 'handle', value: TWO_WAYS },
    { kind: 'handle', value: 'instagram @lena.rides' },
  ] as const;
  expect(signsOf(evidence).map(({ kind, value }) => `${kind} ${value}`)).toEqual([
    `phone ${TWO_WAYS}`,
    'handle instagram @lena.rides',
  ]);
});

test('signs are in one line, each once', () => {
  const customers = [identity({ display_name: 'Yuki Tanabe' }), identity({ display_name: 'yuki tanabe' })] as const;
  const evidence = [
    { kind: 'name', value: 'Yuki Tanabe' },
    { kind: 'visitor', value: 'v-1' },
    { kind: 'visitor', value: 'v-2' },
  ] as const;
  expect(evidenceLine({ evidence, customers })).toBe('Same name, same device');
});

test('the values are those that people wrote in fields and channels, each once', () => {
  const one = identity({
    phone: '0151 55501884',
    email: 'Maren+shop@Home.test',
    channels: [
      { channel: 'whatsapp', external_user_id: NUMBER, display_handle: 'Maren', bound_utc },
      { channel: 'instagram', external_user_id: '17841405822304', display_handle: '@Maren.L', bound_utc },
      { channel: 'email', external_user_id: 'maren@home.test', display_handle: null, bound_utc },
    ],
  });
  const other = identity({ phone: '0151 55501884', email: 'maren@home.test' });
  const texts = (kind: Evidence['kind'], value: string) => originalsOf({ kind, value }, [one, other]);
  expect(texts('phone', TWO_WAYS)).toEqual(['0151 55501884']);
  expect(texts('handle', TWO_WAYS)).toEqual(['0151 55501884', NUMBER]);
  expect(texts('email', 'maren@home.test')).toEqual(['Maren+shop@Home.test', 'maren@home.test']);
  expect(texts('handle', 'instagram @maren.l')).toEqual(['@Maren.L']);
  expect(texts('visitor', 'v-1')).toEqual([]);
});
