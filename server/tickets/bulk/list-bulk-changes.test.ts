import { describe, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError } from '#server/testing/expect-answer.ts';
import { useTicketDesk } from '#server/testing/ticket-desk.ts';

const NOW = '2026-11-20T14:30:00.000Z';
const TOMORROW = '2026-11-21T14:30:00.000Z';
const BATCH = '0d9a6f0e-5c39-4f0c-8a3e-1d2f6b7a9c11';
const desk = useTicketDesk(NOW);
const { bulk, createIds, patchId } = desk;

async function list(query: Record<string, string | number> = {}, token = desk.token) {
  const { json, status, text } = await desk.service.call('GET', 'tickets_undo', { token, query });
  expect(status, text).toBe(200);
  return json.data;
}

const undo = (undoToken: unknown) =>
  desk.service.call('POST', 'tickets_undo', { token: desk.token, body: { undo_token: undoToken } });

describe('API-tickets_undo-GET', () => {
  test('lists the bulk changes of the caller, newest first, with the patch as sent', async () => {
    const ids = await createIds(3);
    const agentId = (await desk.agent('Ada')).toString();
    const patch = { status: 'resolved', assignee_agent_id: agentId, snoozed_until_utc: null, add_tags: ['VIP'] };
    const first = await bulk({ ids, patch, batch_id: BATCH.toUpperCase() });
    desk.service.clock.advance(60_000);
    const second = await bulk({ ids: ids.slice(1), patch: { priority: 'urgent' } });
    expect(await list()).toEqual({
      items: [
        {
          ...{ undo_token: second.undo_token, at_utc: '2026-11-20T14:31:00.000Z', tickets: 2 },
          ...{ what: { priority: 'urgent' }, batch_id: null },
          ...{ expires_utc: '2026-11-21T14:31:00.000Z', undone_utc: null },
        },
        {
          ...{ undo_token: first.undo_token, at_utc: NOW, tickets: 3 },
          ...{ what: patch, batch_id: BATCH, expires_utc: TOMORROW, undone_utc: null },
        },
      ],
      total_count: 2,
    });
    expect(await list({ limit: 1 })).toMatchObject({ items: [{ undo_token: second.undo_token }], total_count: 2 });
    for (const limit of [0, 201]) {
      expectError(await desk.service.call('GET', 'tickets_undo', { token: desk.token, query: { limit } }), 'bad_field');
    }
    expectError(await desk.sendBulk({ ids, patch, batch_id: 'mine' }), 'bad_field');
  });

  test('leaves out dry runs, calls that changed nothing and changes of one ticket by PATCH', async () => {
    const ids = await createIds(2);
    await bulk({ ids, patch: { status: 'closed' }, dry_run: true });
    await bulk({ ids, patch: { status: 'open' } });
    await patchId(ids[0] ?? 0n, { status: 'closed' });
    expect(await list()).toEqual({ items: [], total_count: 0 });
  });

  test('the list belongs to the API token: its browser sessions share it, another token of the site has its own', async () => {
    const ids = await createIds(2);
    const { token: session } = (await desk.service.call('POST', 'sessions', { token: desk.token, body: {} })).json.data;
    await desk.sendBulk({ ids, patch: { status: 'closed' } }, session);
    expect((await list()).items).toHaveLength(1);
    expect((await list({}, session)).items).toHaveLength(1);
    const other = await desk.service.issueToken(desk.home.site);
    expect(await list({}, other.token)).toEqual({ items: [], total_count: 0 });
    const reader = await desk.service.issueToken(desk.home.site, { scopes: ['read'] });
    expectError(await desk.service.call('GET', 'tickets_undo', { token: reader.token }), 'insufficient_scope');
  });

  test('has the time at which the last ticket was restored or skipped', async () => {
    const ids = await createIds(3);
    const { undo_token } = await bulk({ ids, patch: { status: 'closed' } });
    await patchId(ids[0] ?? 0n, { priority: 'low' });
    // An interrupted call has restored one of them.
    const { owner } = desk.service.database;
    await owner.query(sql`update ticket_undo set used_utc = ${NOW} where ticket_id = ${ids[2] ?? 0n}`);
    expect((await list()).items).toMatchObject([{ undone_utc: null }]);
    desk.service.clock.advance(60_000);
    expect((await undo(undo_token)).json.data).toMatchObject({ changed: 1, failed: 1 });
    expect((await list()).items).toMatchObject([{ tickets: 3, undone_utc: '2026-11-20T14:31:00.000Z' }]);
    // Not set while the database refuses one of them.
    const again = await bulk({ ids, patch: { status: 'open' } });
    await owner.query(sql`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`);
    await owner.query({
      text: `create trigger refuse before update on ticket for each row when (old.id = ${ids[2]}) execute function refuse()`,
      values: [],
    });
    try {
      expect((await undo(again.undo_token)).json.data).toMatchObject({ changed: 1, failed: 1 });
      expect((await list()).items[0]).toMatchObject({ undo_token: again.undo_token, undone_utc: null });
    } finally {
      await owner.query(sql`drop function refuse cascade`);
    }
    expect((await undo(again.undo_token)).json.data).toMatchObject({ total: 1, changed: 1 });
    expect((await list()).items[0].undone_utc).not.toBeNull();
  });

  test('a call of several transactions is one item, and an interrupted call is listed with what it changed', async () => {
    const { owner } = desk.service.database;
    const site = desk.home.site.id;
    await owner.query(sql`
      insert into ticket (site_id, id, ticket_number, subject, status, priority, channel, created_utc, updated_utc, search_text)
      select ${site}, 1000000 + n, 1000000 + n, 'Many', 'open', 'normal', 'web', ${NOW}, ${NOW}, 'many'
      from generate_series(1, 600) n`);
    const [newest] = await owner.query<{ id: bigint }>(sql`select max(id) as id from ticket`);
    // The database is down for the transaction of the last ticket.
    await owner.query(sql`
      create function refuse() returns trigger language plpgsql as $$
      begin raise 'gone' using errcode = '57P01'; end $$`);
    await owner.query({
      text: `create trigger refuse before update on ticket for each row when (old.id = ${newest?.id}) execute function refuse()`,
      values: [],
    });
    const ids = (await owner.query<{ id: bigint }>(sql`select id from ticket order by id`)).map(({ id }) => id);
    const cutOff = await desk.sendBulk({ ids, patch: { status: 'closed' } });
    await owner.query(sql`drop function refuse cascade`);
    const [row] = await owner.query<{ closed: number }>(
      sql`select count(*)::integer as closed from ticket where status = 'closed'`,
    );
    const closed = row?.closed ?? 0;
    expect(closed).toBeGreaterThan(50);
    expect(closed).toBeLessThan(600);
    const { items } = await list();
    expect(items).toMatchObject([{ tickets: closed, undone_utc: null }]);
    expect(cutOff.json.data?.undo_token ?? items[0].undo_token).toBe(items[0].undo_token);
    expect((await undo(items[0].undo_token)).json.data).toMatchObject({ changed: closed });
  });

  test('lists changes for 24 hours', async () => {
    await bulk({ ids: await createIds(2), patch: { status: 'closed' } });
    desk.service.clock.set('2026-11-21T14:29:59.999Z');
    expect((await list()).items).toHaveLength(1);
    desk.service.clock.set(TOMORROW);
    expect(await list()).toEqual({ items: [], total_count: 0 });
    await desk.service.app.housekeeping?.runEveryHour();
    expect(await desk.service.database.owner.query(sql`select 1 as one from ticket_bulk_change`)).toEqual([]);
  });
});
