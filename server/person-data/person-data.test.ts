import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { CustomerDesk } from '#server/testing/customer-desk.ts';
import { dumpTables } from '#server/testing/tables.ts';
import { expectError } from '#server/testing/expect-answer.ts';

const desk = new CustomerDesk();
beforeEach(desk.open);
afterEach(desk.close);

const CANARY = 'canary.person@example.org';
const SECOND = 'canary.second@example.org';
const PHONE = '+34 600 700 800';

/** A customer with two merged emails and one row of every kind, and another customer. */
async function person(): Promise<bigint> {
  const { database } = desk.service;
  const site = desk.home.site.id;
  await database.owner.query(sql`
    insert into webhook_subscription (site_id, id, url, events, include_pii, state, key_id, nonce, created_utc, updated_utc)
    values (${site}, 5000, 'https://example.org/', '{*}', true, 'active', '', '', ${'2026-11-01T00:00:00Z'}, ${'2026-11-01T00:00:00Z'})`);
  const first = await desk.ticket(CANARY, { initial_comment: 'canary words', requester_phone: PHONE });
  const second = await desk.ticket(SECOND.toUpperCase(), { requester_name: 'Canary Second' });
  const [survivor, merged] = [BigInt(first.customer_identity_id), BigInt(second.customer_identity_id)];
  await desk.post('customer_notes', { identity_id: merged, body: 'canary note' });
  await desk.bind(merged, 'whatsapp', 'canary-handle', { display_handle: '@canary' });
  for (const [key, email] of [
    ['canary-visitor', CANARY],
    ['canary-tablet', SECOND],
  ] as const) {
    await desk.post('visitors', { visitor_key: key, email });
    await desk.post('track', { visitor_key: key, event: 'canary.opened' });
  }
  const said = { messages: [{ role: 'visitor', text: 'canary words' }] };
  await desk.post('ingest', {
    items: [
      { kind: 'transcript', session_id: 'canary-1', visitor_key: 'canary-visitor', ...said },
      { kind: 'transcript', session_id: 'canary-2', ticket_id: second.id, ...said },
      { kind: 'feedback', rating: 2, comment: 'canary says', session_id: 'canary-2' },
      { kind: 'csat', ticket_id: first.id, score: 4, comment: 'canary rates' },
    ],
  });
  for (const requester_email of [CANARY, SECOND]) await desk.post('portal_token', { requester_email });
  await desk.merge(survivor, merged);
  // Only a phone: no customer of its own, and a stored reply.
  const byPhone = { subject: 'canary call', requester_phone: '0034 600 700 800' };
  const headers = { 'idempotency-key': 'a call' };
  await desk.service.call('POST', 'tickets', { token: desk.home.token, body: byPhone, headers });
  await desk.ticket(SECOND);
  const namesake = await desk.customer({ email: 'other@example.org', display_name: 'Canary Second' });
  await desk.ticket('other@example.org');
  await desk.get('customer_duplicates');
  await desk.post('customer_duplicates', { identities: [survivor, namesake], dismissed: true });
  await desk.send('PATCH', 'customer', { id: namesake, display_name: 'Somebody Else' });
  return survivor;
}

/** The contents of all tables as one text. */
const everything = async () => (await dumpTables(desk.service.database.owner)).join('\n');

const sorted = (texts: readonly string[]) => texts.toSorted((a, b) => (a < b ? -1 : 1));

test('the export has everything of the person, including the merged email, and nothing of others', async () => {
  const id = await person();
  const held = await desk.get('customer_export', { identity_id: id });
  expect(held).toMatchObject({
    exported_utc: '2026-11-20T14:30:00.000Z',
    identity: { id: Number(id), email: CANARY, merged_from: [expect.any(Number)], ticket_count: 3 },
    notes: [{ body: 'canary note' }],
    csat: [{ score: 4, comment: 'canary rates' }],
    feedback: [{ rating: 2, comment: 'canary says', session_id: 'canary-2' }],
  });
  const by = (name: string, list: readonly Record<string, unknown>[]) => sorted(list.map((one) => String(one[name])));
  expect(by('requester_email', held.tickets)).toEqual(sorted([SECOND.toUpperCase(), CANARY, SECOND, 'null']));
  expect(held.tickets.flatMap(({ comments }: { comments: { body: string }[] }) => by('body', comments))).toEqual([
    'canary words',
  ]);
  expect(by('external_user_id', held.identity.channels)).toEqual(sorted(['canary-handle', SECOND.toUpperCase()]));
  expect(held.sessions.map(({ messages }: { messages: { text: string }[] }) => by('text', messages))).toEqual([
    ['canary words'],
    ['canary words'],
  ]);
  expect(by('session_id', held.sessions)).toEqual(['canary-1', 'canary-2']);
  expect(by('visitor_key', held.visitors)).toEqual(['canary-tablet', 'canary-visitor']);
  expect(held.visitors[0].events).toMatchObject([{ event: 'canary.opened' }]);
  expect(by('requester_email', held.links)).toEqual([CANARY, SECOND]);
  expect(JSON.stringify(held)).not.toMatch(/other@example|spt_/);
  const { items } = await desk.get('audit_log', { action: 'person.export' });
  expect(items).toMatchObject([{ object_id: String(id), changes: [{ field: 'rows', to: 16 }] }]);
  const merged = held.identity.merged_from[0];
  expect((await desk.get('customer_export', { identity_id: merged })).identity.id).toBe(Number(id));
});

test('an erasure deletes what its dry run counted and the export had, and nothing of others', async () => {
  const id = await person();
  const before = await everything();
  const held = await desk.get('customer_export', { identity_id: id });
  const dry = await desk.post('customer_erase', { identity_id: id, dry_run: true });
  const unread = (text: string) =>
    text.split('\n').filter((line) => !/^(audit_log|api_token|rate_window|site_sequence):/.test(line));
  expect(unread(await everything())).toEqual(unread(before));
  expect(dry).toEqual({
    ...{ csat: held.csat.length },
    ...{ tickets: held.tickets.length, comments: 1, handles: held.identity.channels.length, links: held.links.length },
    ...{ visitors: held.visitors.length, sessions: held.sessions.length, dry_run: true },
    ...{ webhook_bodies: expect.any(Number), kept_answers: 1 },
  });
  const done = await desk.post('customer_erase', { identity_id: id, confirm_email: CANARY.toUpperCase() });
  expect(done).toEqual({ ...dry, dry_run: false });
  const left = (await everything()).split('\n');
  expect(left.filter((line) => /canary/i.test(line))).toEqual([]);
  expect(left.filter((line) => /600.?700/.test(line))).toEqual([]);
  expect(left.some((line) => line.includes('other@example.org'))).toBe(true);
  expect((await desk.get('customer_merges')).items).toMatchObject([{ survivor_name: null, merged_name: null }]);
  const { items } = await desk.get('audit_log', { action: 'person.erase' });
  expect(items).toMatchObject([{ actor: { label: 'Support leads' }, object_id: String(id) }]);
  expectError(await desk.send('POST', 'customer_erase', { identity_id: id, dry_run: true }), 'not_found');
  const [receipt] = (await desk.get('customer_merges')).items;
  expectError(await desk.tryUndo(receipt.id), 'conflict');
});

test('only the email of the customer confirms, or the phone if there is none', async () => {
  const id = await desk.customer({ email: CANARY, phone: PHONE });
  const erase = (body: Record<string, unknown>) => desk.send('POST', 'customer_erase', body);
  expectError(await erase({ identity_id: id }), 'missing_field');
  for (const confirm_email of ['other@example.org', PHONE])
    expectError(await erase({ identity_id: id, confirm_email }), 'bad_field');
  expectError(await erase({ identity_id: id, confirm_email: 'other@example.org', dry_run: false }), 'bad_field');
  expect(await desk.whoisId({ email: CANARY })).toBe(id);
  const byPhone = await desk.customer({ phone: '+34 600 1' });
  expectError(await erase({ identity_id: byPhone, confirm_email: '+34 600 2' }), 'bad_field');
  expect((await erase({ identity_id: byPhone, confirm_email: '0034 6001' })).status).toBe(200);
});

test('a customer with only handles is erased without confirmation', async () => {
  const id = await desk.customer({ email: CANARY });
  await desk.bind(id, 'messenger', 'canary-handle');
  const { owner } = desk.service.database;
  await owner.query(sql`update customer_identity set email = null, email_key = null where id = ${id}`);
  await desk.post('ingest', {
    items: [
      { kind: 'message', channel: 'messenger', direction: 'in', external_user_id: 'canary-handle', text: 'canary' },
    ],
  });
  expect(await desk.post('customer_erase', { identity_id: id })).toMatchObject({ handles: 1 });
  expect(await everything()).not.toMatch(/canary/);
});

test('tickets under an email that an undo returned are not erased with the survivor', async () => {
  const [survivor, merged] = [
    await desk.customer({ email: CANARY }),
    await desk.customer({ email: 'back@example.org' }),
  ];
  const { id } = await desk.merge(survivor, merged);
  await desk.ticket('back@example.org');
  await desk.undo(id);
  await desk.ticket('back@example.org');
  await desk.post('portal_token', { requester_email: 'back@example.org' });
  const counts = await desk.post('customer_erase', { identity_id: survivor, confirm_email: CANARY });
  expect(counts).toMatchObject({ tickets: 1, links: 0 });
  expect(await desk.whois({ email: 'back@example.org' })).toMatchObject({ id: Number(merged), ticket_count: 1 });
});

test('a customer with thousands of tickets is exported and erased completely', async () => {
  const id = await desk.customer({ email: CANARY });
  const { site } = desk.home;
  const { owner } = desk.service.database;
  // The statistics predate the tickets: plans must be good without them.
  await desk.ticket('yesterday@example.org');
  await owner.query(sql`delete from ticket where site_id = ${site.id}`);
  await owner.query(sql`analyze`);
  const first = await owner.takeIds(site.id, 5000);
  const number = await owner.takeTicketNumbers(site.id, 5000);
  await owner.query(sql`
    insert into ticket (site_id, id, ticket_number, subject, status, priority, channel, requester_email, customer_identity_id,
      created_utc, updated_utc, search_text)
    select ${site.id}, ${first}::bigint + n - 1, ${number}::integer + n - 1, 'Bell', 'open', 'normal', 'web', ${CANARY}, ${id}, t, t, ''
    from generate_series(1, 5000) n, (select ${'2026-11-01T00:00:00Z'}::timestamptz as t) t`);
  await owner.query(sql`
    insert into ticket_comment (site_id, id, ticket_id, author_kind, visibility, channel, body, created_utc)
    select site_id, id, id, 'customer', 'public', 'web', repeat('Hello ', 50), created_utc from ticket
    where site_id = ${site.id}`);
  expect((await desk.get('customer_export', { identity_id: id })).tickets).toHaveLength(5000);
  const gone = await desk.post('customer_erase', { identity_id: id, confirm_email: CANARY });
  expect(gone).toMatchObject({ tickets: 5000, comments: 5000 });
});
