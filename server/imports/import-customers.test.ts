import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { findWrongCounters } from '#server/admin/recount.ts';
import { runAdminOn } from '#server/testing/run-admin.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

const NOW = '2026-11-20T14:30:00.000Z';
let service: TestService;
let own: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  own = await service.createSite();
});
afterEach(() => service.close());

async function run(rows: readonly object[], at = own): Promise<Record<string, unknown>> {
  const file = path.join(await mkdtemp(path.join(inject('testFolder'), 'import-')), 'rows.ndjson');
  await writeFile(file, rows.map((row) => JSON.stringify(row)).join('\n'));
  return runAdminOn(service, 'import', '--site-id', String(at.site.id), '--kind', 'customers', '--file', file);
}

const call = async (method: string, resource: string, options: object, at = own) =>
  (await service.call(method, resource, { token: at.token, ...options })).json.data;
const customer = (query: object) => call('GET', 'customer', { query });
const count = async () => (await service.call('GET', 'customer_identities', { token: own.token })).json.total_count;

const ANA = {
  external_id: 'c-1',
  email: 'Ana@example.org',
  phone: '+34 600 100 200',
  display_name: 'Ana Alvarez',
  first_seen_utc: '2024-03-01T10:00:00+01:00',
  channels: [
    { channel: 'whatsapp', external_user_id: '+34600100200', display_handle: 'Ana' },
    { channel: 'instagram', external_user_id: 'ana.alvarez' },
  ],
};

test('a customer has the fields of the row, the channels and the first day, and is skipped the second time', async () => {
  expect(await run([ANA, { external_id: 'c-2', phone: '+34 600 100 201' }])).toEqual({
    site_id: own.site.id,
    kind: 'customers',
    total_rows: 2,
    imported_rows: 2,
    skipped_rows: 0,
    failed_rows: 0,
    error_sample: [],
  });
  const { identity } = await customer({ email: 'ana@example.org' });
  expect(identity).toMatchObject({
    email: 'Ana@example.org',
    phone: '+34 600 100 200',
    display_name: 'Ana Alvarez',
    ticket_count: 0,
    first_seen_utc: '2024-03-01T09:00:00.000Z',
    version: 1,
  });
  expect(identity.channels).toMatchObject([
    { channel: 'instagram', external_user_id: 'ana.alvarez', display_handle: null, bound_utc: NOW },
    { channel: 'whatsapp', external_user_id: '+34600100200', display_handle: 'Ana', bound_utc: NOW },
  ]);
  const changed = { ...ANA, display_name: 'Other', channels: [{ channel: 'sms', external_user_id: '+34600100200' }] };
  expect(await run([changed])).toMatchObject({ imported_rows: 0, skipped_rows: 1 });
  expect((await customer({ email: 'ana@example.org' })).identity).toEqual(identity);
  expect(await count()).toBe(2);
  expect(await findWrongCounters(service.database.owner, own.site.id)).toEqual([]);
});

test('a row finds its customer by email, then by phone, and adds only what the customer lacks', async () => {
  await call('POST', 'tickets', { body: { subject: 'Bell', requester_email: 'ana@example.org' } });
  await call('POST', 'customer', { body: { phone: '0034600100201', display_name: 'Ben' } });
  expect(
    await run([ANA, { external_id: 'c-2', email: 'ben@example.org', phone: '+34600100201', display_name: 'Benno' }]),
  ).toMatchObject({ imported_rows: 2, failed_rows: 0 });
  expect(await count()).toBe(2);
  expect((await customer({ email: 'ana@example.org' })).identity).toMatchObject({
    email: 'ana@example.org',
    phone: '+34 600 100 200',
    display_name: 'Ana Alvarez',
    ticket_count: 1,
    first_seen_utc: '2024-03-01T09:00:00.000Z',
  });
  expect((await customer({ email: 'ben@example.org' })).identity).toMatchObject({
    phone: '0034600100201',
    display_name: 'Ben',
  });
  expect(await findWrongCounters(service.database.owner, own.site.id)).toEqual([]);
});

test('another email or phone of a known customer becomes a channel, so that nothing of the row is lost', async () => {
  await run([
    { external_id: 'a', email: 'one@example.org', phone: '+34600100200' },
    { external_id: 'b', email: 'two@example.org', phone: '+34600100200' },
    { external_id: 'c', email: 'one@example.org', phone: '+34600100299' },
  ]);
  expect(await count()).toBe(1);
  const { identity } = await customer({ phone: '+34600100200' });
  expect(identity).toMatchObject({ email: 'one@example.org', phone: '+34600100200' });
  expect(
    identity.channels.map((one: Record<string, string>) => `${one['channel']} ${one['external_user_id']}`).toSorted(),
  ).toEqual(['email two@example.org', 'sms +34600100299']);
});

test('a phone of another customer stays with them', async () => {
  await run([
    { external_id: 'a', phone: '+34600100200' },
    { external_id: 'b', email: 'two@example.org' },
    { external_id: 'c', email: 'two@example.org', phone: '+34600100200', display_name: 'Two' },
  ]);
  expect((await customer({ email: 'two@example.org' })).identity).toMatchObject({ phone: null, display_name: 'Two' });
  expect(await count()).toBe(2);
});

test('a row fails alone, with nothing of it stored: a channel of another customer, no contact, a damaged number', async () => {
  await run([ANA]);
  const taken = { channel: 'whatsapp', external_user_id: '+34600100200' };
  const free = { channel: 'sms', external_user_id: '+34600100333' };
  const { id } = (await customer({ email: 'ana@example.org' })).identity;
  const result = await run([
    { external_id: 'x1', email: 'ben@example.org', channels: [free, taken] },
    { external_id: 'x2', display_name: 'No contact' },
    { external_id: 'x3', phone: '4.91517E+12' },
    { external_id: 'x4', phone: '()' },
    { external_id: 'x5', email: 'ben' },
    { external_id: 'x6', email: 'ben@example.org', channels: [{ ...free, channel: 'fax' }] },
    { external_id: 'x7', email: 'ben@example.org', first_seen_utc: '2027-01-01T00:00:00Z' },
    { email: 'ben@example.org' },
    { external_id: 'x8', email: 'ben@example.org', colour: 'red' },
    { external_id: 'ok', email: 'ok@example.org' },
  ]);
  expect(result).toMatchObject({ total_rows: 10, imported_rows: 1, failed_rows: 9 });
  expect(result['error_sample']).toEqual([
    `line 1: conflict: channels[1] belongs to customer ${id}`,
    'line 2: no_identity: The row has neither an email nor a phone',
    'line 3: damaged_number: phone is a number that a spreadsheet shortened, such as 4.91517E+12',
    'line 4: bad_field: phone must have digits',
    'line 5: bad_field: email must be an email address',
    'line 6: bad_channel: channels[0]: channel must be one of whatsapp, messenger, instagram, sms, email',
    'line 7: bad_field: first_seen_utc must not be in the future',
    'line 8: missing_field: external_id is required',
    'line 9: bad_field: colour is not a field of this request',
  ]);
  expect(await count()).toBe(2);
  expect((await service.call('GET', 'customer', { token: own.token, query: { phone: '+34600100333' } })).status).toBe(
    404,
  );
});

test('a site without channels refuses rows that have some, and takes the others', async () => {
  const plain = await service.createSite({ name: 'Plain', undeployed: ['channels'] });
  expect(await run([ANA, { ...ANA, external_id: 'c-2', channels: [] }], plain)).toMatchObject({
    imported_rows: 1,
    error_sample: ['line 1: bind_failed: Channels are not deployed for this site'],
  });
});

test('after a merge the next run changes nothing, and the ids of another site do not count', async () => {
  await run([ANA, { external_id: 'c-2', email: 'other@example.org' }]);
  const [a, b] = [
    (await customer({ email: 'ana@example.org' })).identity.id,
    (await customer({ email: 'other@example.org' })).identity.id,
  ];
  await call('POST', 'customer_merges', { body: { survivor_id: a, merged_id: b } });
  const before = await customer({ identity_id: a });
  expect(await run([ANA, { external_id: 'c-2', email: 'other@example.org' }])).toMatchObject({ failed_rows: 0 });
  expect(await customer({ identity_id: a })).toEqual(before);
  expect(await count()).toBe(1);
  const elsewhere = await service.createSite({ name: 'Elsewhere' });
  expect(await run([ANA], elsewhere)).toMatchObject({ imported_rows: 1 });
});

test('erasing the customer forgets the external id, which may be an address', async () => {
  await run([{ external_id: 'ana@example.org', email: 'ana@example.org' }]);
  await runAdminOn(service, 'erase', '--site-id', String(own.site.id), '--email', 'ana@example.org');
  expect(await service.database.owner.query(sql`select 1 as one from imported_customer`)).toEqual([]);
});
