import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { countIdentities } from './count-rows.ts';
import { foldTallies } from './fold-tallies.ts';

let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService();
  home = await service.createSite();
});

afterEach(() => service.close());

const bind = (n: number, token = home.token) =>
  service.call('POST', 'bind_channel', {
    token,
    body: { email: `a${n}@example.com`, channel: 'sms', external_user_id: String(n) },
  });
const health = async () => (await service.call('GET', 'health', { token: home.token })).json.data;

test('customers and bindings are counted as they come and go, folded or not', async () => {
  const other = await service.createSite({ name: 'Other' });
  await bind(1, other.token);
  for (const n of [1, 1, 2, 3]) await bind(n);
  expect(await health()).toMatchObject({ customer_identities: 3, bound_channel_handles: 3 });
  expect(await foldTallies(service.database.owner)).toBe(16);
  await bind(4);
  await service.call('DELETE', 'bind_channel', {
    token: home.token,
    query: { channel: 'sms', external_user_id: '1' },
  });
  expect(await health()).toMatchObject({ customer_identities: 4, bound_channel_handles: 3 });
  expect(await foldTallies(service.database.owner)).toBe(6);
  await service.database.owner.query(
    sql`delete from customer_identity where site_id = ${home.site.id} and email = 'a2@example.com'`,
  );
  expect(await health()).toMatchObject({ customer_identities: 3, bound_channel_handles: 2 });
  const { json } = await service.call('GET', 'customer_identities', { token: home.token, query: 'limit=1' });
  expect(json.total_count).toBe(3);
});

test('a customer who is met again is counted once', async () => {
  const db = service.database.forSite(home.site.id);
  for (let n = 0; n < 3; n += 1) {
    const body = { subject: 'Bell', requester_email: 'a@example.com' };
    await service.call('POST', 'tickets', { token: home.token, body });
  }
  expect(await countIdentities(db, home.site.id)).toBe(1);
});

test('customers with an email and with a phone are counted as they get and lose one, and handles by channel', async () => {
  const { owner } = service.database;
  const known = async () => {
    const { customer_identities, channel_foundation } = (
      await service.call('GET', 'migrate_status', { token: home.token })
    ).json.data;
    const bound = channel_foundation.channels.map((item: { bound_handles: number }) => item.bound_handles);
    return [
      customer_identities.total_identified,
      customer_identities.with_email,
      customer_identities.with_phone,
      bound,
    ];
  };
  await bind(1);
  await bind(2);
  const body = { phone: '+4930123456', channel: 'whatsapp', external_user_id: 'w' };
  await service.call('POST', 'bind_channel', { token: home.token, body });
  expect(await known()).toEqual([3, 2, 1, [1, 0, 0, 2, 0]]);
  await foldTallies(owner);
  await owner.query(sql`update customer_identity set phone = '030', phone_key = '030' where email = 'a1@example.com'`);
  await owner.query(sql`update customer_identity set email = null, email_key = null where email = 'a1@example.com'`);
  await owner.query(
    sql`update customer_identity set email = 'b@example.com', ticket_count = 3 where email = 'a2@example.com'`,
  );
  expect(await known()).toEqual([3, 1, 2, [1, 0, 0, 2, 0]]);
  await owner.query(sql`delete from customer_identity where phone = '+4930123456'`);
  await foldTallies(owner);
  expect(await known()).toEqual([2, 1, 1, [0, 0, 0, 2, 0]]);
});

test('the tally goes with its site', async () => {
  await bind(1);
  await service.database.owner.query(sql`delete from site`);
  expect(await service.database.owner.query(sql`select * from row_tally`)).toEqual([]);
});

test('portal links are counted as they come and go, whatever becomes of them in between', async () => {
  const total = async (query: Record<string, string> = {}) => {
    const options = { token: home.token, query: { ...query, limit: 1 } };
    return (await service.call('GET', 'portal_tokens', options)).json.data.total_count;
  };
  expect(await total()).toBe(0);
  const ids: number[] = [];
  for (const n of [1, 2, 3]) {
    const body = { requester_email: `a${n}@example.com` };
    ids.push((await service.call('POST', 'portal_token', { token: home.token, body })).json.data.id);
  }
  await service.call('DELETE', 'portal_token', { token: home.token, query: { id: ids[0] ?? 0 } });
  expect(await total()).toBe(3);
  expect([await total({ state: 'active' }), await total({ q: 'a2@' }), await total({ q: 'b1@' })]).toEqual([2, 1, 0]);
  await service.database.owner.query(sql`delete from portal_token where email_key = 'a3@example.com'`);
  await foldTallies(service.database.owner);
  expect(await total()).toBe(2);
});
