import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

const NOW = '2026-11-20T14:30:00.000Z';
let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  home = await service.createSite();
});

afterEach(() => service.close());

const send = (method: string, body: object, token = home.token) => service.call(method, 'customer', { token, body });
const find = async (query: Record<string, unknown>) =>
  service.call('GET', 'customer', { token: home.token, query: query as Record<string, string> });

async function create(body: object) {
  const answer = await send('POST', body);
  expectSuccess(answer);
  return answer.json.data.identity;
}

async function patch(body: object) {
  const answer = await send('PATCH', body);
  expectSuccess(answer);
  return answer.json.data.identity;
}

const audit = (action = 'customer.%') =>
  service.database.owner.query(sql`
    select action, object_id, changes from audit_log where action like ${action} order by id`);

test('API-customer-POST: creates a customer with an email, a phone or both, and counts it', async () => {
  const ada = await create({ email: 'Ada@Example.org', phone: '+49 151 5550-1884', display_name: '  Ada Lund ' });
  expect(ada).toEqual({
    id: ada.id,
    email: 'Ada@Example.org',
    phone: '+49 151 5550-1884',
    display_name: 'Ada Lund',
    ticket_count: 0,
    first_seen_utc: NOW,
    last_seen_utc: NOW,
    channels: [],
    notes_count: 0,
    blocked_utc: null,
    merged_from: [],
    version: 1,
  });
  await create({ phone: '+49 30 1', display_name: ' ' });
  await create({ email: 'b@example.org', phone: null });
  expect((await find({ phone: '0049 301' })).json.data.identity).toMatchObject({ email: null, display_name: null });
  const { json } = await service.call('GET', 'health', { token: home.token });
  expect(json.data.customer_identities).toBe(3);
  const list = await service.call('GET', 'customer_identities', { token: home.token, query: { limit: 1 } });
  expect(list.json.total_count).toBe(3);
  const rows = await audit();
  expect(rows).toHaveLength(3);
  expect(rows[0]).toEqual({ action: 'customer.create', object_id: String(ada.id), changes: [] });
});

test('API-customer-POST: neither is 400, and so is a phone without digits', async () => {
  expectError(await send('POST', {}), 'missing_field');
  expectError(await send('POST', { email: null, phone: null, display_name: 'Ada' }), 'missing_field');
  expectError(await send('POST', { email: 'a@example.org', phone: ' - ' }), 'bad_field');
  for (const body of [
    { email: 'no address' },
    { phone: '' },
    { email: 'a@example.org', display_name: 'x'.repeat(201) },
  ]) {
    expectError(await send('POST', body), 'bad_field');
  }
  expect(await audit()).toEqual([]);
});

test('API-customer-POST: a taken email or phone answers with its customer, as GET returns it', async () => {
  const ada = await create({ email: 'ada@example.org', phone: '+49 151 5550-1884' });
  const current = (await find({ identity_id: ada.id })).json.data;
  for (const body of [
    { email: 'ADA@example.org' },
    { phone: '0049 (151) 5550.1884' },
    { email: 'x@example.org', phone: '+4915155501884' },
  ]) {
    const answer = await send('POST', body);
    expectError(answer, 'conflict');
    expect(answer.json.error.current).toEqual(current);
    expect(answer.json.error.message).toContain(String(ada.id));
  }
  const other = await service.createSite({ name: 'Other' });
  expectSuccess(await send('POST', { email: 'ada@example.org' }, other.token));
});

test.each([{ email: 'new@example.org' }, { phone: '+49 30 23125 009' }])(
  'concurrent calls for %j create one customer',
  async (body) => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => send('POST', body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
    const [count] = await service.database.owner.query<{ n: number }>(
      sql`select count(*)::integer as n from customer_identity`,
    );
    expect(count?.n).toBe(1);
  },
);

test('API-customer-GET: the id takes precedence over email and phone, and an unknown one is 404', async () => {
  const ada = await create({ email: 'ada@example.org' });
  const bo = await create({ email: 'bo@example.org' });
  expect((await find({ identity_id: bo.id, email: 'ada@example.org' })).json.data.identity.id).toBe(bo.id);
  expectError(await find({ identity_id: 9_007_199_254_740_993n, email: 'ada@example.org' }), 'not_found');
  const other = await service.createSite({ name: 'Other' });
  const call = { token: other.token, query: { identity_id: ada.id } };
  expectError(await service.call('GET', 'customer', call), 'not_found');
});

test('API-customer-PATCH: changes given fields, null clears one, and each change increments the version and is audited', async () => {
  const { id } = await create({ email: 'ada@example.org', phone: '+49 30 1', display_name: 'Ada' });
  expect(await patch({ id, display_name: ' Ada Lund ' })).toMatchObject({ display_name: 'Ada Lund', version: 2 });
  expect(await patch({ id, phone: null })).toMatchObject({ phone: null, email: 'ada@example.org', version: 3 });
  expect(await patch({ id, email: null, phone: '+49 30 2' })).toMatchObject({
    email: null,
    phone: '+49 30 2',
    version: 4,
  });
  expect(await patch({ id, display_name: '', version: 4 })).toMatchObject({ display_name: null, version: 5 });
  // Repeating the values is no change.
  expect(await patch({ id, phone: '+49 30 2', display_name: null, blocked: false })).toMatchObject({ version: 5 });
  // The same phone in another format is a change: it is returned as given.
  expect(await patch({ id, phone: '0049 302' })).toMatchObject({ phone: '0049 302', version: 6 });
  const named = (...fields: string[]) => fields.map((field) => ({ field, from: null, to: null }));
  expect((await audit('customer.update')).map((row) => (row as { changes: unknown }).changes)).toEqual([
    named('display_name'),
    named('phone'),
    named('email', 'phone'),
    named('display_name'),
    named('phone'),
  ]);
  expect((await find({ phone: '+49 302' })).json.data.identity.id).toBe(id);
  expectError(await find({ email: 'ada@example.org' }), 'not_found');
});

test('API-customer-PATCH: an email or a phone must remain, and an empty change is 400', async () => {
  const { id } = await create({ email: 'ada@example.org' });
  expectError(await send('PATCH', { id, email: null }), 'bad_field');
  expectError(await send('PATCH', { id, phone: ' - ' }), 'bad_field');
  expectError(await send('PATCH', { id }), 'missing_field');
  expectError(await send('PATCH', { id, version: 1 }), 'missing_field');
  expectError(await send('PATCH', { display_name: 'Ada' }), 'missing_field');
  expectError(await send('PATCH', { id, blocked: null }), 'bad_field');
  expectError(await send('PATCH', { id, name: 'Ada' }), 'bad_field');
  expect(await patch({ id, phone: '+49 30 1', email: null })).toMatchObject({ version: 2 });
});

test('API-customer-PATCH: an old version and a taken contact answer with the conflicting customer and change nothing', async () => {
  const ada = await create({ email: 'ada@example.org', phone: '+49 30 1' });
  const bo = await create({ email: 'bo@example.org' });
  await patch({ id: bo.id, display_name: 'Bo' });
  const stale = await send('PATCH', { id: bo.id, display_name: 'Bob', version: 1 });
  expectError(stale, 'conflict');
  expect(stale.json.error.current.identity).toMatchObject({ id: bo.id, display_name: 'Bo', version: 2 });
  for (const body of [{ email: 'ADA@example.org' }, { phone: '0049-301' }]) {
    const answer = await send('PATCH', { id: bo.id, ...body });
    expectError(answer, 'conflict');
    expect(answer.json.error.current.identity.id).toBe(ada.id);
    expect(answer.json.error.message).toContain(String(ada.id));
  }
  expect((await find({ identity_id: bo.id })).json.data.identity).toMatchObject({
    email: 'bo@example.org',
    phone: null,
    version: 2,
  });
  // The customer's own email in another case is no conflict.
  expect(await patch({ id: bo.id, email: 'BO@example.org' })).toMatchObject({ email: 'BO@example.org' });
});

test('two customers who already share a phone can be edited', async () => {
  await service.database.owner.query(sql`
    insert into customer_identity (site_id, id, phone, phone_key, first_seen_utc, last_seen_utc)
    select ${home.site.id}, 900 + n, '+49 1', '+491', ${NOW}::timestamptz, ${NOW}::timestamptz from generate_series(1, 2) n`);
  expect(await patch({ id: 902, display_name: 'Bo' })).toMatchObject({ version: 2 });
});

test('of two concurrent changes one wins by its version, and two customers cannot take one email', async () => {
  const ada = await create({ email: 'ada@example.org' });
  const bo = await create({ email: 'bo@example.org' });
  const versions = await Promise.all(
    ['A', 'B', 'C'].map((name) => send('PATCH', { id: ada.id, display_name: name, version: 1 })),
  );
  expect(versions.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  const emails = await Promise.all([ada, bo].map(({ id }) => send('PATCH', { id, email: 'new@example.org' })));
  expect(emails.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const phones = await Promise.all([ada, bo].map(({ id }) => send('PATCH', { id, phone: '+49 30 77' })));
  expect(phones.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('a new email does not move tickets or links', async () => {
  const { id } = await create({ email: 'old@example.org' });
  const ticket = { subject: 'Bell', requester_email: 'old@example.org' };
  const made = await service.call('POST', 'tickets', { token: home.token, body: ticket });
  await patch({ id, email: 'new@example.org' });
  const { json } = await find({ email: 'new@example.org' });
  expect(json.data.recent_tickets).toMatchObject([{ id: made.json.data.id, requester_email: 'old@example.org' }]);
});

test('API-customer-PATCH: blocking sets the time once, and the audit log says block or unblock', async () => {
  const { id } = await create({ email: 'ada@example.org' });
  expect(await patch({ id, blocked: true })).toMatchObject({ blocked_utc: NOW, version: 2 });
  service.clock.advance(60_000);
  expect(await patch({ id, blocked: true })).toMatchObject({ blocked_utc: NOW, version: 2 });
  expect(await patch({ id, blocked: false, display_name: 'Ada' })).toMatchObject({ blocked_utc: null, version: 3 });
  expect(await audit('customer.%block')).toEqual([
    { action: 'customer.block', object_id: String(id), changes: [{ field: 'blocked', from: false, to: true }] },
    { action: 'customer.unblock', object_id: String(id), changes: [{ field: 'blocked', from: true, to: false }] },
  ]);
});
