import { recountAll } from '#server/testing/recount.ts';
import { describe, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError } from '#server/testing/expect-answer.ts';
import { startTestService } from '#server/testing/service.ts';
import { useTicketDesk } from '#server/testing/ticket-desk.ts';

const NOW = '2026-11-20T14:30:00.000Z';
const LATER = '2026-11-20T15:00:00.000Z';
const desk = useTicketDesk(NOW);
const { createId: create, bulk, patchId: patch, read, agent } = desk;

const send = (undoToken: unknown, by = desk.token) =>
  desk.service.call('POST', 'tickets_undo', { token: by, body: { undo_token: undoToken } });

async function undo(undoToken: unknown) {
  const { json, status, text } = await send(undoToken);
  expect(status, text).toBe(200);
  return json.data;
}

describe('API-tickets_undo-POST', () => {
  test('restores every field of a change and the old time of resolution, with activity and audit', async () => {
    const agentId = await agent('Ada');
    const id = await create();
    await patch(id, {
      status: 'resolved',
      priority: 'high',
      assignee_agent_id: agentId.toString(),
      tags: 'Old tag,vip',
      snoozed_until_utc: '2026-12-01T08:00:00Z',
    });
    const { activity: _, ...before } = await read(id);
    desk.service.clock.set(LATER);
    const changed = await patch(id, {
      status: 'open',
      priority: 'low',
      assignee_agent_id: null,
      tags: null,
      snoozed_until_utc: null,
    });
    expect(changed).toMatchObject({ status: 'open', resolved_utc: null, version: 3 });
    expect(changed.undo_token).toMatch(/^scu_[0-9A-Za-z]{32}$/);
    const data = await undo(changed.undo_token);
    expect(data).toEqual({
      total: 1,
      changed: 1,
      unchanged: 0,
      failed: 0,
      dry_run: false,
      results: [{ id: before.id, ticket_number: 1001, version: 4, outcome: 'changed', code: null, message: null }],
      undo_token: null,
      undo_expires_utc: null,
    });
    const { activity, ...after } = await read(id);
    expect(after).toEqual({ ...before, updated_utc: LATER, version: 4 });
    expect(after.resolved_utc).toBe(NOW);
    expect(activity.slice(-5).map(({ kind, to }: Record<string, unknown>) => [kind, to])).toEqual([
      ['status', 'resolved'],
      ['priority', 'high'],
      ['assignee', 'Ada'],
      ['tags', 'Old tag,vip'],
      ['snooze', '2026-12-01T08:00:00.000Z'],
    ]);
    const audit = await desk.service.database.owner.query(
      sql`select label from audit_log where action = 'ticket.undo'`,
    );
    expect(audit).toEqual([{ label: 'Support leads' }]);
    const found = await desk.service.call('GET', 'tickets', { token: desk.token, query: { q: 'old', tag: 'VIP' } });
    expect(found.json.total_count).toBe(1);
  });

  test('skips tickets of a bulk change that changed since and restores the others', async () => {
    const ids = [await create(), await create(), await create()];
    const [first = 0n, second = 0n] = ids;
    const data = await bulk({ ids, patch: { status: 'closed', add_tags: ['swept'] } });
    await patch(second, { priority: 'urgent' });
    const undone = await undo(data.undo_token);
    expect(undone).toMatchObject({ total: 3, changed: 2, unchanged: 0, failed: 1 });
    expect(undone.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'changed',
      'skipped',
      'changed',
    ]);
    expect(undone.results[1]).toMatchObject({
      code: 'conflict',
      version: 3,
      message: `Support leads changed it at ${NOW}: it is at version 3`,
    });
    expect(await read(first)).toMatchObject({ status: 'open', tags: null, resolved_utc: null, version: 3 });
    expect(await read(second)).toMatchObject({ status: 'closed', tags: 'swept', priority: 'urgent', version: 3 });
  });

  test('undoes changes of one ticket one by one, newest first, despite comments and other undos', async () => {
    const id = await create();
    const before = await read(id);
    const first = (await patch(id, { priority: 'high' })).undo_token;
    const second = (await patch(id, { tags: 'vip' })).undo_token;
    const { json } = await desk.service.call('POST', 'ticket_comments', {
      token: desk.token,
      body: { ticket_id: id, body: 'We send a new one.', status: 'resolved' },
    });
    const third = json.data.undo_token;
    // A comment changes no field that an undo restores.
    const note = { ticket_id: id, body: 'Called her.', visibility: 'internal' };
    await desk.service.call('POST', 'ticket_comments', { token: desk.token, body: note });
    expect(await undo(third)).toMatchObject({ changed: 1 });
    expect(await read(id)).toMatchObject({ status: 'open', resolved_utc: null, tags: 'vip', priority: 'high' });
    const fourth = (await patch(id, { status: 'pending' })).undo_token;
    expect(await undo(fourth)).toMatchObject({ changed: 1 });
    expect(await undo(second)).toMatchObject({ changed: 1 });
    expect(await undo(first)).toMatchObject({ changed: 1 });
    const { status, priority, tags } = before;
    expect(await read(id)).toMatchObject({ status, priority, tags, first_response_utc: NOW });
    expect((await read(id)).comments.map(({ body }: { body: string }) => body)).toEqual([
      'We send a new one.',
      'Called her.',
    ]);
  });

  test('skips an older change until a newer one is undone, even one made after an undo', async () => {
    const id = await create();
    const first = (await patch(id, { priority: 'high' })).undo_token;
    const second = (await patch(id, { tags: 'vip' })).undo_token;
    await undo(second);
    const third = (await patch(id, { tags: 'late' })).undo_token;
    expect(await undo(first)).toMatchObject({ changed: 0, failed: 1 });
    expect(await read(id)).toMatchObject({ priority: 'high', tags: 'late' });
    expect(await undo(third)).toMatchObject({ changed: 1 });
  });

  test('concurrent comments and undos of the same tickets wait for each other', async () => {
    const ids = [];
    for (let n = 0; n < 20; n += 1) ids.push(await create());
    const { undo_token } = await bulk({ ids, patch: { priority: 'low' } });
    const say = (id: bigint) =>
      desk.service.call('POST', 'ticket_comments', { token: desk.token, body: { ticket_id: id, body: 'Hello' } });
    const [undone, ...said] = await Promise.all([send(undo_token), ...ids.toReversed().map(say)]);
    for (const { status, text } of said) expect(status, text).toBe(200);
    expect(undone.json.data).toMatchObject({ changed: 20, failed: 0 });
  });

  test('the stored reply of an Idempotency-Key has no undo token', async () => {
    const id = await create();
    const call = {
      token: desk.token,
      body: { ticket_id: id, body: 'Done.', status: 'closed' },
      headers: { 'idempotency-key': 'comment-1' },
    };
    const first = await desk.service.call('POST', 'ticket_comments', call);
    const again = await desk.service.call('POST', 'ticket_comments', call);
    expect(first.json.data.undo_token).toMatch(/^scu_/);
    expect(again.json.data).toEqual({ ...first.json.data, undo_token: null });
  });

  test('a token works once, even for concurrent calls', async () => {
    const ids = [await create(), await create()];
    const { undo_token } = await bulk({ ids, patch: { priority: 'low' } });
    const answers = await Promise.all([send(undo_token), send(undo_token), send(undo_token)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expectError(await send(undo_token), 'conflict');
    for (const id of ids) expect(await read(id)).toMatchObject({ priority: 'normal', version: 3 });
  });

  test('a repeated call continues after an interrupted one', async () => {
    const ids = [await create(), await create()];
    const { undo_token } = await bulk({ ids, patch: { priority: 'low' } });
    const [first = 0n, second = 0n] = ids;
    await desk.service.database.owner.query(sql`update ticket_undo set used_utc = ${NOW} where ticket_id = ${first}`);
    expect(await undo(undo_token)).toMatchObject({ total: 1, changed: 1 });
    expect(await read(second)).toMatchObject({ priority: 'normal' });
  });

  test('a token works for 24 hours; then housekeeping removes the saved tickets', async () => {
    const id = await create();
    const early = (await patch(id, { priority: 'low' })).undo_token;
    desk.service.clock.set('2026-11-21T14:29:59.999Z');
    await desk.service.app.housekeeping?.runEveryHour();
    expect(await undo(early)).toMatchObject({ changed: 1 });
    const late = (await patch(id, { priority: 'low' })).undo_token;
    desk.service.clock.advance(24 * 3_600_000);
    expectError(await send(late), 'not_found');
    await desk.service.app.housekeeping?.runEveryHour();
    expect(await desk.service.database.owner.query(sql`select * from ticket_undo`)).toEqual([]);
  });

  test('for a change of one ticket the database has only the hash of the token', async () => {
    const { undo_token } = await patch(await create(), { priority: 'low' });
    const rows = await desk.service.database.owner.query(
      sql`select encode(token_hash, 'escape') as hash from ticket_undo`,
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(undo_token.slice(4));
  });

  test('a token of another site is refused like an unknown one', async () => {
    const id = await create();
    const { undo_token } = await patch(id, { priority: 'low' });
    const other = await desk.service.createSite({ name: 'Other' });
    const foreign = await send(undo_token, other.token);
    expectError(foreign, 'not_found');
    expect(foreign.text).toBe((await send('scu_unknown', other.token)).text);
    expect(await read(id)).toMatchObject({ priority: 'low' });
  });

  test('a call that changes nothing returns no undo token', async () => {
    expect((await patch(await create(), { status: 'open' })).undo_token).toBeNull();
  });

  test('a token that may only read is refused', async () => {
    const { undo_token } = await patch(await create(), { priority: 'low' });
    const reader = await desk.service.issueToken(desk.home.site, { scopes: ['read'] });
    expectError(await send(undo_token, reader.token), 'insufficient_scope');
  });

  test('restores more tickets than one transaction takes', async () => {
    await desk.service.database.owner.query(sql`
      insert into ticket (site_id, id, ticket_number, subject, status, priority, channel, created_utc, updated_utc, search_text)
      select ${desk.home.site.id}, 1000000 + n, 1000000 + n, 'Many', 'open', 'normal', 'web',
        ${NOW}, ${NOW}, 'many' from generate_series(1, 600) n`);
    await recountAll(desk.service.database.owner);
    const data = await bulk({ filter: { q: 'many' }, patch: { status: 'closed' } });
    expect(data).toMatchObject({ total: 600, changed: 600 });
    expect(await undo(data.undo_token)).toMatchObject({ total: 600, changed: 600 });
    const open = await desk.service.call('GET', 'tickets', { token: desk.token, query: { status: 'open' } });
    expect(open.json.total_count).toBe(600);
  });
});

test('API-ticket-PATCH returns no undo token with EXTENSIONS=0 and saves nothing', async () => {
  const plain = await startTestService({ extensions: false });
  const { token } = await plain.createSite();
  const { json } = await plain.call('POST', 'tickets', { token, body: { subject: 'Bell' } });
  const changed = await plain.call('PATCH', 'ticket', { token, body: { id: json.data.id, status: 'closed' } });
  expect(changed.status).toBe(200);
  expect(Object.keys(changed.json.data)).not.toContain('undo_token');
  expect(await plain.database.owner.query(sql`select * from ticket_undo`)).toEqual([]);
  const body = { ids: [json.data.id], patch: { status: 'open' } };
  expectError(await plain.call('POST', 'tickets_bulk', { token, body }), 'unknown_resource');
  expectError(await plain.call('POST', 'tickets_undo', { token, body: { undo_token: 'x' } }), 'unknown_resource');
  await plain.close();
});
