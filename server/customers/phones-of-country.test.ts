import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

const INSIDE = '040 / 123 45-67';
const ABROAD = '+49 (0)40 1234567';
let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: '2026-11-20T14:30:00.000Z' });
  home = await service.createSite({ country: 'DE' });
});

afterEach(() => service.close());

async function call(method: string, resource: string, body: object, at = home) {
  const answer = await service.call(method, resource, { token: at.token, body });
  expectSuccess(answer);
  return answer.json.data ?? answer.json;
}

async function read(resource: string, query: object = {}, at = home) {
  const answer = await service.call('GET', resource, { token: at.token, query: { ...query } });
  expectSuccess(answer);
  return answer.json.data ?? answer.json;
}

const idsOf = (data: { items: { id: number }[] }) => data.items.map(({ id }) => id);

test("a national number equals the international one everywhere, by the site's country", async () => {
  const { identity } = await call('POST', 'customer', { email: 'ada@example.org', phone: INSIDE });
  expect(identity.phone).toBe(INSIDE);
  const { id } = identity;
  // Search.
  for (const phone of [INSIDE, ABROAD, '0049 40 1234567', '+49401234567'])
    expect((await read('customer', { phone })).identity.id).toBe(id);
  for (const q of [INSIDE, ABROAD, '0401234567', '401234567', '+4940123', '040123'])
    expect(idsOf(await read('customer_identities', { q })), q).toEqual([id]);
  // No other customer can take the phone.
  const taken = await service.call('POST', 'customer', { token: home.token, body: { phone: ABROAD } });
  expect(taken.status).toBe(409);
  // Single and bulk binding.
  expect(
    (await call('POST', 'bind_channel', { channel: 'sms', external_user_id: 'a', phone: ABROAD })).identity_id,
  ).toBe(id);
  const file = `channel,external_user_id,phone\r\nsms,b,${ABROAD}\r\nsms,c,0049 40 1234567\r\nsms,d,040 999\r\nsms,e,+49 40 999\r\n`;
  const bulk = (query: object) =>
    service.call('POST', 'bind_channels_bulk', {
      token: home.token,
      query: { ...query },
      body: file,
      headers: { 'content-type': 'text/csv' },
    });
  const tried = await bulk({ dry_run: 1 });
  expect(tried.json.data).toMatchObject({ bound: 4, minted_identity: 1 });
  expect((await bulk({})).json.data).toMatchObject({ bound: 4, minted_identity: 1 });
  expect((await read('customer', { identity_id: id })).identity.channels).toHaveLength(3);
  // Visitors and ingest.
  const visitor = await call('POST', 'visitors', { visitor_key: 'v', phone: ABROAD });
  expect(visitor.customer_identity_id).toBe(id);
  expect((await read('visitors', { q: INSIDE })).total_count).toBe(1);
  const messages = [{ role: 'visitor', text: 'Hello' }];
  await call('POST', 'ingest', { items: [{ kind: 'transcript', session_id: 's', phone: ABROAD, messages }] });
  const sessions = await service.database.owner.query(sql`select customer_identity_id as id from chat_session`);
  expect(sessions).toEqual([{ id: BigInt(id) }]);
});

test('tickets are found by a phone in any format', async () => {
  const written = [INSIDE, ABROAD, '0049 (40) 1234567'];
  for (const phone of written) await call('POST', 'tickets', { subject: 'Bell', requester_phone: phone });
  await call('POST', 'tickets', { subject: 'Bell', requester_phone: '+43 40 1234567' });
  for (const phone of written) {
    const filter = JSON.stringify({ all: [{ field: 'requester_phone', op: 'is', value: phone }] });
    expect((await read('tickets', { filter })).total_count).toBe(3);
    expect((await read('tickets', { q: phone })).total_count, phone).toBe(3);
  }
});

test('one number in two formats is strong evidence of one person', async () => {
  const one = await call('POST', 'customer', { email: 'a@example.org', phone: '040 123' });
  const other = await call('POST', 'customer', { email: 'b@example.org' });
  await call('POST', 'bind_channel', {
    identity_id: other.identity.id,
    channel: 'sms',
    external_user_id: '+49 40 123 45 67',
  });
  await call('PATCH', 'customer', { id: one.identity.id, phone: INSIDE });
  const { items } = await read('customer_duplicates', { identity_id: one.identity.id });
  expect(items).toMatchObject([{ strength: 'strong', evidence: [{ kind: 'handle', value: '+49401234567' }] }]);
});

test('without a country, or in another one, it is a different number', async () => {
  for (const at of [
    await service.createSite({ name: 'Nowhere' }),
    await service.createSite({ name: 'Paris', country: 'FR' }),
  ]) {
    await call('POST', 'customer', { phone: INSIDE }, at);
    const found = await service.call('GET', 'customer', { token: at.token, query: { phone: ABROAD } });
    expect(found.status).toBe(404);
    expect((await read('whoami', {}, at)).country).toBe(at.site.country);
  }
  expect((await read('whoami')).country).toBe('DE');
});
