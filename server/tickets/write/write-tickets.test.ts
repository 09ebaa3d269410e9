import { expect, test } from 'vitest';
import { expectError } from '#server/testing/expect-answer.ts';
import { TEST_ACTOR } from '#server/testing/service.ts';
import { useTicketDesk } from '#server/testing/ticket-desk.ts';
import { createAgent } from '#server/tickets/agents.ts';

const NOW = '2026-11-20T14:30:00.000Z';
const LATER = '2026-11-20T15:00:00.000Z';
const desk = useTicketDesk(NOW);
const { create, patch, read, agent, auditOf } = desk;

async function customerOf(query: Readonly<Record<string, string>>) {
  const { json } = await desk.service.call('GET', 'customer', { token: desk.token, query });
  return json.data.identity;
}

test('API-tickets-POST: the required fields alone, and the defaults', async () => {
  const ticket = await create();
  expect(ticket).toEqual({
    id: ticket.id,
    ticket_number: 1001,
    subject: 'Bell',
    status: 'open',
    priority: 'normal',
    channel: 'web',
    requester_name: null,
    requester_email: null,
    requester_phone: null,
    tags: null,
    first_response_utc: null,
    resolved_utc: null,
    created_utc: NOW,
    customer_identity_id: null,
    assignee_agent_id: null,
    assignee_name: null,
    updated_utc: NOW,
    last_message_preview: null,
    reply_due_utc: null,
    snoozed_until_utc: null,
    version: 1,
    customer_blocked: false,
  });
  expect((await create()).ticket_number).toBe(1002);
});

test('API-tickets-POST: returns all fields as given', async () => {
  const body = {
    subject: '🚲'.repeat(300),
    channel: 'Walk-in',
    priority: 'urgent',
    requester_name: ' Ada  L. ',
    requester_email: 'Ada@Example.COM',
    requester_phone: '0049 (30) 23125-001',
    initial_comment: 'Hello,\nit is me.',
    required_skills: ['electronics', 'German'],
  };
  const { id, ...ticket } = await create(body);
  const { initial_comment, required_skills, ...shown } = body;
  expect(ticket).toMatchObject({ ...shown, last_message_preview: 'Hello, it is me.' });
  const detail = await read(id);
  expect(detail.required_skills).toEqual(required_skills);
  expect(detail.comments).toEqual([
    {
      id: detail.comments[0].id,
      ticket_id: id,
      author_kind: 'customer',
      author_name: ' Ada  L. ',
      agent_id: null,
      visibility: 'public',
      channel: 'Walk-in',
      body: initial_comment,
      created_utc: NOW,
    },
  ]);
  expect(detail.activity).toEqual([
    { id: detail.activity[0].id, kind: 'created', actor: 'Support leads', from: null, to: 'Walk-in', created_utc: NOW },
  ]);
  expect(detail.links).toEqual([{ kind: 'customer', id: String(ticket.customer_identity_id), label: ' Ada  L. ' }]);
});

test('API-tickets-POST: an email finds or creates the customer, a phone alone does not', async () => {
  const phone = '+49 30 23125 001';
  const first = await create({ requester_email: 'ada@example.com', requester_name: 'Ada', requester_phone: phone });
  desk.service.clock.set(LATER);
  const second = await create({ requester_email: 'ADA@example.com' });
  const third = await create({ requester_phone: phone });
  expect(second.customer_identity_id).toBe(first.customer_identity_id);
  expect(third.customer_identity_id).toBeNull();
  expect(await customerOf({ phone: '0049 30 23125001' })).toMatchObject({
    id: first.customer_identity_id,
    email: 'ada@example.com',
    phone,
    display_name: 'Ada',
    ticket_count: 2,
    first_seen_utc: NOW,
    last_seen_utc: LATER,
  });
});

test('API-tickets-POST: the phone and name of a ticket do not change an existing customer', async () => {
  await create({ requester_email: 'bare@example.com' });
  await create({
    requester_email: 'full@example.com',
    requester_name: 'Fay',
    requester_phone: '+49 30 1',
  });
  const written = { requester_name: 'Ada', requester_phone: '+49 30 23125 001' };
  for (const requester_email of ['BARE@example.com', 'full@example.com']) {
    expect(await create({ requester_email, ...written })).toMatchObject(written);
  }
  expect(await customerOf({ email: 'bare@example.com' })).toMatchObject({
    ...{ phone: null, display_name: null, ticket_count: 2 },
  });
  expect(await customerOf({ email: 'full@example.com' })).toMatchObject({ phone: '+49 30 1', display_name: 'Fay' });
  const found = await desk.service.call('GET', 'customer', { token: desk.token, query: { phone: '+493023125001' } });
  expectError(found, 'not_found');
});

test('API-tickets-POST: twenty concurrent tickets of a new email create one customer', async () => {
  const made = await Promise.all(Array.from({ length: 20 }, () => create({ requester_email: 'new@example.com' })));
  expect(new Set(made.map((ticket) => String(ticket.customer_identity_id))).size).toBe(1);
  expect(new Set(made.map((ticket) => ticket.ticket_number)).size).toBe(20);
  expect((await customerOf({ email: 'new@example.com' })).ticket_count).toBe(20);
});

test('API-ticket-GET: returns only the requested extras', async () => {
  const { id } = await create({ initial_comment: 'Hello' });
  expect(Object.keys(await read(id, ''))).not.toContain('comments');
  expect(Object.keys(await read(id, 'comments'))).toContain('comments');
  expect(Object.keys(await read(id, 'comments'))).not.toContain('activity');
  expectError(await desk.service.call('GET', 'ticket', { token: desk.token, query: { id: 999 } }), 'not_found');
  expectError(
    await desk.service.call('GET', 'ticket', { token: desk.token, query: { id: String(id), include: 'all' } }),
    'bad_field',
  );
});

test('API-ticket-PATCH: a change adds activity and audit and updates updated_utc and version', async () => {
  const ada = await agent('Ada');
  const { id } = await create();
  desk.service.clock.set(LATER);
  const body = {
    id,
    status: 'pending',
    priority: 'high',
    assignee_agent_id: String(ada),
    tags: ' VIP, refund ,vip',
    snoozed_until_utc: '2026-11-21T08:00:00Z',
  };
  const ticket = await patch(body);
  expect(ticket).toMatchObject({
    status: 'pending',
    priority: 'high',
    assignee_agent_id: String(ada),
    assignee_name: 'Ada',
    tags: 'VIP,refund',
    snoozed_until_utc: '2026-11-21T08:00:00.000Z',
    updated_utc: LATER,
    version: 2,
  });
  const told = (await read(id)).activity
    .slice(1)
    .map(({ kind, actor, from, to, created_utc }: Record<string, unknown>) => [kind, actor, from, to, created_utc]);
  expect(told).toEqual([
    ['status', 'Support leads', 'open', 'pending', LATER],
    ['priority', 'Support leads', 'normal', 'high', LATER],
    ['assignee', 'Support leads', null, 'Ada', LATER],
    ['tags', 'Support leads', null, 'VIP,refund', LATER],
    ['snooze', 'Support leads', null, '2026-11-21T08:00:00.000Z', LATER],
  ]);
  const audit = await auditOf(id);
  expect(audit.map(({ action, label }) => [action, label])).toEqual([
    ['ticket.create', 'Support leads'],
    ['ticket.update', 'Support leads'],
  ]);
  expect(JSON.stringify(audit)).not.toContain('VIP');
  const found = await desk.service.call('GET', 'tickets', { token: desk.token, query: { q: 'refund' } });
  expect(found.json.total_count).toBe(1);
});

test('API-ticket-PATCH: null and an empty text unassign, null removes tags and snooze', async () => {
  const ada = String(await agent('Ada'));
  const { id } = await create();
  await patch({ id, assignee_agent_id: ada, tags: 'a', snoozed_until_utc: LATER });
  expect(await patch({ id, assignee_agent_id: '', tags: null, snoozed_until_utc: null })).toMatchObject({
    assignee_agent_id: null,
    assignee_name: null,
    tags: null,
    snoozed_until_utc: null,
  });
  await patch({ id, assignee_agent_id: ada });
  expect(await patch({ id, assignee_agent_id: null })).toMatchObject({ assignee_agent_id: null });
});

test('API-ticket-PATCH: snoozed_until_utc may have any offset', async () => {
  const { id } = await create({ subject: 'Bell' });
  const snoozed = { snoozed_until_utc: '2026-12-01T08:00:00.000Z' };
  expect(await patch({ id, snoozed_until_utc: '2026-12-01T10:00:00+02:00' })).toMatchObject(snoozed);
});

test('API-ticket-PATCH: the same values again leave no trace', async () => {
  const { id } = await create();
  await patch({ id, status: 'resolved', tags: 'a' });
  desk.service.clock.set(LATER);
  const again = await patch({ id, status: 'resolved', tags: 'a', assignee_agent_id: null });
  expect(again).toMatchObject({ version: 2, updated_utc: NOW, resolved_utc: NOW });
  expect((await read(id)).activity).toHaveLength(3);
  expect(await auditOf(id)).toHaveLength(2);
});

test('API-ticket-PATCH: resolved_utc follows the status', async () => {
  const { id } = await create();
  expect(await patch({ id, status: 'resolved' })).toMatchObject({ resolved_utc: NOW });
  desk.service.clock.set(LATER);
  expect(await patch({ id, status: 'closed' })).toMatchObject({ resolved_utc: NOW });
  expect(await patch({ id, status: 'open' })).toMatchObject({ resolved_utc: null });
  expect(await patch({ id, status: 'closed' })).toMatchObject({ resolved_utc: LATER });
});

test('API-ticket-PATCH: an error names the wrong field and changes nothing', async () => {
  const { id } = await create();
  const stranger = await desk.service.createSite({ name: 'Other' });
  const foreign = await createAgent(
    desk.service.database.forSite(stranger.site.id),
    stranger.site,
    { name: 'Eve' },
    { actor: TEST_ACTOR, now: desk.service.clock.now() },
  );
  const send = (body: Record<string, unknown>) => desk.service.call('PATCH', 'ticket', { token: desk.token, body });
  expectError(await send({ id }), 'missing_field');
  expectError(await send({ id, version: 1 }), 'missing_field');
  expectError(await send({ id, assignee_agent_id: String(foreign), status: 'closed' }), 'bad_field');
  expectError(await send({ id, assignee_agent_id: '12345', status: 'closed' }), 'bad_field');
  expectError(await send({ id, tags: Array.from({ length: 21 }, (_, index) => `t${index}`).join(',') }), 'bad_field');
  expectError(await send({ id, tags: 'x'.repeat(61) }), 'bad_field');
  expectError(await send({ id, snoozed_until_utc: '0000-01-01T00:00:00Z' }), 'bad_field');
  expectError(await send({ id: 987_654, status: 'closed' }), 'not_found');
  expectError(
    await desk.service.call('PATCH', 'ticket', { token: stranger.token, body: { id, status: 'closed' } }),
    'not_found',
  );
  expect(await read(id)).toMatchObject({ status: 'open', version: 1, tags: null, assignee_agent_id: null });
});

test('refuses an old version with the present ticket, and one of many concurrent writers wins', async () => {
  const { id } = await create();
  await patch({ id, priority: 'high', version: 1 });
  const stale = await desk.service.call('PATCH', 'ticket', {
    token: desk.token,
    body: { id, status: 'closed', version: 1 },
  });
  expectError(stale, 'conflict');
  expect(stale.json.error.current).toMatchObject({ id, priority: 'high', status: 'open', version: 2 });
  const note = { ticket_id: id, body: 'x', version: 1 };
  expectError(await desk.service.call('POST', 'ticket_comments', { token: desk.token, body: note }), 'conflict');
  const tries = Array.from({ length: 8 }, (_, index) =>
    desk.service.call('PATCH', 'ticket', { token: desk.token, body: { id, tags: `t${index}`, version: 2 } }),
  );
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(7);
  expect(await read(id)).toMatchObject({ version: 3, status: 'open' });
});

test('an agent has the same name with every token', async () => {
  const ada = await desk.agent('Ada');
  const { token } = await desk.service.issueToken(desk.home.site, { agentId: ada, label: 'Script of Ada' });
  const { json } = await desk.service.call('POST', 'tickets', { token, body: { subject: 'Bell', channel: 'web' } });
  const { id } = json.data;
  await desk.patch({ id, priority: 'high', tags: 'vip' }, token);
  const body = { ids: [id], patch: { status: 'pending' } };
  await desk.service.call('POST', 'tickets_bulk', { token, body });
  await desk.service.call('POST', 'ticket_comments', { token, body: { ticket_id: id, body: 'Hello' } });
  const { activity, comments } = await read(id);
  expect(new Set(activity.map(({ actor }: { actor: string }) => actor))).toEqual(new Set(['Ada']));
  expect(comments.map(({ author_name: name }: { author_name: string }) => name)).toEqual(['Ada']);
});
