import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { CustomerDesk } from '#server/testing/customer-desk.ts';
import { expectSuccess } from '#server/testing/expect-answer.ts';

const desk = new CustomerDesk();
beforeEach(desk.open);
afterEach(desk.close);

const OTHERS = ['ann@sub.example', 'ben@sub.example', 'n@sub.example.org', 'dan@sub.example'];

async function subscribe(): Promise<void> {
  const at = '2026-11-01T00:00:00Z';
  await desk.service.database.owner.query(sql`
    insert into webhook_subscription (site_id, id, url, events, include_pii, state, key_id, nonce, created_utc, updated_utc)
    values (${desk.home.site.id}, 5000, 'https://example.org/', '{*}', true, 'active', '', '', ${at}, ${at})`);
}

const keyed = (email: string) =>
  desk.service.call('POST', 'tickets', {
    token: desk.home.token,
    body: { subject: `Of ${email}`, requester_email: email, requester_phone: '+34 600 111 001' },
    headers: { 'idempotency-key': `key of ${email}` },
  });

const deliveries = () =>
  desk.service.database.owner.query<{ id: bigint; state: string; body: string | null }>(sql`
    select id, state, body from webhook_delivery order by id`);
const answers = () =>
  desk.service.database.owner.query<{ key: string }>(sql`select key, answer from idempotency_record order by key`);
const countTickets = async () =>
  (await desk.service.call('GET', 'tickets', { token: desk.home.token, query: { limit: 1 } })).json.total_count;

/** Tickets, visitors and links of several people, with all webhook deliveries pending. */
async function others() {
  await subscribe();
  const first = new Map<string, string>();
  for (const email of OTHERS) {
    const answer = await keyed(email);
    expectSuccess(answer);
    first.set(email, answer.text);
    await desk.post('visitors', { visitor_key: `visitor of ${email}`, email, phone: '+1 111' });
    await desk.post('portal_token', { requester_email: email });
  }
  return { first, deliveries: await deliveries(), answers: await answers() };
}

test.each([
  ['a phone of one digit', { phone: '1' }, '1'],
  ['an address that is the end of others', { email: 'n@sub.example' }, 'n@sub.example'],
])('a person with %s leaves everybody else alone', async (_name, person, confirmation) => {
  const before = await others();
  const id = await desk.customer(person);
  const nothing = { webhook_bodies: 0, kept_answers: 0, tickets: 0, visitors: 0, links: 0 };
  expect(await desk.post('customer_erase', { identity_id: id, dry_run: true })).toMatchObject(nothing);
  const done = await desk.post('customer_erase', { identity_id: id, confirm_email: confirmation });
  expect(done).toMatchObject(nothing);
  expect(await deliveries()).toEqual(before.deliveries);
  expect(await answers()).toEqual(before.answers);
  for (const email of OTHERS) expect((await keyed(email)).text).toBe(before.first.get(email));
  expect(await countTickets()).toBe(OTHERS.length);
});

test('deliveries about the person are erased in any spelling, and say why they are not sent', async () => {
  const before = await others();
  const email = 'n@sub.example';
  await keyed(email.toUpperCase());
  await desk.post('visitors', { visitor_key: 'own', email });
  await desk.post('portal_token', { requester_email: email });
  const by = { visitor_key: 'by phone', phone: '+34 600 222 002' };
  const id = await desk.whoisId({ email });
  await desk.send('PATCH', 'customer', { id, phone: '0034 (600) 222002' });
  await desk.post('visitors', by);
  const own = (await deliveries()).slice(before.deliveries.length);
  expect(own).toHaveLength(4);
  const counts = { webhook_bodies: 4, kept_answers: 1, tickets: 1, visitors: 2, links: 1 };
  expect(await desk.post('customer_erase', { identity_id: id, dry_run: true })).toMatchObject(counts);
  expect(await desk.post('customer_erase', { identity_id: id, confirm_email: email })).toMatchObject(counts);
  const after = await deliveries();
  expect(after.slice(0, before.deliveries.length)).toEqual(before.deliveries);
  expect(after.slice(before.deliveries.length)).toEqual(own.map((row) => ({ ...row, state: 'cancelled', body: null })));
  expect(await answers()).toEqual(before.answers);
  const { items } = await desk.get('webhook_deliveries', { state: 'cancelled' });
  expect(items).toHaveLength(4);
  for (const item of items) expect(item).toMatchObject({ last_error_code: 'erased', next_attempt_utc: null });
  const audit = (await desk.get('audit_log', { action: 'person.erase' })).items[0];
  expect(audit.changes).toEqual(
    expect.arrayContaining([
      { field: 'webhook_bodies', from: null, to: 4 },
      { field: 'kept_answers', from: null, to: 1 },
    ]),
  );
});

test('a visitor who was another person before is matched for both, and a replay like its original', async () => {
  await subscribe();
  await desk.post('visitors', { visitor_key: 'shared tablet', email: 'ann@sub.example' });
  await desk.post('visitors', { visitor_key: 'shared tablet', email: 'ben@sub.example' });
  const { owner } = desk.service.database;
  await owner.query(sql`update webhook_delivery set state = 'failed', due_utc = null where body like '%ann@sub%'`);
  const [failed] = await owner.query<{ id: bigint }>(sql`select id from webhook_delivery where state = 'failed'`);
  await desk.post('webhook_deliveries', { action: 'replay', id: failed?.id });
  const id = await desk.customer({ email: 'ann@sub.example' });
  const counts = { webhook_bodies: 2, visitors: 0 };
  expect(await desk.post('customer_erase', { identity_id: id, dry_run: true })).toMatchObject(counts);
  await desk.post('customer_erase', { identity_id: id, confirm_email: 'ann@sub.example' });
  const left = await deliveries();
  expect(left.filter(({ body }) => body !== null).map(({ body }) => body)).toEqual([
    expect.stringContaining('ben@sub.example'),
  ]);
  expect(left.map(({ state }) => state).toSorted()).toEqual(['cancelled', 'failed', 'pending']);
});

test('a visitor with only a phone is found by its national format', async () => {
  const at = await desk.service.createSite({ country: 'DE' });
  await desk.post('webhook_subscriptions', { url: 'https://example.org/', events: ['*'], include_pii: true }, at);
  await desk.post('visitors', { visitor_key: 'by phone', phone: '040 1234567' }, at);
  await desk.post('visitors', { visitor_key: 'another', phone: '040 1234568' }, at);
  const id = await desk.customer({ phone: '+49 40 1234567' }, at);
  const erase = { identity_id: id, confirm_email: '+49401234567' };
  expect(await desk.post('customer_erase', erase, at)).toMatchObject({ visitors: 1, webhook_bodies: 1 });
  const left = (await deliveries()).map(({ body }) => body);
  expect(left.filter((body) => body?.includes('1234568'))).toHaveLength(1);
  expect(left.filter((body) => body?.includes('1234567'))).toEqual([]);
});
