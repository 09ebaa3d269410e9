import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { ADMIN_ACTOR } from '#server/audit/outside-actor.ts';
import { changeSite } from '#server/site/change-site.ts';
import { expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { renewAllKeys, renewKeys } from './renew-keys.ts';

let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: '2026-11-20T14:30:00.000Z' });
  home = await service.createSite();
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

const move = async (country: 'DE' | 'FR') => {
  const { owner } = service.database;
  await changeSite(owner, home.site.id, { country }, { actor: ADMIN_ACTOR, now: service.clock.now() });
  home = { ...home, site: { ...home.site, country } };
  // Makes the service read tokens with their site again.
  service.clock.advance(1_000);
  return renewKeys(service.database, home.site);
};

const versions = () =>
  service.database.owner.query(sql`
    select 'ticket' as kind, site_id, id, version from ticket
    union all select 'customer', site_id, id, version from customer_identity
    order by kind, site_id, id`);

test('a new country renews the keys of all rows; customers that then share a key stay separate as duplicates', async () => {
  const other = await service.createSite({ name: 'Other' });
  await call('POST', 'customer', { phone: '040 1234567' }, other);
  const one = (await call('POST', 'customer', { email: 'a@example.org', phone: '040 1234567' })).identity.id;
  const two = (await call('POST', 'customer', { email: 'b@example.org', phone: '+49 40 1234567' })).identity.id;
  const merged = (await call('POST', 'customer', { phone: '040 765' })).identity.id;
  await call('POST', 'customer_merges', { survivor_id: one, merged_id: merged });
  await call('POST', 'tickets', { subject: 'Bell', requester_phone: '040 1234567' });
  await call('POST', 'visitors', { visitor_key: 'v', phone: '040 1234567' });
  const before = await versions();
  expect(await move('DE')).toEqual({ customers: 1, aliases: 1, tickets: 1, visitors: 1 });
  expect(await versions()).toEqual(before);
  for (const phone of ['+49 40 1234567', '0401234567'])
    expect((await read('customer', { phone })).identity.id).toBe(one);
  expect((await read('customer', { email: 'b@example.org' })).identity).toMatchObject({
    id: two,
    phone: '+49 40 1234567',
  });
  expect((await read('customer', { phone: '+4940765' })).identity.id).toBe(one);
  expect((await read('tickets', { q: '+49 40 1234567' })).total_count).toBe(1);
  expect((await read('visitors', { q: '+49 40 1234567' })).total_count).toBe(1);
  expect((await read('customer_duplicates', { identity_id: one })).items).toMatchObject([
    { strength: 'strong', evidence: [{ kind: 'phone', value: '+49401234567' }] },
  ]);
  // Another site is unchanged, and a second run changes nothing.
  expect((await service.call('GET', 'customer', { token: other.token, query: { phone: '+49401234567' } })).status).toBe(
    404,
  );
  expect(await move('DE')).toEqual({ customers: 0, aliases: 0, tickets: 0, visitors: 0 });
});

test('renews keys made with other rules at the start of the service, once per site', async () => {
  const german = await service.createSite({ name: 'German', country: 'DE' });
  await call('POST', 'customer', { phone: '040 1234567' }, german);
  await call('POST', 'tickets', { subject: 'For Schönfeld', requester_phone: '+49 (0)40 1' }, german);
  const { owner } = service.database;
  await owner.query(sql`update customer_identity set phone_key = '0401234567'`);
  await owner.query(
    sql`update ticket set requester_phone_key = '+490401', search_text = '#1001' || E'\nfor schönfeld'`,
  );
  await renewAllKeys(service.database);
  expect(await owner.query(sql`select phone_key from customer_identity`)).toEqual([{ phone_key: '0401234567' }]);
  await owner.query(sql`update site set keys_made_for = ''`);
  await renewAllKeys(service.database, () => false);
  expect(await owner.query(sql`select phone_key from customer_identity`)).toEqual([{ phone_key: '0401234567' }]);
  await renewAllKeys(service.database);
  expect(await owner.query(sql`select phone_key from customer_identity`)).toEqual([{ phone_key: '+49401234567' }]);
  expect(await owner.query(sql`select requester_phone_key as key from ticket`)).toEqual([{ key: '+49401' }]);
  expect((await read('tickets', { q: 'Schoenfeld' }, german)).total_count).toBe(1);
  expect(await owner.query(sql`select keys_made_for as keys from site order by id`)).toEqual([
    { keys: '1' },
    { keys: '1 DE' },
  ]);
});

test('thousands of rows take several steps, and all are renewed', async () => {
  await service.database.owner.query(sql`
    insert into customer_identity (site_id, id, phone, phone_key, first_seen_utc, last_seen_utc)
    select ${home.site.id}, 10000 + n, '040 ' || 1000 + n, '040' || 1000 + n, ${'2026-11-20T00:00:00Z'}::timestamptz,
      ${'2026-11-20T00:00:00Z'}::timestamptz from generate_series(1, 1500) n`);
  expect(await move('DE')).toMatchObject({ customers: 1500 });
  const [left] = await service.database.owner.query(sql`
    select count(*)::integer as n from customer_identity where phone_key not like '+4940%'`);
  expect(left).toEqual({ n: 0 });
});
