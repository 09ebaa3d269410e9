import { afterEach, beforeEach, expect, test } from 'vitest';
import { IDENTITY_COLUMNS } from '#contract/customers.ts';
import { sql } from '#server/db/db.ts';
import { expectError } from '#server/testing/expect-answer.ts';
import { startTestService, TEST_ACTOR, type TestService, type TestSite } from '#server/testing/service.ts';
import { bindChannel } from './bind-channel.ts';

let service: TestService;
let home: TestSite;
let token: string;

beforeEach(async () => {
  service = await startTestService({ now: '2026-11-20T14:30:00.000Z' });
  home = await service.createSite();
  token = home.token;
});

afterEach(() => service.close());

async function create(body: Record<string, unknown>) {
  service.clock.advance(60_000);
  return (await service.call('POST', 'tickets', { token, body: { subject: 'Bell', ...body } })).json.data;
}

test('API-customer-GET: the rollup of a person', async () => {
  const statuses = ['open', 'pending', 'pending', 'resolved', 'closed', ...Array.from({ length: 7 }, () => 'open')];
  for (const status of statuses) {
    const { id } = await create({ requester_email: 'ada@example.com', requester_name: 'Ada' });
    if (status !== 'open') await service.call('PATCH', 'ticket', { token, body: { id, status } });
  }
  await create({ requester_email: 'other@example.com' });
  const { json } = await service.call('GET', 'customer', { token, query: { email: 'ADA@example.com' } });
  expect(json.data).toMatchObject({
    identity: { email: 'ada@example.com', display_name: 'Ada', ticket_count: 12, channels: [] },
    tickets: { total: 12, open: 8, pending: 2, resolved: 1, closed: 1 },
    csat: { count: 0, average: null },
  });
  expect(json.data.recent_tickets).toHaveLength(10);
  const numbers = json.data.recent_tickets.map((ticket: { ticket_number: number }) => ticket.ticket_number);
  expect(numbers).toEqual(numbers.toSorted((a: number, b: number) => b - a));
  expect(json.data.recent_tickets[0]).toHaveProperty('version');
});

test('API-customer-GET: email takes precedence over phone, no match is 404, neither is 400', async () => {
  const ada = await create({ requester_email: 'ada@example.com', requester_phone: '+44 7700 900001' });
  const bob = await create({ requester_email: 'bob@example.com', requester_phone: '+44 7700 900002' });
  const find = (query: Record<string, string>) => service.call('GET', 'customer', { token, query });
  expect((await find({ email: 'ada@example.com', phone: '+44 7700 900002' })).json.data.identity.id).toBe(
    ada.customer_identity_id,
  );
  expect((await find({ email: 'nobody@example.com', phone: '0044 (7700) 900-002' })).json.data.identity.id).toBe(
    bob.customer_identity_id,
  );
  // `query` encodes a plus; here it is sent as people write it and arrives as a space.
  const unencoded = await service.call('GET', 'customer', { token, query: 'phone=+44%207700%20900002' });
  expect(unencoded.json.data.identity.id).toBe(bob.customer_identity_id);
  expectError(await service.call('GET', 'customer', { token, query: 'phone=44%207700%20900002' }), 'not_found');
  expectError(await find({ email: 'nobody@example.com' }), 'not_found');
  expectError(await find({ phone: '-' }), 'not_found');
  expectError(await find({}), 'missing_field');
  expectError(await find({ email: '', phone: '' }), 'missing_field');
  const other = await service.createSite({ name: 'Other' });
  expectError(
    await service.call('GET', 'customer', { token: other.token, query: { email: 'ada@example.com' } }),
    'not_found',
  );
});

test('API-customer-GET: a site without channels shows none', async () => {
  await create({ requester_email: 'ada@example.com' });
  const db = service.database.forSite(home.site.id);
  const request = { email: 'ada@example.com', channel: 'sms', externalUserId: '1' } as const;
  await db.transaction((db) => bindChannel(db, home.site, request, { actor: TEST_ACTOR, now: service.clock.now() }));
  await service.database.owner.query(sql`update site set undeployed = '{channels}' where id = ${home.site.id}`);
  const fresh = await service.issueToken(home.site);
  const { json } = await service.call('GET', 'customer', { token: fresh.token, query: { email: 'ada@example.com' } });
  expect(json.data.identity.channels).toEqual([]);
});

interface Row {
  readonly email: string;
}

async function emails(query: Record<string, string | number>): Promise<string[]> {
  const { json } = await service.call('GET', 'customer_identities', { token, query });
  return json.items.map((item: Row) => item.email.slice(0, 1));
}

async function people(): Promise<void> {
  for (const [email, name, count] of [
    ['a', 'zoe', 1],
    ['b', null, 3],
    ['c', 'Ada', 3],
    ['d', 'ada', 2],
    ['e', null, 1],
  ] as const) {
    for (let index = 0; index < count; index += 1)
      await create({ requester_email: `${email}@example.com`, requester_name: name });
  }
}

test('API-customer_identities-GET: the three orders are stable and have the total', async () => {
  await people();
  expect(await emails({})).toEqual(['b', 'c', 'd', 'a', 'e']);
  expect(await emails({ order_by: 'recent' })).toEqual(['e', 'd', 'c', 'b', 'a']);
  expect(await emails({ order_by: 'name' })).toEqual(['c', 'd', 'a', 'b', 'e']);
  const page = await service.call('GET', 'customer_identities', { token, query: { limit: 2, skip: 2 } });
  expect(page.json.total_count).toBe(5);
  expect(page.json.items).toHaveLength(2);
  const past = await service.call('GET', 'customer_identities', { token, query: { skip: 50 } });
  expect(past.json).toEqual({ items: [], total_count: 5 });
});

test('CSV has one page, and all=1 streams every customer in order', async () => {
  await people();
  const { text } = await service.call('GET', 'customer_identities', { token, query: { format: 'csv', limit: 2 } });
  expect(text.split('\r\n')[0]).toBe(IDENTITY_COLUMNS.join(','));
  expect(text.split('\r\n')).toHaveLength(4);
  await service.database.forSite(home.site.id).query(sql`
    insert into customer_identity (site_id, id, email, email_key, display_name, ticket_count, first_seen_utc, last_seen_utc)
    select ${home.site.id}, 10000 + n, 'x' || n, 'x' || n, case when n % 3 > 0 then 'name ' || n % 40 end, n % 7,
      ${'2026-11-01T00:00:00Z'}::timestamptz, ${'2026-11-01T00:00:00Z'}::timestamptz + make_interval(mins => n % 90)
    from generate_series(1, 2100) n`);
  const idsOf = async (query: Record<string, string | number>) => {
    const answer = await service.call('GET', 'customer_identities', { token, query: { ...query, format: 'csv' } });
    return answer.text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0]);
  };
  for (const order_by of ['tickets', 'recent', 'name']) {
    const paged: (string | undefined)[] = [];
    for (let skip = 0; skip < 2_105; skip += 200) paged.push(...(await idsOf({ order_by, skip, limit: 200 })));
    expect(paged).toHaveLength(2_105);
    expect(await idsOf({ order_by, all: 1 }), order_by).toEqual(paged);
  }
});
