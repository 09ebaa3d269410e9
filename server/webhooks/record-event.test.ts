import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { parseJson } from '#contract/json.ts';
import { bindChannel } from '#server/customers/bind-channel.ts';
import { sql } from '#server/db/db.ts';
import { fillDemo } from '#server/demo/fill-demo.ts';
import { TEST_ACTOR, TEST_KEYS } from '#server/testing/service.ts';
import { startWebhookSite, type WebhookSite } from '#server/testing/webhook-site.ts';
import { writeEventBody } from './event-body.ts';
import { insertDeliveries } from './outbox.sql.ts';
import { recordEvents } from './record-event.ts';
import { createAgent } from '#server/tickets/agents.ts';

const NOW = '2026-11-20T14:30:00.000Z';
const BIG = 9_007_199_254_000_001n;

let home: WebhookSite;

beforeEach(async () => {
  home = await startWebhookSite({ now: NOW });
});

afterEach(() => home.close());

const EventBody = z.looseObject({ type: z.string(), data: z.record(z.string(), z.unknown()) });

/** New bodies in the outbox, oldest first, with all digits of IDs. */
async function outbox() {
  const rows = await home.service.database.owner.query<{ body: string }>(sql`
    with gone as (delete from webhook_delivery returning body, id) select body from gone order by id`);
  return rows.map(({ body }) => EventBody.parse(parseJson(body)));
}

const typesOf = (bodies: readonly { type: string }[]) => bodies.map(({ type }) => type);

describe('events of tickets', () => {
  test('a new ticket has its exact ID, enum values and numbers, and no personal data', async () => {
    await home.subscribe();
    const { id: siteId } = home.site;
    await home.service.database.owner.query(
      sql`update site_sequence set next_id = ${BIG + 1n} where site_id = ${siteId}`,
    );
    const { json } = await home.call('POST', 'tickets', {
      subject: 'Bell is missing',
      requester_email: 'ada@example.org',
      requester_name: 'Ada',
      initial_comment: 'Hello there',
    });
    const [row] = await home.service.database.owner.query<{ body: string; request_id: string }>(sql`
      select body, request_id from webhook_delivery`);
    const [event] = await outbox();
    expect(event).toEqual({
      type: 'ticket.created',
      timestamp: NOW,
      site_id: Number(siteId),
      api_version: 'v1',
      data: {
        id: json.data.id,
        ticket_number: json.data.ticket_number,
        status: 'open',
        priority: 'normal',
        channel: 'web',
        customer_identity_id: json.data.customer_identity_id,
        request_id: expect.stringMatching(/^req_[0-9A-Za-z]{22}$/),
      },
    });
    expect(json.data.id).toBeGreaterThan(BIG);
    expect(row?.body).toContain(`"id":${json.data.id},`);
    expect(event).toMatchObject({ data: { request_id: row?.request_id } });
  });

  test('include_pii adds subject, requester and texts', async () => {
    await home.subscribe({ include_pii: true });
    const id = await home.createTicket({
      requester_name: 'Ada',
      requester_email: 'ada@example.org',
      initial_comment: 'Hi',
    });
    await home.call('PATCH', 'ticket', { id, tags: 'urgent,wheel' });
    await home.call('POST', 'ticket_comments', { ticket_id: id, body: 'We send a new one.' });
    const people = {
      subject: 'Wheel out of true',
      requester_name: 'Ada',
      requester_email: 'ada@example.org',
      requester_phone: null,
    };
    expect((await outbox()).map(({ data }) => data)).toEqual([
      expect.objectContaining({ ...people, initial_comment: 'Hi' }),
      expect.objectContaining({ ...people, tags: 'urgent,wheel' }),
      expect.objectContaining({ ...people, body: 'We send a new one.', author_name: 'test' }),
    ]);
  });

  test('a change names its fields, a status its previous value; resolution and assignment have their own events', async () => {
    await home.subscribe();
    const agentId = await createAgent(
      home.service.database.owner,
      home.site,
      { name: 'Tomke' },
      {
        actor: TEST_ACTOR,
        now: new Date(NOW),
      },
    );
    const id = await home.createTicket();
    await outbox();
    const change = async (patch: Record<string, unknown>) => {
      await home.call('PATCH', 'ticket', { id, ...patch });
      return outbox();
    };
    const [updated, ...rest] = await change({
      priority: 'high',
      tags: 'wheel',
      snoozed_until_utc: '2026-11-25T00:00:00.000Z',
    });
    expect(updated).toMatchObject({
      type: 'ticket.updated',
      data: { id: Number(id), status: 'open', priority: 'high', changed: ['priority', 'tags', 'snoozed_until_utc'] },
    });
    expect(rest).toEqual([]);
    expect(await change({ priority: 'high' })).toEqual([]);
    const resolved = await change({ status: 'resolved' });
    expect(typesOf(resolved)).toEqual(['ticket.updated', 'ticket.status_changed', 'ticket.resolved']);
    for (const { data } of resolved.slice(1))
      expect(data).toMatchObject({ status: 'resolved', previous: { status: 'open' } });
    expect(typesOf(await change({ status: 'closed' }))).toEqual(['ticket.updated', 'ticket.status_changed']);
    const assigned = await change({ assignee_agent_id: String(agentId) });
    expect(typesOf(assigned)).toEqual(['ticket.updated', 'ticket.assigned']);
    expect(assigned[1]?.data).toMatchObject({
      assignee_agent_id: String(agentId),
      previous: { assignee_agent_id: null },
    });
    const unassigned = await change({ assignee_agent_id: null });
    expect(unassigned[1]?.data).toMatchObject({
      assignee_agent_id: null,
      previous: { assignee_agent_id: String(agentId) },
    });
  });

  test('a public comment sends events, including that of a changed status; an internal note does not', async () => {
    await home.subscribe();
    const id = await home.createTicket();
    await outbox();
    const { json } = await home.call('POST', 'ticket_comments', { ticket_id: id, body: 'Done.', status: 'resolved' });
    const events = await outbox();
    expect(typesOf(events)).toEqual([
      'ticket.comment_added',
      'ticket.updated',
      'ticket.status_changed',
      'ticket.resolved',
    ]);
    expect(events[0]?.data).toEqual({
      id: json.data.id,
      ticket_id: Number(id),
      ticket_number: expect.any(Number),
      author_kind: 'agent',
      visibility: 'public',
      request_id: expect.any(String),
    });
    await home.call('POST', 'ticket_comments', { ticket_id: id, body: 'Told nobody', visibility: 'internal' });
    expect(await outbox()).toEqual([]);
  });

  test('bulk changes and their undo send events for each ticket that actually changes', async () => {
    await home.subscribe({ events: ['ticket.status_changed'] });
    const ids = [await home.createTicket(), await home.createTicket(), await home.createTicket()];
    await home.call('PATCH', 'ticket', { id: ids[2], status: 'pending' });
    await outbox();
    const { json } = await home.call('POST', 'tickets_bulk', { ids, patch: { status: 'pending' } });
    expect((await outbox()).map(({ data }) => data.id)).toEqual(ids.slice(0, 2).map(Number));
    await home.call('POST', 'tickets_bulk', { ids, patch: { status: 'closed' }, dry_run: true });
    expect(await outbox()).toEqual([]);
    await home.call('POST', 'tickets_undo', { undo_token: json.data.undo_token });
    const undone = await outbox();
    expect(undone.map(({ data }) => data.previous)).toEqual([{ status: 'pending' }, { status: 'pending' }]);
  });

  test('renaming, merging and deleting a tag sends no events for its tickets', async () => {
    await home.subscribe();
    const id = await home.createTicket();
    await home.call('PATCH', 'ticket', { id, tags: 'wheel' });
    await outbox();
    const { json } = await home.call('GET', 'tags');
    await home.call('PATCH', 'tags', { id: json.data.items[0].id, name: 'rim' });
    await home.call('DELETE', 'tags', { id: json.data.items[0].id });
    expect(await outbox()).toEqual([]);
  });
});

test('API-bind_channel-POST and demo data send no event', async () => {
  await home.subscribe();
  const { database } = home.service;
  const request = { channel: 'sms', externalUserId: '+4912345', email: 'ada@example.org' } as const;
  const result = await database
    .forSite(home.site.id)
    .transaction((db) => bindChannel(db, home.site, request, { actor: TEST_ACTOR, now: new Date(NOW) }));
  expect(result.outcome).toBe('bound');
  const demo = { tickets: 20, seed: 1, reset: false };
  await fillDemo(database, home.site, demo, { now: new Date(NOW), report: () => undefined, keys: TEST_KEYS });
  expect(await outbox()).toEqual([]);
});

describe('recipients', () => {
  test('each active subscription of the site with the type or * gets one delivery', async () => {
    const other = await home.service.createSite();
    await home.service.call('POST', 'webhook_subscriptions', {
      token: other.token,
      body: { url: home.receiver.url, events: ['*'] },
    });
    const all = await home.subscribe();
    const listed = await home.subscribe({ events: ['handoff.created', 'ticket.created', 'ticket.created'] });
    await home.subscribe({ events: ['ticket.updated'] });
    await home.subscribe({ enabled: false });
    await home.createTicket();
    const rows = await home.service.database.owner.query<{ subscription_id: bigint; message_id: string }>(sql`
      select subscription_id, message_id from webhook_delivery order by id`);
    expect(rows.map((row) => row.subscription_id)).toEqual([all.id, listed.id]);
    expect(new Set(rows.map((row) => row.message_id)).size).toBe(2);
    for (const row of rows) expect(row.message_id).toMatch(/^msg_[a-z2-7]{26}$/);
  });

  test('a site without subscriptions costs one query for any number of events', async () => {
    const db = home.service.database.forSite(home.site.id);
    let queries = 0;
    const counted: typeof db = { ...db, query: (statement) => ((queries += 1), db.query(statement)) };
    const events = Array.from({ length: 1_000 }, (_, id) => ({ type: 'ticket.updated' as const, data: { id } }));
    const context = { actor: TEST_ACTOR, now: new Date(NOW) };
    await recordEvents(counted, home.site, events, context);
    expect(queries).toBe(1);
    await home.subscribe();
    await recordEvents(counted, home.site, events, context);
    expect(queries).toBe(3);
    expect((await outbox()).map(({ data }) => data.id)).toEqual(events.map(({ data }) => data.id));
  });

  test('deleting a subscription concurrently does not fail a write', async () => {
    const { id } = await home.subscribe();
    const db = home.service.database.forSite(home.site.id);
    const gone = { subscriptionId: id + 1_000n, messageId: 'msg_x', eventType: 'ticket.created', body: '{}' };
    const made = await insertDeliveries(db, home.site.id, [gone], { at: NOW, requestId: null });
    expect(made).toEqual([]);
  });
});

describe('the size of a body', () => {
  const event = { type: 'ticket.comment_added', timestamp: NOW, siteId: 7n, requestId: null } as const;
  const read = (body: string) => {
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(20_000);
    return JSON.parse(body).data;
  };

  test('a body within the limit is complete', () => {
    const data = read(writeEventBody({ ...event, data: { id: 1n }, pii: { body: 'x'.repeat(19_000) } }));
    expect(data.body).toHaveLength(19_000);
    expect(data.truncated).toBeUndefined();
  });

  test.each(['x', '\u0001', '🚲', '"'])(
    'the longest text is cut between characters if %j makes it too long',
    (character) => {
      const pii = { subject: 'Short', body: character.repeat(20_000) };
      const data = read(writeEventBody({ ...event, data: { id: 1n }, pii }));
      expect(data).toMatchObject({ id: 1, subject: 'Short', truncated: true });
      expect(data.body.isWellFormed()).toBe(true);
      expect(data.body.length).toBeGreaterThan(1_000);
    },
  );

  test('a body that cannot be cut enough has only the ID', () => {
    const data = read(
      writeEventBody({ ...event, data: { id: 1n, list: Array.from({ length: 9_000 }, (_, n) => n) }, pii: null }),
    );
    expect(data).toEqual({ id: 1, truncated: true, request_id: null });
  });
});
