import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { CustomerDesk } from '#server/testing/customer-desk.ts';
import { expectError } from '#server/testing/expect-answer.ts';
import { sendPortal } from '#server/testing/portal-calls.ts';

const desk = new CustomerDesk();
beforeEach(desk.open);
afterEach(desk.close);

const MAREN = 'maren@example.com';
const WINTER = 'm.winter@example.org';

async function two(): Promise<[bigint, bigint]> {
  return [await desk.customer({ email: MAREN }), await desk.customer({ email: WINTER })];
}

test('a merge binds a number with a country code and no other', async () => {
  const survivor = await desk.customer({ email: MAREN, phone: '+49 30 1234567' });
  const local = await desk.customer({ phone: '0151 5550 1884' });
  const whole = await desk.customer({ phone: '+49 (0)151 5550-2217' });
  const short = await desk.customer({ phone: '+49 110' });
  const made = async (merged: bigint) => {
    const preview = await desk.merge(survivor, merged, { dry_run: true });
    await desk.merge(survivor, merged);
    return preview.preview.new_handles;
  };
  expect(await made(local)).toEqual([]);
  expect(await made(whole)).toEqual([{ channel: 'sms', external_user_id: '+4915155502217' }]);
  expect(await made(short)).toEqual([]);
  const { identity } = await desk.get('customer', { identity_id: survivor });
  expect(identity.channels).toMatchObject([{ channel: 'sms', external_user_id: '+4915155502217' }]);
  // Contacts that are not bound are still aliases of the survivor.
  for (const phone of ['01515550-1884', '+49110', '+4915155502217'])
    expect((await desk.whois({ phone })).id).toBe(Number(survivor));
});

test('everything of the merged customer moves to the survivor, as the dry run predicted, and its names find the survivor', async () => {
  const [survivor, merged] = await two();
  for (const email of [MAREN, WINTER]) await desk.ticket(email);
  await desk.post('customer_notes', { identity_id: merged, body: 'Likes blue' });
  await desk.bind(merged, 'whatsapp', '+4915155501884');
  await desk.post('visitors', { visitor_key: 'laptop', email: WINTER });
  await desk.post('track', { visitor_key: 'laptop', event: 'opened' });
  await desk.post('portal_token', { requester_email: WINTER });
  const said = { messages: [{ role: 'visitor', text: 'Hello' }] };
  await desk.post('ingest', { items: [{ kind: 'transcript', session_id: 'chat', email: WINTER, ...said }] });
  const preview = await desk.merge(survivor, merged, { dry_run: true });
  expect(preview).toMatchObject({
    id: null,
    dry_run: true,
    moved: { tickets: 1, handles: 1, links: 1, sessions: 1, visitors: 1, notes: 1 },
    identity: { email: MAREN, ticket_count: 2 },
    preview: {
      tickets: [{ subject: `Of ${WINTER}`, status: 'open' }],
      handles: [{ channel: 'whatsapp', external_user_id: '+4915155501884' }],
      new_handles: [{ channel: 'email', external_user_id: WINTER }],
      event_count: 1,
    },
  });
  expect(preview.preview.links).toHaveLength(1);
  const made = await desk.merge(survivor, merged);
  const { moved, identity } = preview;
  expect(made).toMatchObject({ moved, identity, survivor_name: MAREN, merged_name: WINTER, undone_utc: null });
  expect(made).toMatchObject({ actor: 'Support leads', undo_until_utc: '2026-12-20T14:30:00.000Z' });
  for (const query of [{ identity_id: merged }, { email: WINTER.toUpperCase() }, { email: MAREN }]) {
    const customer = await desk.get('customer', query);
    expect(customer.identity).toMatchObject({ id: Number(survivor), merged_from: [Number(merged)], notes_count: 1 });
    expect(customer.tickets.total).toBe(2);
    expect(customer.identity.channels.map((handle: { channel: string }) => handle.channel).toSorted()).toEqual([
      'email',
      'whatsapp',
    ]);
  }
  const [count] = await desk.service.database.owner.query(sql`select count(*)::integer as n from customer_identity`);
  expect(count).toEqual({ n: 1 });
  expect(await desk.get('customer_merges', { identity_id: merged })).toMatchObject({ items: [{ id: made.id, moved }] });
  const { items } = await desk.get('audit_log', { action: 'customer.merge' });
  expect(items).toMatchObject([{ object_type: 'customer_identity', object_id: String(survivor) }]);
  expect(JSON.stringify(items)).not.toMatch(/maren|winter/);
});

test("the survivor's values win, and the other's email and phone become its handles where no one has them", async () => {
  const survivor = await desk.customer({ email: MAREN, phone: '+49 151 5550 1884', display_name: 'M. Winter' });
  const merged = await desk.customer({ email: WINTER, phone: '+49 30 901820', display_name: 'Maren Winter' });
  await desk.bind(survivor, 'sms', '+4915155501884');
  await desk.bind(survivor, 'email', WINTER);
  const { identity, id } = await desk.merge(survivor, merged);
  expect(identity).toMatchObject({ email: MAREN, phone: '+49 151 5550 1884', display_name: 'M. Winter' });
  const { channels } = await desk.whois({ identity_id: survivor });
  const ids = (channels as { external_user_id: string }[]).map((one) => one.external_user_id);
  expect(ids.toSorted()).toEqual(['+4915155501884', '+4930901820', WINTER]);
  for (const query of [{ email: WINTER }, { phone: '0049 30.901820' }])
    expect(await desk.whoisId(query)).toBe(survivor);
  await desk.undo(id);
  expect(await desk.whois({ identity_id: survivor })).toMatchObject({
    ...{ email: MAREN, phone: '+49 151 5550 1884', display_name: 'M. Winter' },
    channels: [{ external_user_id: WINTER }, { external_user_id: '+4915155501884' }],
  });
});

test('a note records values that differ and become no handle; an undo deletes it', async () => {
  const third = await desk.customer({ email: 'third@example.com' });
  await desk.bind(third, 'email', WINTER);
  const survivor = await desk.customer({ email: MAREN, phone: '+49 30 1234567', display_name: 'Maren' });
  const merged = await desk.customer({ email: WINTER, phone: '0151 5550 1884', display_name: 'M. Winter' });
  const preview = await desk.merge(survivor, merged, { dry_run: true });
  expect(preview.preview).toMatchObject({
    new_handles: [],
    noted: [
      { field: 'display_name', value: 'M. Winter' },
      { field: 'email', value: WINTER },
      { field: 'phone', value: '0151 5550 1884' },
    ],
  });
  expect(await desk.get('customer_notes', { identity_id: survivor })).toMatchObject({ total_count: 0 });
  const made = await desk.merge(survivor, merged);
  expect(made.moved).toMatchObject({ notes: 0 });
  const body = `Customer ${merged}, merged into this one, also had:\nName: M. Winter\nEmail: ${WINTER}\nPhone: 0151 5550 1884`;
  const note = { body, author: 'Support leads', created_utc: '2026-11-20T14:30:00.000Z' };
  expect(await desk.get('customer_notes', { identity_id: survivor })).toMatchObject({ items: [note], total_count: 1 });
  const file = await desk.service.call('GET', 'customer_export', {
    token: desk.home.token,
    query: { identity_id: survivor },
  });
  expect(file.json.data.notes).toMatchObject([note]);
  // A later note stays.
  await desk.post('customer_notes', { identity_id: survivor, body: 'Likes blue' });
  expect((await desk.undo(made.id)).kept).toMatchObject([{ kind: 'note', label: 'Likes blue' }]);
  const { items } = await desk.get('customer_notes', { identity_id: survivor });
  expect(items).toMatchObject([{ body: 'Likes blue' }]);
  expect(await desk.get('customer_notes', { identity_id: merged })).toMatchObject({ total_count: 0 });
});

test('equal values and handles of either customer are not noted; a site without channels notes contacts', async () => {
  for (const [undeployed, noted] of [
    [[], []],
    [['channels'], [{ field: 'email', value: WINTER }]],
  ] as const) {
    const at = await desk.service.createSite({ undeployed });
    const survivor = await desk.customer({ email: MAREN, display_name: 'Maren' }, at);
    const merged = await desk.customer({ email: WINTER, phone: '+49 30 901820', display_name: 'Maren' }, at);
    if (undeployed.length === 0) {
      const handle = { channel: 'email', external_user_id: WINTER };
      await desk.post('bind_channel', { identity_id: merged, ...handle }, at);
    }
    const pair = { survivor_id: survivor, merged_id: merged };
    const { preview } = await desk.post('customer_merges', { ...pair, dry_run: true }, at);
    expect(preview).toMatchObject({ new_handles: [], noted });
    const { id } = await desk.post('customer_merges', pair, at);
    const count = async () => (await desk.get('customer_notes', { identity_id: survivor }, at)).total_count;
    expect(await count()).toBe(noted.length);
    await desk.post('customer_merges', { action: 'undo', id }, at);
    expect(await count()).toBe(0);
  }
});

test("a field that is empty on the survivor takes the other's value", async () => {
  const survivor = await desk.customer({ email: MAREN });
  const merged = await desk.customer({ phone: '+49 30 901820', display_name: 'Maren Winter' });
  const { identity } = await desk.merge(survivor, merged);
  expect(identity).toMatchObject({ email: MAREN, phone: '+49 30 901820', display_name: 'Maren Winter' });
});

test('new tickets, handles and files with a merged email go to the survivor, also through a chain of merges', async () => {
  const [b, a] = await two();
  const c = await desk.customer({ email: 'c@example.com', phone: '+49 30 1111111' });
  await desk.merge(b, a);
  await desk.merge(c, b);
  expect(await desk.whois({ identity_id: a })).toMatchObject({ id: Number(c), merged_from: [Number(a), Number(b)] });
  const ticket = await desk.ticket(WINTER, { requester_name: 'Maren', requester_phone: '+49 30 2' });
  expect(ticket).toMatchObject({ customer_identity_id: Number(c), requester_email: WINTER });
  expect(await desk.whois({ email: WINTER })).toMatchObject({ ticket_count: 1, phone: '+49 30 1111111' });
  for (const [key, value] of Object.entries({ identity_id: a, email: MAREN })) {
    const body = { channel: 'messenger', external_user_id: key, [key]: value };
    const bound = await desk.send('POST', 'bind_channel', body);
    expect(bound.json.data).toMatchObject({ identity_id: Number(c) });
  }
  const file = `channel,external_user_id,email\r\nmessenger,one,${WINTER}\r\nmessenger,two,new@example.org\r\n`;
  for (const query of [{ dry_run: 1 }, {}]) {
    const call = { token: desk.home.token, query, body: file, headers: { 'content-type': 'text/csv' } };
    const { json } = await desk.service.call('POST', 'bind_channels_bulk', call);
    expect(json.data).toMatchObject({ bound: 2, minted_identity: 1 });
  }
  expect(await desk.whoisId({ email: WINTER })).toBe(c);
  const { channels } = await desk.whois({ identity_id: c });
  expect(channels.map((handle: { external_user_id: string }) => handle.external_user_id)).toContain('one');
  await desk.post('visitors', { visitor_key: 'v', email: WINTER });
  expect(await desk.get('visitors', { key: 'v' })).toMatchObject({ customer_identity_id: Number(c) });
});

test('a new ticket with a merged email does not change the phone or name of the survivor, even if empty', async () => {
  const [survivor, merged] = await two();
  await desk.merge(survivor, merged);
  const before = await desk.whois({ identity_id: survivor });
  expect(before).toMatchObject({ phone: null, display_name: null });
  await desk.ticket(WINTER, { requester_name: 'Ada', requester_phone: '+49 30 2' });
  expect(await desk.whois({ identity_id: survivor })).toMatchObject({
    ...{ phone: null, display_name: null, ticket_count: before.ticket_count + 1 },
  });
});

test('a link shows only the tickets of its own email, also after a merge', async () => {
  const [survivor, merged] = await two();
  const own = await desk.ticket(MAREN);
  const other = await desk.ticket(WINTER);
  const { token_url: url } = await desk.post('portal_token', { requester_email: WINTER });
  const open = async () => {
    const { json } = await sendPortal(desk.service, 'session', { token: new URL(url).hash.slice(3) });
    return json.data.tickets.map(({ id }: { id: number }) => id);
  };
  expect(await open()).toEqual([other.id]);
  const { id } = await desk.merge(survivor, merged);
  expect(await open()).toEqual([other.id]);
  expect(own.id).not.toBe(other.id);
  await desk.undo(id);
  expect(await open()).toEqual([other.id]);
});

test('a merge with itself or with an unknown customer is refused', async () => {
  const [survivor, merged] = await two();
  const elsewhere = await desk.service.createSite({ name: 'Elsewhere' });
  // Each site draws its own ids, so only a later one is unused here.
  for (let n = 0; n < 5; n += 1) await desk.customer({ email: `${n}@example.org` }, elsewhere);
  const foreign = await desk.customer({ email: 'x@example.org' }, elsewhere);
  const send = (body: Record<string, unknown>) => desk.send('POST', 'customer_merges', body);
  expectError(await send({ survivor_id: survivor, merged_id: survivor }), 'bad_field');
  expectError(await send({ survivor_id: survivor }), 'missing_field');
  expectError(await send({ merged_id: merged }), 'missing_field');
  expectError(await send({ action: 'undo' }), 'missing_field');
  expectError(await send({ action: 'undo', id: 1, survivor_id: survivor }), 'bad_field');
  expectError(await send({ survivor_id: survivor, merged_id: merged, id: 1 }), 'bad_field');
  expectError(await send({ survivor_id: survivor, merged_id: merged, fields: { email: 'merged' } }), 'bad_field');
  expectError(await send({ survivor_id: survivor, merged_id: foreign }), 'not_found');
  expectError(await send({ survivor_id: foreign, merged_id: survivor }), 'not_found');
  await desk.merge(survivor, merged);
  const again = await send({ survivor_id: survivor, merged_id: merged });
  expectError(again, 'conflict');
  expect(again.json.error.message).toBe(`Customer ${merged} was already merged into ${survivor}`);
});

test('of concurrent merges of one pair, in either direction, one wins and the others get a conflict', async () => {
  const [one, other] = await two();
  const pairs = [...Array.from({ length: 4 }, () => [one, other]), ...Array.from({ length: 4 }, () => [other, one])];
  const answers = await Promise.all(pairs.map(([survivor = one, merged = other]) => desk.tryMerge(survivor, merged)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const answer of answers) if (answer.status !== 200) expectError(answer, 'conflict');
  expect((await desk.get('customer_merges')).items).toHaveLength(1);
});

test('tickets created during a merge neither lose their customer nor create one', async () => {
  const [survivor, merged] = await two();
  const late = 'late@example.org';
  await Promise.all([
    ...Array.from({ length: 6 }, () => desk.ticket(WINTER)),
    desk.tryMerge(survivor, merged),
    ...Array.from({ length: 6 }, () => desk.ticket(WINTER)),
    desk.ticket(late),
  ]);
  const rows = await desk.service.database.owner.query(sql`
    select c.email, c.ticket_count, count(t.id)::integer as tickets from customer_identity c
    left join ticket t on t.site_id = c.site_id and t.customer_identity_id = c.id group by 1, 2 order by 1`);
  expect(rows).toEqual([
    { email: late, ticket_count: 1, tickets: 1 },
    { email: MAREN, ticket_count: 12, tickets: 12 },
  ]);
});
