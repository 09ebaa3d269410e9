import { afterEach, beforeEach, expect, test } from 'vitest';
import { CHANNELS } from '#contract/customers.ts';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { countRows } from '#server/testing/tables.ts';

const NOW = '2026-11-20T14:30:00.000Z';
const HANDLE = { channel: 'whatsapp', external_user_id: '+493023125001' };
let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  home = await service.createSite();
});

afterEach(() => service.close());

const post = (body: Record<string, unknown>, token = home.token) =>
  service.call('POST', 'bind_channel', { token, body: { ...HANDLE, ...body } });
const remove = (query: Record<string, string>, token = home.token) =>
  service.call('DELETE', 'bind_channel', { token, query: { ...HANDLE, ...query } });

async function bound(body: Record<string, unknown>) {
  const answer = await post(body);
  expectSuccess(answer);
  return answer.json.data;
}

async function identityOf(email: string) {
  return (await service.call('GET', 'customer', { token: home.token, query: { email } })).json.data.identity;
}

const count = async (table: 'channel_binding' | 'customer_identity') => (await countRows(service))[table];

test('API-bind_channel-POST: creates a customer and binds the handle', async () => {
  const data = await bound({ email: 'Ada@example.org', display_handle: '@ada', display_name: 'Ada' });
  expect(data).toEqual({ ok: true, ...HANDLE, identity_id: data.identity_id, display_handle: '@ada' });
  expect(await identityOf('ada@example.org')).toEqual({
    id: data.identity_id,
    email: 'Ada@example.org',
    phone: null,
    display_name: 'Ada',
    ticket_count: 0,
    first_seen_utc: NOW,
    last_seen_utc: NOW,
    channels: [{ ...HANDLE, display_handle: '@ada', bound_utc: NOW }],
    notes_count: 0,
    blocked_utc: null,
    merged_from: [],
    version: 1,
  });
});

test('API-bind_channel-POST: repeating a call gets the same answer, and an absent display handle keeps the stored one', async () => {
  const first = await bound({ email: 'ada@example.org', display_handle: '@ada' });
  service.clock.advance(60_000);
  for (const display_handle of ['@ada', undefined, null]) {
    expect(await bound({ email: 'ada@example.org', display_handle })).toEqual(first);
  }
  expect(await bound({ email: 'ada@example.org', display_handle: '@lady' })).toMatchObject({ display_handle: '@lady' });
  expect((await identityOf('ada@example.org')).channels).toEqual([
    { ...HANDLE, display_handle: '@lady', bound_utc: NOW },
  ]);
  expect(await count('channel_binding')).toBe(1);
});

test('API-bind_channel-POST: the id takes precedence over the email, the email over the phone; unknown ones fall through', async () => {
  const a = await bound({ email: 'a@example.org', external_user_id: '1' });
  const b = await bound({ phone: '+49 30 23125 002', external_user_id: '2' });
  const c = await bound({ email: 'c@example.org', external_user_id: '3' });
  const all = { email: 'A@EXAMPLE.org', phone: '0049 (30) 23125-002' };
  expect((await bound({ ...all, identity_id: c.identity_id })).identity_id).toBe(c.identity_id);
  expect((await bound({ ...all, identity_id: 9_007_199_254_740_993n })).identity_id).toBe(a.identity_id);
  expect((await bound({ ...all, email: 'nobody@example.org' })).identity_id).toBe(b.identity_id);
  expect((await bound({ ...all, identity_id: null })).identity_id).toBe(a.identity_id);
  expect(await count('customer_identity')).toBe(3);
});

test('API-bind_channel-POST: a taken handle moves to the given customer', async () => {
  await bound({ email: 'a@example.org', display_handle: '@a' });
  const second = await bound({ email: 'b@example.org' });
  expect(second.display_handle).toBe('@a');
  expect((await identityOf('a@example.org')).channels).toEqual([]);
  expect((await identityOf('b@example.org')).channels).toHaveLength(1);
});

test('API-bind_channel-POST: a call without a usable contact is no_identity and changes nothing', async () => {
  const before = await countRows(service);
  for (const body of [{}, { identity_id: 77 }, { phone: '(-)' }, { email: null, phone: null }]) {
    expectError(await post(body), 'no_identity');
  }
  expect(await countRows(service)).toEqual(before);
});

test('API-bind_channel: an unknown channel is bad_channel for both methods', async () => {
  for (const channel of ['fax', 'WhatsApp', ' sms', 'x'.repeat(300), 'constructor']) {
    expectError(await post({ channel, email: 'a@example.org' }), 'bad_channel');
    expectError(await remove({ channel }), 'bad_channel');
  }
  expectError(await post({ channel: '', email: 'a@example.org' }), 'bad_channel');
  expectError(await remove({ channel: '' }), 'missing_field');
  expectError(await post({ channel: undefined, email: 'a@example.org' }), 'missing_field');
  expectError(await post({ channel: 7, email: 'a@example.org' }), 'bad_field');
  for (const channel of CHANNELS) expect(await bound({ channel, email: 'a@example.org' })).toMatchObject({ channel });
  expect(await count('channel_binding')).toBe(CHANNELS.length);
});

test('API-bind_channel: lengths are counted in code points', async () => {
  const full = '🚲'.repeat(200);
  const email = 'a@example.org';
  expect(await bound({ email, external_user_id: full, display_handle: full })).toMatchObject({
    external_user_id: full,
  });
  for (const external_user_id of [`${full}x`, '', ' ']) {
    expectError(await post({ email, external_user_id }), 'bad_field');
  }
  expectError(await post({ email, display_handle: `${full}x` }), 'bad_field');
  expectError(await post({ email, display_name: 'x'.repeat(201) }), 'bad_field');
  expectError(await post({ email, phone: '1'.repeat(41) }), 'bad_field');
  expectError(await post({ email: 'nobody' }), 'bad_field');
  expectError(await remove({ external_user_id: `${full}x` }), 'bad_field');
  expectSuccess(await remove({ external_user_id: full }));
});

test('API-bind_channel-DELETE: unbinds the handle, and an absent one is no error', async () => {
  await bound({ email: 'a@example.org' });
  await bound({ email: 'a@example.org', channel: 'sms' });
  for (let time = 0; time < 2; time += 1) {
    const answer = await remove({});
    expectSuccess(answer);
    expect(answer.json.data).toEqual({ ok: true, ...HANDLE });
    expect((await identityOf('a@example.org')).channels).toMatchObject([{ channel: 'sms' }]);
  }
  expect((await identityOf('a@example.org')).email).toBe('a@example.org');
});

test('API-bind_channel-DELETE: a plus that was not URL-encoded still matches', async () => {
  await bound({ email: 'a@example.org' });
  const query = `channel=whatsapp&external_user_id=${HANDLE.external_user_id}`;
  const answer = await service.call('DELETE', 'bind_channel', { token: home.token, query });
  expectSuccess(answer);
  expect(answer.json.data).toEqual({ ok: true, ...HANDLE });
  expect(await count('channel_binding')).toBe(0);
  const blank = { external_user_id: ' 49' };
  await bound({ email: 'a@example.org', ...blank });
  await bound({ email: 'a@example.org', external_user_id: '+49' });
  expect((await remove(blank)).json.data).toMatchObject(blank);
  expect(await count('channel_binding')).toBe(1);
});

test('API-bind_channel: a handle of another site is another handle', async () => {
  const other = await service.createSite({ name: 'Other' });
  await post({ email: 'a@example.org' }, other.token);
  await bound({ email: 'a@example.org' });
  expectSuccess(await remove({}));
  expect(await count('channel_binding')).toBe(1);
  const theirs = await service.call('GET', 'customer', { token: other.token, query: { email: 'a@example.org' } });
  expect(theirs.json.data.identity.channels).toHaveLength(1);
});

test('API-bind_channel: on a site without channels the request is validated first', async () => {
  const bare = await service.createSite({ name: 'Bare', undeployed: ['channels'] });
  expectError(await post({ channel: 'fax', email: 'a@example.org' }, bare.token), 'bad_channel');
  expectError(await post({ external_user_id: undefined, email: 'a@example.org' }, bare.token), 'missing_field');
  expectError(await post({}, bare.token), 'no_identity');
  expectError(await post({ identity_id: 5 }, bare.token), 'no_identity');
  expectError(await remove({ channel: 'fax' }, bare.token), 'bad_channel');
  const before = await countRows(service);
  expectError(await post({ email: 'a@example.org' }, bare.token), 'bind_failed');
  expectError(await remove({}, bare.token), 'unbind_failed');
  expect(await countRows(service)).toEqual(before);
  const known = await service.call('POST', 'tickets', {
    token: bare.token,
    body: { subject: 'Bell', requester_email: 'b@example.org' },
  });
  const identity_id = known.json.data.customer_identity_id;
  expectError(await post({ identity_id }, bare.token), 'bind_failed');
});

test('API-bind_channel: audit rows of binding and unbinding have only channel names and ids', async () => {
  const { identity_id } = await bound({ email: 'a@example.org', display_handle: '@a', display_name: 'Ada' });
  await remove({});
  await remove({});
  const rows = await service.database.owner.query(sql`
    select action, object_id, changes from audit_log where object_type = 'customer_identity' order by id`);
  const id = String(identity_id);
  const change = (field: string, from: string | null, to: string | null) => ({ field, from, to });
  expect(rows).toEqual([
    {
      action: 'channel.bind',
      object_id: id,
      changes: [change('channel', null, 'whatsapp'), change('identity_id', null, id)],
    },
    {
      action: 'channel.unbind',
      object_id: id,
      changes: [change('channel', 'whatsapp', null), change('identity_id', id, null)],
    },
  ]);
});

test.each([{ email: 'new@example.org' }, { phone: '+49 30 23125 009' }, { email: 'n@example.org', phone: '+49 1' }])(
  'API-bind_channel-POST: fifty concurrent calls for %j create one customer and one binding',
  async (contact) => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(contact)));
    for (const answer of answers) expectSuccess(answer);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await count('customer_identity')).toBe(1);
    expect(await count('channel_binding')).toBe(1);
    const [made] = await service.database.owner.query<{ first: number }>(sql`
      select count(*)::integer as first from audit_log where changes @> ${'[{"field":"identity_id","from":null}]'}::text::jsonb`);
    expect(made?.first).toBe(1);
  },
);

test('API-bind_channel: binding and unbinding one handle concurrently always succeeds and leaves it bound or unbound', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      n % 3 === 2 ? remove({}) : post({ email: `${n % 4}@example.org`, phone: '+49 2' }),
    ),
  );
  for (const answer of answers) expectSuccess(answer);
  expect(await count('channel_binding')).toBeLessThanOrEqual(1);
  expectSuccess(await remove({}));
  expect(await count('channel_binding')).toBe(0);
});
