import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { countRows } from '#server/testing/tables.ts';

let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService();
  home = await service.createSite();
});

afterEach(() => service.close());

const post = (body: string | Uint8Array, query: Record<string, string> = {}, token = home.token) =>
  service.call('POST', 'bind_channels_bulk', { token, query, body, headers: { 'content-type': 'text/csv' } });

async function load(body: string, query: Record<string, string> = {}) {
  const answer = await post(body, query);
  expectSuccess(answer);
  return answer.json.data;
}

const FILE = [
  'Phone, CHANNEL ,notes,external_user_id,Email,display_handle',
  '+49 301,whatsapp,hello,+49301,a@example.org,Ada',
  '',
  '0049301,whatsapp,,+49301,,"Ada, ""again"""',
  ',fax,,1,a@example.org,',
  ',sms,,,a@example.org,',
  ',sms,,2,nobody,',
  ',sms,,3,,',
  ',sms,,4,b@example.org,,too many',
  '"',
].join('\r\n');

test('API-bind_channels_bulk-POST: every row has one outcome, and unbound rows have a reason', async () => {
  const expected = {
    total_rows: 8,
    bound: 1,
    refreshed: 1,
    minted_identity: 1,
    bad_channel: 1,
    no_identity: 1,
    failed: 4,
    error_sample: [
      'line 5: bad_channel: channel must be one of whatsapp, messenger, instagram, sms, email',
      'line 6: bad_field: external_user_id must be text of 1 to 200 characters',
      'line 7: bad_field: email must be an email address',
      'line 8: no_identity: The row has neither an email nor a phone',
      'line 9: bad_request: The row has 7 cells, the header has 6',
      'line 10: bad_request: A quotation mark is never closed',
    ],
  };
  const before = await countRows(service);
  expect(await load(FILE, { dry_run: '1' })).toEqual({ ...expected, dry_run: true, job_id: null });
  expect(await countRows(service)).toEqual(before);
  expect(await load(FILE)).toEqual({ ...expected, dry_run: false, job_id: expect.any(Number) });
  const again = { ...expected, bound: 0, refreshed: 2, minted_identity: 0 };
  expect(await load(`\ufeff${FILE}`, { dry_run: '' })).toEqual({
    ...again,
    dry_run: false,
    job_id: expect.any(Number),
  });
  const { json } = await service.call('GET', 'customer', { token: home.token, query: { phone: '+49301' } });
  expect(json.data.identity).toMatchObject({
    email: 'a@example.org',
    phone: '+49 301',
    display_name: null,
    channels: [{ channel: 'whatsapp', external_user_id: '+49301', display_handle: 'Ada, "again"' }],
  });
});

test('API-bind_channels_bulk-POST: the error sample has at most twenty rows, and the counts cover all', async () => {
  const rows = Array.from({ length: 300 }, (_, n) => `fax,${n},a@example.org`).join('\n');
  const data = await load(`channel,external_user_id,email\n${rows}`);
  expect(data).toMatchObject({ total_rows: 300, bad_channel: 300, bound: 0, minted_identity: 0 });
  expect(data.error_sample).toHaveLength(20);
  expect(data.error_sample[19]).toMatch(/^line 21: bad_channel: /);
});

test('API-bind_channels_bulk-POST: a number that a spreadsheet shortened is refused, and the valid rows are bound', async () => {
  const file = [
    'channel,external_user_id,email,phone',
    'whatsapp,4.91517E+12,,4.91517E+12',
    'sms,"4,91517e12",a@example.org,',
    'messenger,4.91517E+12,b@example.org,',
    'sms,+4915155501884,c@example.org,4.91517E+12',
    'sms,+4915155501885,c@example.org,',
  ].join('\n');
  const expected = {
    total_rows: 5,
    bound: 2,
    failed: 3,
    no_identity: 0,
    minted_identity: 2,
    error_sample: [
      'line 2: damaged_number: external_user_id is a number that a spreadsheet shortened, such as 4.91517E+12',
      'line 3: damaged_number: external_user_id is a number that a spreadsheet shortened, such as 4.91517E+12',
      'line 5: damaged_number: phone is a number that a spreadsheet shortened, such as 4.91517E+12',
    ],
  };
  expect(await load(file, { dry_run: '1' })).toMatchObject(expected);
  const answer = await load(file, { rows: '1' });
  expect(answer).toMatchObject(expected);
  expect(answer.rows.map(({ outcome, code }: { outcome: string; code: string | null }) => [outcome, code])).toEqual([
    ['failed', 'damaged_number'],
    ['failed', 'damaged_number'],
    ['bound', null],
    ['failed', 'damaged_number'],
    ['bound', null],
  ]);
  const { json } = await service.call('GET', 'customer_identities', { token: home.token });
  expect(json.data?.total_count ?? json.total_count).toBe(2);
});

test('API-bind_channels_bulk-POST: more rows than fit in one transaction', async () => {
  // The second transaction has new customers and some of the first one's.
  const rows = Array.from({ length: 6_001 }, (_, n) => `sms,${n},p${n % 5_500}@example.org,`);
  const text = `channel,external_user_id,email,phone\n${rows.join('\n')}`;
  expect(await load(text, { dry_run: '1' })).toMatchObject({ bound: 6_001, minted_identity: 5_500 });
  expect(await load(text)).toMatchObject({ total_rows: 6_001, bound: 6_001, minted_identity: 5_500 });
  const { json } = await service.call('GET', 'health', { token: home.token });
  expect(json.data).toMatchObject({ customer_identities: 5_500, bound_channel_handles: 6_001 });
  expect(await load(text)).toMatchObject({ bound: 0, refreshed: 6_001, minted_identity: 0 });
});

test.each([
  ['', 'empty_body'],
  ['\r\n\n', 'empty_body'],
  ['channel,email\nsms,a@example.org\n', 'bad_header'],
  ['channel;external_user_id\nsms;1\n', 'bad_header'],
  ['channel,external_user_id,Channel\nsms,1,sms\n', 'bad_header'],
  ['sms,1,a@example.org\n', 'bad_header'],
  ['channel\n', 'bad_header'],
  ['channel,external_user_id\n\n', 'no_rows'],
] as const)('API-bind_channels_bulk-POST: %j is %s and changes nothing', async (body, code) => {
  const before = await countRows(service);
  expectError(await post(body), code);
  expectError(await post(body, { dry_run: '1' }), code);
  expect(await countRows(service)).toEqual(before);
});

test('API-bind_channels_bulk-POST: dry_run is 1 or left out', async () => {
  for (const dry_run of ['0', 'true', '2', ' 1']) {
    const answer = await post(FILE, { dry_run });
    expectError(answer, 'bad_field');
    expect(answer.json.error.message).toBe('dry_run must be 1');
  }
});

test('API-bind_channels_bulk-POST: bad UTF-8 in the last byte applies nothing', async () => {
  const before = await countRows(service);
  const good = 'channel,external_user_id,email\nsms,1,a@example.org\n'.repeat(3_000);
  for (const end of [[0xff], [0xe2, 0x82], [0xed, 0xa0, 0x80]]) {
    expectError(await post(Buffer.concat([Buffer.from(good), Uint8Array.from(end)])), 'bad_request');
  }
  expect(await countRows(service)).toEqual(before);
});

test('API-bind_channels_bulk-POST: text/csv or no content type, and no encoding; the type is checked before the content', async () => {
  const send = (headers: Record<string, string>, body: string | Uint8Array = FILE) =>
    service.call('POST', 'bind_channels_bulk', { token: home.token, body, headers });
  for (const type of ['application/json', 'text/plain', 'text/csvx', 'multipart/form-data; boundary=x', ';']) {
    expectError(await send({ 'content-type': type }), 'unsupported_media_type');
    expectError(await send({ 'content-type': type }, Buffer.from([0xff])), 'unsupported_media_type');
  }
  expectError(await send({ 'content-type': 'text/csv', 'content-encoding': 'gzip' }), 'unsupported_media_type');
  for (const headers of [{}, { 'content-type': 'Text/CSV; charset=utf-8' }]) expectSuccess(await send(headers));
});

test('API-bind_channels_bulk-POST: on a site without channels every otherwise valid row fails', async () => {
  const bare = await service.createSite({ name: 'Bare', undeployed: ['channels'] });
  const before = await countRows(service);
  for (const query of [{}, { dry_run: '1' }]) {
    const answer = await post(FILE, query, bare.token);
    expectSuccess(answer);
    expect(answer.json.data).toMatchObject({ total_rows: 8, bound: 0, refreshed: 0, minted_identity: 0, failed: 6 });
    expect(answer.json.data.error_sample[0]).toBe('line 2: bind_failed: Channels are not deployed for this site');
    expect(answer.json.data.error_sample[2]).toMatch(/^line 5: bad_channel: /);
  }
  expectError(await post('channel\nx', {}, bare.token), 'bad_header');
  expect(await countRows(service)).toEqual(before);
});

test('API-bind_channels_bulk-POST: finds only customers of this site', async () => {
  const other = await service.createSite({ name: 'Other' });
  const text = 'channel,external_user_id,email,phone\nsms,1,a@example.org,\nsms,2,,+49 1\n';
  expectSuccess(await post(text, {}, other.token));
  expect(await load(text)).toMatchObject({ bound: 2, minted_identity: 2 });
  expect((await countRows(service))['channel_binding']).toBe(4);
});

test('API-bind_channels_bulk-POST: one row in the audit log, with the counts and no text from the file', async () => {
  await load(FILE, { dry_run: '1' });
  await load(FILE);
  const rows = await service.database.owner.query(sql`
    select action, object_type, changes, outcome, request_id is not null as has_request from audit_log
    where action like 'channel.%' order by id`);
  const counts = {
    total_rows: 8,
    bound: 1,
    refreshed: 1,
    minted_identity: 1,
    bad_channel: 1,
    no_identity: 1,
    failed: 4,
  };
  expect(rows).toEqual([
    {
      action: 'channel.bulk_bind',
      object_type: 'import',
      changes: Object.entries(counts).map(([field, to]) => ({ field, from: null, to })),
      outcome: 'ok',
      has_request: true,
    },
  ]);
});

test('an import keeps the last seen time of customers who wrote, and sorts the customers it creates after them', async () => {
  for (const requester_email of ['ada@example.org', 'ben@example.org']) {
    const body = { subject: 'Help', requester_email };
    expectSuccess(await service.call('POST', 'tickets', { token: home.token, body }));
  }
  const list = async (query: Record<string, string>) => {
    const answer = await service.call('GET', 'customer_identities', {
      token: home.token,
      query: { order_by: 'recent', ...query },
    });
    return answer;
  };
  const seen = async () =>
    (await list({})).json.items.map((one: { email: string; last_seen_utc: string }) => [one.email, one.last_seen_utc]);
  const before = await seen();
  service.clock.advance(3_600_000);
  expect(await load('channel,external_user_id,email\nsms,1,ada@example.org\nsms,2,new@example.org\n')).toMatchObject({
    bound: 2,
    minted_identity: 1,
  });
  expect((await seen()).slice(0, 2)).toEqual(before);
  const file = await list({ format: 'csv', all: '1' });
  expect(file.text.match(/\w+@/g)).toEqual([...before.map(([email]: [string]) => email.replace(/@.*/, '@')), 'new@']);
});
