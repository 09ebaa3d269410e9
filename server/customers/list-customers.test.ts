import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: '2026-11-20T14:30:00.000Z' });
  home = await service.createSite();
});

afterEach(() => service.close());

async function create(body: object): Promise<number> {
  const answer = await service.call('POST', 'customer', { token: home.token, body });
  expectSuccess(answer);
  return answer.json.data.identity.id;
}

async function bind(identity_id: number, channel: string, external_user_id: string, display_handle?: string) {
  const body = { identity_id, channel, external_user_id, display_handle };
  expectSuccess(await service.call('POST', 'bind_channel', { token: home.token, body }));
}

async function list(query: Record<string, string | number>) {
  const answer = await service.call('GET', 'customer_identities', { token: home.token, query });
  expectSuccess(answer);
  return answer.json;
}

/** First letters of the emails found. */
async function found(query: Record<string, string | number>): Promise<string> {
  const { items, total_count } = await list({ order_by: 'name', ...query });
  const letters = items.map((item: { email: string }) => item.email[0]).join('');
  expect(total_count).toBe(letters.length);
  return letters;
}

describe('q', () => {
  beforeEach(async () => {
    const ada = await create({ email: 'ada@example.org', phone: '+49 151 5550-1884', display_name: 'Ada Lund' });
    const bo = await create({ email: 'bo@lund.example', display_name: 'Bo Ådland' });
    const chidi = await create({ email: 'chidi@example.org', phone: '030 77', display_name: 'Chidi O’Neil 50% _x' });
    await bind(ada, 'instagram', 'rides_alot', 'Ada on wheels');
    await bind(bo, 'whatsapp', '+49 170 200 300');
    await bind(chidi, 'messenger', '1000.4400', 'chidi');
  });

  test.each([
    ['ada', 'a'],
    ['LUND', 'ab'],
    ['lund ada', 'a'],
    ['lund bo', 'b'],
    ['ÅDLAND', 'b'],
    ['ådl', 'b'],
    ['example.org', 'ac'],
    ['wheels lund', 'a'],
    ['RIDES_A', 'a'],
    ['o’neil', 'c'],
    ['50%', 'c'],
    ['_x', 'c'],
    ['%', ''],
    ['neil_', ''],
    ['nobody', ''],
    ['   ', 'abc'],
  ])('%j finds %j: each word occurs, and % and _ are letters', async (q, expected) => {
    expect(await found({ q })).toBe(expected);
  });

  test.each([
    ['bo', 'b'],
    ['ad', 'ab'],
    ['Lu', 'a'],
    ['å', 'ab'],
    ['el', ''],
    ['lu a', 'a'],
    ['50', 'c'],
  ])('%j finds %j: a word of one or two characters begins a word', async (q, expected) => {
    expect(await found({ q })).toBe(expected);
  });

  test.each([
    '+49 151 5550-1884',
    '0049 151.5550.1884',
    '+49 (151) 55501884',
    ' 49 151 5550-1884',
    '+4915155501884',
    '49 151 55501884',
    '5550 1884',
    '+49\u00a0151\u20105550\u20101884',
  ])('a phone is found as %j', async (q) => {
    expect(await found({ q })).toBe('a');
  });

  test.each(['+49 170 200 300', '+49170200300', '0049-170-200-300', '(49170) 200300', '170200'])(
    'a phone handle is found as %j',
    async (q) => {
      expect(await found({ q })).toBe('b');
    },
  );

  test('a phone whose plus was decoded as a space is found', async () => {
    const query = 'q=+49%20151%205550-1884';
    const { json } = await service.call('GET', 'customer_identities', { token: home.token, query });
    expect(json.items).toMatchObject([{ email: 'ada@example.org' }]);
  });

  test('applies to each order, to pages and to files', async () => {
    for (const order_by of ['tickets', 'recent', 'name']) {
      expect((await list({ q: 'example', order_by })).total_count).toBe(3);
      const page = await list({ q: 'example', order_by, limit: 1, skip: 1 });
      expect(page).toMatchObject({ items: [{}], total_count: 3 });
      for (const all of ['', '1']) {
        const query = { q: 'example.org', order_by, format: 'csv', all };
        const { text } = await service.call('GET', 'customer_identities', { token: home.token, query });
        expect(text.match(/@/g)).toHaveLength(2);
      }
    }
  });

  test('handles match no one if channels are not deployed', async () => {
    await service.database.owner.query(sql`update site set undeployed = '{channels}' where id = ${home.site.id}`);
    home = { ...home, ...(await service.issueToken(home.site)) };
    expect(await found({ q: 'wheels' })).toBe('');
    expect(await found({ channel: 'instagram' })).toBe('');
    expect(await found({ without_channel: 'instagram' })).toBe('abc');
    expect((await list({})).items[0].channels).toEqual([]);
  });

  test('words of another site match no one', async () => {
    const other = await service.createSite({ name: 'Other' });
    for (const q of ['ada', 'wheels', '+4915155501884']) {
      const { json } = await service.call('GET', 'customer_identities', { token: other.token, query: { q } });
      expect(json).toEqual({ items: [], total_count: 0 });
    }
  });

  test.each(["'; drop table ticket; --", '\\', '\\%', 'a'.repeat(200), '"', '()', '..', '😀', 'ﬁ'])(
    'hostile text %j is treated as text',
    async (q) => {
      expect((await list({ q })).total_count).toBe(0);
    },
  );

  test('a text over 200 characters is 400', async () => {
    const query = { q: 'a'.repeat(201) };
    expectError(await service.call('GET', 'customer_identities', { token: home.token, query }), 'bad_field');
  });
});

describe('channels', () => {
  beforeEach(async () => {
    const ids = [];
    for (const letter of ['a', 'b', 'c', 'd'])
      ids.push(await create({ email: `${letter}@example.org`, display_name: letter }));
    const [a = 0, b = 0, c = 0] = ids;
    await bind(a, 'sms', '+49 1');
    await bind(a, 'whatsapp', '+491');
    await bind(a, 'whatsapp', '+492');
    await bind(b, 'email', 'b@example.org');
    await bind(c, 'whatsapp', '493');
    await service.call('PATCH', 'customer', { token: home.token, body: { id: b, blocked: true } });
    await service.call('PATCH', 'customer', { token: home.token, body: { id: c, blocked: true } });
  });

  test('API-customer_identities-GET: each row has its channels, once and in their order, and the time of its block', async () => {
    const { items } = await list({ order_by: 'name' });
    expect(items.map((item: { channels: string[] }) => item.channels)).toEqual([
      ['whatsapp', 'sms'],
      ['email'],
      ['whatsapp'],
      [],
    ]);
    expect(items.map((item: { blocked_utc: string | null }) => item.blocked_utc !== null)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  test('filters by channel, by missing channel, by block, and by all of them together', async () => {
    expect(await found({ channel: 'whatsapp' })).toBe('ac');
    expect(await found({ without_channel: 'whatsapp' })).toBe('bd');
    expect(await found({ channel: 'whatsapp', without_channel: 'sms' })).toBe('c');
    expect(await found({ blocked: 1 })).toBe('bc');
    expect(await found({ blocked: 1, channel: 'whatsapp' })).toBe('c');
    expect(await found({ blocked: 1, q: 'example', without_channel: 'whatsapp' })).toBe('b');
    expect(await list({ without_channel: 'whatsapp', limit: 1, skip: 1 })).toMatchObject({
      items: [{}],
      total_count: 2,
    });
    const query = { token: home.token, query: { without_channel: 'whatsapp', format: 'csv', all: 1 } };
    const { text } = await service.call('GET', 'customer_identities', query);
    expect(text.match(/@/g)).toHaveLength(2);
    for (const bad of [
      { channel: 'fax' },
      { without_channel: 'web' },
      { blocked: '0' },
      { external_user_id: 'x'.repeat(201), channel: 'sms' },
    ]) {
      expectError(await service.call('GET', 'customer_identities', { token: home.token, query: bad }), 'bad_field');
    }
  });

  test('a handle finds exactly its owner', async () => {
    expect(await found({ channel: 'whatsapp', external_user_id: '+491' })).toBe('a');
    expect(await found({ channel: 'whatsapp', external_user_id: ' 491' })).toBe('a');
    expect(await found({ channel: 'whatsapp', external_user_id: '491' })).toBe('');
    expect(await found({ channel: 'sms', external_user_id: '+491' })).toBe('');
    expect(await found({ channel: 'whatsapp', external_user_id: '493', q: 'nobody' })).toBe('');
    const query = { token: home.token, query: { external_user_id: '+491' } };
    expectError(await service.call('GET', 'customer_identities', query), 'missing_field');
  });
});

test('a word that occurs in very many handles finds their owners too', async () => {
  await service.database.owner.query(sql`
    insert into customer_identity (site_id, id, email, email_key, display_name, first_seen_utc, last_seen_utc)
    select ${home.site.id}, 10000 + n, 'x' || n, 'x' || n, 'name ' || n, ${'2026-11-01'}::timestamptz, ${'2026-11-01'}::timestamptz
    from generate_series(1, 2100) n`);
  await service.database.owner.query(sql`
    insert into channel_binding (site_id, id, channel, external_user_id, identity_id, bound_utc)
    select ${home.site.id}, 20000 + n, 'sms', 'crowd' || n, 10000 + n, ${'2026-11-01'}::timestamptz from generate_series(1, 1500) n`);
  expect((await list({ q: 'crowd', limit: 1 })).total_count).toBe(1_500);
  expect((await list({ q: 'crowd name', limit: 1 })).total_count).toBe(1_500);
  expect((await list({ q: 'crowd 1499' })).items).toMatchObject([{ email: 'x1499' }]);
});
