import { expect, test } from 'vitest';
import { expectError } from '#server/testing/expect-answer.ts';
import { useTicketDesk } from '#server/testing/ticket-desk.ts';

const NOW = '2026-11-20T14:30:00.000Z';
const LATER = '2026-11-20T15:00:00.000Z';
const desk = useTicketDesk(NOW);
const { create, patch, read, agent, auditOf } = desk;

test('API-ticket_comments-POST: the first public reply is the first response', async () => {
  const { id } = await create({ initial_comment: 'Help' });
  const send = (body: Record<string, unknown>) =>
    desk.service.call('POST', 'ticket_comments', { token: desk.token, body: { ticket_id: id, ...body } });
  const note = (await send({ body: 'Looks known', visibility: 'internal' })).json.data;
  expect(note).toMatchObject({
    author_kind: 'agent',
    author_name: 'Support leads',
    agent_id: null,
    visibility: 'internal',
    channel: 'web',
  });
  expect(note.ticket).toMatchObject({ first_response_utc: null, last_message_preview: 'Help', version: 2 });
  desk.service.clock.set(LATER);
  const reply = (await send({ body: 'We are on it', channel: 'email', status: 'pending' })).json.data;
  expect(reply).toMatchObject({ visibility: 'public', channel: 'email', created_utc: LATER });
  expect(reply.ticket).toMatchObject({
    first_response_utc: LATER,
    status: 'pending',
    last_message_preview: 'We are on it',
    updated_utc: LATER,
    version: 3,
  });
  desk.service.clock.advance(60_000);
  expect((await send({ body: 'Done', status: 'resolved' })).json.data.ticket.first_response_utc).toBe(LATER);
  const { comments, activity } = await read(id);
  expect(comments.map(({ body }: { body: string }) => body)).toEqual(['Help', 'Looks known', 'We are on it', 'Done']);
  expect(activity.map(({ kind, to }: { kind: string; to: string }) => [kind, to])).toEqual([
    ['created', 'web'],
    ['comment', 'internal'],
    ['comment', 'public'],
    ['status', 'pending'],
    ['comment', 'public'],
    ['status', 'resolved'],
  ]);
  expect((await auditOf(id)).map(({ action }) => action)).toEqual([
    'ticket.create',
    'ticket.comment',
    'ticket.comment',
    'ticket.comment',
  ]);
  expectError(await send({ ticket_id: 424_242, body: 'x' }), 'not_found');
});

test("API-ticket_comments-POST: comments by an agent's token have the agent as author", async () => {
  const ada = await agent('Ada');
  const hers = await desk.service.issueToken(desk.home.site, { agentId: ada, label: 'Ada’s laptop' });
  const { id } = await create();
  const { json } = await desk.service.call('POST', 'ticket_comments', {
    token: hers.token,
    body: { ticket_id: id, body: 'Hi' },
  });
  expect(json.data).toMatchObject({ author_kind: 'agent', author_name: 'Ada', agent_id: String(ada) });
  // The agent's name, not the token's label.
  expect((await read(id)).activity.at(-1)).toMatchObject({ kind: 'comment', actor: 'Ada' });
});

test('API-agents-GET: by name, with is_me and open tickets', async () => {
  const zoe = await agent('Zoe');
  const ada = await agent('ada');
  const hers = await desk.service.issueToken(desk.home.site, { agentId: zoe });
  for (const status of ['open', 'open', 'pending']) {
    const { id } = await create();
    await patch({ id, status, assignee_agent_id: String(zoe) });
  }
  const { json } = await desk.service.call('GET', 'agents', { token: hers.token });
  expect(json.data).toEqual({
    items: [
      { id: String(ada), name: 'ada', is_me: false, open_tickets: 0, created_utc: NOW },
      { id: String(zoe), name: 'Zoe', is_me: true, open_tickets: 2, created_utc: NOW },
    ],
    total_count: 2,
  });
  const second = await desk.service.call('GET', 'agents', { token: desk.token, query: { limit: 1, skip: 1 } });
  expect(second.json.data).toMatchObject({ items: [{ name: 'Zoe', is_me: false }], total_count: 2 });
});

test('API-tags-GET: lists and counts a tag that was first used on a ticket', async () => {
  const one = await create();
  const two = await create();
  await patch({ id: one.id, tags: 'Refund,vip' });
  desk.service.clock.set(LATER);
  await patch({ id: two.id, tags: 'REFUND,new' });
  await patch({ id: one.id, tags: 'Refund' });
  const { json } = await desk.service.call('GET', 'tags', { token: desk.token });
  expect(
    json.data.items.map(({ name, ticket_count, color, created_utc }: Record<string, unknown>) => [
      name,
      ticket_count,
      color,
      created_utc,
    ]),
  ).toEqual([
    ['new', 1, null, LATER],
    ['vip', 0, null, NOW],
    ['Refund', 2, null, NOW],
  ]);
  expect(json.data.total_count).toBe(3);
});
