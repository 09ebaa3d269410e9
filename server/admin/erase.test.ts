import { afterEach, beforeEach, expect, test } from 'vitest';
import { recordCsat } from '#server/csat/record-csat.ts';
import { sql } from '#server/db/db.ts';
import { dumpTables } from '#server/testing/tables.ts';
import { runAdminOn } from '#server/testing/run-admin.ts';
import { startTestService, TEST_ACTOR, type TestService, type TestSite } from '#server/testing/service.ts';

let service: TestService;
let own: TestSite;
let elsewhere: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: '2026-11-20T14:30:00.000Z' });
  own = await service.createSite();
  elsewhere = await service.createSite({ name: 'Elsewhere' });
});
afterEach(() => service.close());

const CANARY = 'canary.person@example.org';

async function create(at: TestSite, body: Record<string, unknown>, key?: string) {
  const headers = key === undefined ? {} : { headers: { 'idempotency-key': key } };
  return (await service.call('POST', 'tickets', { token: at.token, body: { subject: 'Bell', ...body }, ...headers }))
    .json.data;
}

/** The content of all tables, as one text. */
const everything = async () => (await dumpTables(service.database.owner)).join('\n');

const eraseCanary = (email = CANARY) =>
  runAdminOn(service, 'erase', '--site-id', String(own.site.id), '--email', email);

test('a person is erased with all that identifies them, and no one else', async () => {
  const first = await create(
    own,
    {
      subject: 'canary subject',
      requester_name: 'Canary Person',
      requester_email: CANARY,
      requester_phone: '+34 600 700 800',
      initial_comment: 'canary words',
    },
    'a key',
  );
  await create(own, { requester_email: CANARY.toUpperCase() });
  const { token } = own;
  await service.call('PATCH', 'ticket', { token, body: { id: first.id, status: 'pending', tags: 'vip' } });
  await service.call('POST', 'ticket_comments', {
    token,
    body: { ticket_id: first.id, body: 'canary reply' },
    headers: { 'idempotency-key': 'another key' },
  });
  const kept = await create(own, { requester_email: 'other@example.org', subject: 'Stays' }, 'third key');
  const rated = { actor: TEST_ACTOR, now: service.clock.now() };
  await service.database.forSite(own.site.id).transaction(async (db) => {
    await recordCsat(db, own.site, { ticketId: BigInt(first.id), score: 1, comment: 'canary rates' }, rated);
    await recordCsat(db, own.site, { ticketId: BigInt(kept.id), score: 5 }, rated);
  });
  const theirs = await create(elsewhere, { requester_email: CANARY, subject: 'Theirs' });
  await service.database.owner.query(sql`
    insert into channel_binding (site_id, id, channel, external_user_id, identity_id, bound_utc)
    values (${own.site.id}, 6000, 'sms', 'canary-handle', ${BigInt(first.customer_identity_id)}, ${'2026-11-01T00:00:00Z'})`);
  await service.database.owner.query(sql`
    insert into channel_message (site_id, id, channel, direction, external_user_id, created_utc)
    select ${own.site.id}, 6000 + n, 'sms', 'in', h, ${'2026-11-01T00:00:00Z'}::timestamptz
    from unnest(array['canary-handle', 'other-handle']) with ordinality as u (h, n)`);

  await service.call('POST', 'portal_token', { token, body: { requester_email: CANARY } });
  await service.database.owner.query(sql`
    insert into webhook_subscription (site_id, id, url, events, include_pii, state, key_id, nonce, created_utc, updated_utc)
    values (${own.site.id}, 5000, 'https://example.org/', '{*}', true, 'active', '', '', ${'2026-11-01T00:00:00Z'}, ${'2026-11-01T00:00:00Z'})`);
  await service.call('PATCH', 'ticket', { token, body: { id: first.id, priority: 'high' } });
  await service.call('PATCH', 'ticket', { token, body: { id: kept.id, priority: 'high' } });

  const ingest = (item: Record<string, unknown>) => service.call('POST', 'ingest', { token, body: { items: [item] } });
  await service.call('POST', 'visitors', { token, body: { visitor_key: 'canary-visitor', email: CANARY } });
  await service.call('POST', 'visitors', { token, body: { visitor_key: 'other-visitor', email: 'other@example.org' } });
  await service.call('POST', 'track', { token, body: { visitor_key: 'canary-visitor', event: 'canary.opened' } });
  const said = { messages: [{ role: 'visitor', text: 'canary words' }] };
  await ingest({ kind: 'transcript', session_id: 'canary-1', visitor_key: 'canary-visitor', ...said });
  await ingest({ kind: 'transcript', session_id: 'canary-2', ticket_id: first.id, ...said });
  await ingest({ kind: 'transcript', session_id: 'other', messages: [{ role: 'visitor', text: 'Hello' }] });
  await ingest({ kind: 'feedback', rating: 2, comment: 'canary says', ticket_id: first.id });
  await ingest({ kind: 'feedback', rating: 3, comment: 'canary says', session_id: 'canary-2' });

  expect(await eraseCanary('Canary.Person@Example.org')).toEqual({
    site_id: own.site.id,
    tickets: 2,
    comments: 2,
    ratings: 1,
    undo_rows: 2,
    identities: 1,
    handles: 1,
    messages: 1,
    kept_answers: 2,
    visitors: 1,
    events: 1,
    sessions: 2,
    portal_tokens: 1,
    webhook_bodies: 2,
    saved_views: 0,
    tags: 0,
  });
  const left = await everything();
  const site = left.split('\n').filter((line) => !line.includes(`(${elsewhere.site.id},`));
  expect(site.filter((line) => /canary/i.test(line))).toEqual([]);
  expect(site.filter((line) => line.includes('600 700'))).toEqual([]);
  expect(left).toContain('other-handle');
  expect(await service.database.owner.query(sql`select ticket_id from ticket_undo`)).toEqual([
    { ticket_id: BigInt(kept.id) },
  ]);
  expect(
    await service.database.owner.query(sql`select state, body is null as is_empty from webhook_delivery order by id`),
  ).toEqual([
    { state: 'cancelled', is_empty: true },
    { state: 'pending', is_empty: false },
    { state: 'cancelled', is_empty: true },
    { state: 'pending', is_empty: false },
  ]);
  expect(await service.database.owner.query(sql`select session_id from chat_session`)).toEqual([
    { session_id: 'other' },
  ]);
  expect(await service.database.owner.query(sql`select rating, comment from feedback order by rating`)).toEqual([
    { rating: 2, comment: null },
    { rating: 3, comment: null },
  ]);
  for (const [at, { id }] of [
    [own, kept],
    [elsewhere, theirs],
  ] as const) {
    expect((await service.call('GET', 'ticket', { token: at.token, query: { id: String(id) } })).status).toBe(200);
  }
  const entries = await service.database.owner.query(sql`
    select action, actor_kind, object_type, object_id, changes from audit_log where action = 'person.erase'`);
  expect(entries).toEqual([
    {
      action: 'person.erase',
      actor_kind: 'admin',
      object_type: 'customer_identity',
      object_id: String(first.customer_identity_id),
      changes: expect.arrayContaining([{ field: 'tickets', from: null, to: 2 }]),
    },
  ]);
});

test('a visitor linked to the person by phone only is erased as well, with the deliveries about them that wait', async () => {
  await create(own, { requester_email: CANARY, requester_phone: '+34 600 700 800' });
  await service.database.owner.query(sql`
    insert into webhook_subscription (site_id, id, url, events, include_pii, state, key_id, nonce, created_utc, updated_utc)
    values (${own.site.id}, 5000, 'https://example.org/', '{visitor.upserted}', true, 'active', '', '', ${'2026-11-01T00:00:00Z'}, ${'2026-11-01T00:00:00Z'})`);
  for (const body of [
    { visitor_key: 'phone-visitor', phone: '0034 600 700 800' },
    { visitor_key: 'other-visitor', phone: '+34 600 700 801' },
  ]) {
    await service.call('POST', 'visitors', { token: own.token, body });
  }
  expect(await eraseCanary()).toMatchObject({ identities: 1, visitors: 1 });
  const left = await everything();
  expect(left).not.toContain('phone-visitor');
  expect(left).not.toContain('700 800');
  expect(left).toContain('other-visitor');
});

test('data with the other addresses of a merged record is erased as well, with the deliveries about them that wait', async () => {
  const OTHER = 'canary.second@example.org';
  const { token } = own;
  await service.database.owner.query(sql`
    insert into webhook_subscription (site_id, id, url, events, include_pii, state, key_id, nonce, created_utc, updated_utc)
    values (${own.site.id}, 5000, 'https://example.org/', '{*}', true, 'active', '', '', ${'2026-11-01T00:00:00Z'}, ${'2026-11-01T00:00:00Z'})`);
  const first = await create(own, { requester_email: CANARY }, 'first');
  const second = await create(own, { requester_email: OTHER.toUpperCase() }, 'second');
  const stays = await create(own, { requester_email: 'other@example.org' }, 'third');
  await create(elsewhere, { requester_email: OTHER }, 'fourth');
  await service.call('POST', 'visitors', { token, body: { visitor_key: 'second-visitor', email: OTHER } });
  await service.call('POST', 'visitors', { token, body: { visitor_key: 'other-visitor', email: 'other@example.org' } });
  for (const requester_email of [CANARY, OTHER, 'other@example.org']) {
    await service.call('POST', 'portal_token', { token, body: { requester_email } });
  }
  // As a merge leaves it: one record with the tickets of two addresses.
  const [into, from] = [first, second].map((ticket) => BigInt(ticket.customer_identity_id));
  await service.database.owner.query(sql`
    update ticket set customer_identity_id = ${into} where site_id = ${own.site.id} and customer_identity_id = ${from}`);
  await service.database.owner.query(sql`
    update visitor set customer_identity_id = null where site_id = ${own.site.id} and customer_identity_id = ${from}`);
  await service.database.owner.query(sql`
    delete from customer_identity where site_id = ${own.site.id} and id = ${from}`);
  expect(await eraseCanary()).toMatchObject({
    tickets: 2,
    identities: 1,
    kept_answers: 2,
    portal_tokens: 2,
    visitors: 1,
  });
  const left = (await everything()).split('\n').filter((line) => !line.includes(`(${elsewhere.site.id},`));
  expect(left.filter((line) => /canary|second-visitor/i.test(line))).toEqual([]);
  expect(left.filter((line) => line.includes('other-visitor'))).not.toEqual([]);
  expect(left.filter((line) => line.startsWith('portal_token:'))).toHaveLength(1);
  expect(left.filter((line) => line.startsWith('idempotency_record:'))).toHaveLength(1);
  expect((await service.call('GET', 'ticket', { token, query: { id: String(stays.id) } })).status).toBe(200);
  const elsewhereRows = await service.database.owner.query(
    sql`select 1 as one from idempotency_record where site_id = ${elsewhere.site.id}`,
  );
  expect(elsewhereRows).toHaveLength(1);
});

test('tickets of the person that count for another customer are subtracted from that count', async () => {
  const mine = await create(own, { requester_email: CANARY });
  const other = await create(own, { requester_email: 'other@example.org' });
  const otherId = BigInt(other.customer_identity_id);
  await service.database.owner.query(sql`
    update ticket set customer_identity_id = ${otherId} where site_id = ${own.site.id} and id = ${BigInt(mine.id)}`);
  await service.database.owner.query(sql`
    update customer_identity set ticket_count = 2 where site_id = ${own.site.id} and id = ${otherId}`);
  expect(await eraseCanary()).toMatchObject({ tickets: 1, identities: 1 });
  const { json } = await service.call('GET', 'customer', { token: own.token, query: 'email=other@example.org' });
  expect(json.data.identity.ticket_count).toBe(1);
});

test('an unknown address answers zeros, and an invalid one is refused', async () => {
  expect(await eraseCanary()).toMatchObject({ tickets: 0, identities: 0, kept_answers: 0 });
  expect(() => runAdminOn(service, 'erase', '--site-id', '1', '--email', 'x')).toThrow(
    /^--email must be an email address/,
  );
  expect(() => runAdminOn(service, 'erase', '--site-id', '1')).toThrow(/^--email is missing/);
  await expect(runAdminOn(service, 'erase', '--site-id', '999', '--email', CANARY)).rejects.toThrow(
    /^--site-id 999 is no/,
  );
});
