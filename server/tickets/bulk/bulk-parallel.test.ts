import { describe, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError } from '#server/testing/expect-answer.ts';
import { useTicketDesk } from '#server/testing/ticket-desk.ts';

const NOW = '2026-11-20T14:30:00.000Z';
const desk = useTicketDesk(NOW);
const { createId: create, createIds: createMany, sendBulk: send, bulk, patchId: patch, read, everything } = desk;

const outcomes = (data: { results: { outcome: string }[] }) => data.results.map(({ outcome }) => outcome);

describe('API-tickets_bulk-POST', () => {
  test('a row that the database refuses fails without the others', async () => {
    const bad = await create({ subject: 'Refused' });
    const ids = [await create(), bad, await create()];
    const { owner } = desk.service.database;
    await owner.query(sql`create function refuse_one() returns trigger language plpgsql as $$ begin
      if new.subject = 'Refused' then raise exception 'refused'; end if; return new; end $$`);
    await owner.query(
      sql`create trigger refuse_one before update on ticket for each row execute function refuse_one()`,
    );
    try {
      const data = await bulk({ ids, patch: { status: 'closed' } });
      expect(outcomes(data)).toEqual(['changed', 'failed', 'changed']);
      expect(data.results[1]).toMatchObject({ code: 'internal_error', version: null });
      expect(await read(bad)).toMatchObject({ status: 'open', version: 1 });
      const undone = await desk.service.call('POST', 'tickets_undo', {
        token: desk.token,
        body: { undo_token: data.undo_token },
      });
      expect(undone.json.data).toMatchObject({ total: 2, changed: 2 });
    } finally {
      await owner.query(sql`drop trigger refuse_one on ticket`);
      await owner.query(sql`drop function refuse_one`);
    }
  });

  test('concurrent bulk and single changes of the same tickets wait for each other, and none is lost', async () => {
    const ids = await createMany(40);
    const answers = await Promise.all([
      send({ ids, patch: { add_tags: ['a', 'b'] } }),
      send({ ids: ids.toReversed(), patch: { add_tags: ['b', 'c'] } }),
      ...ids.filter((_, n) => n % 4 === 0).map((id) => patch(id, { priority: 'high' })),
      send({ filter: { q: 'bell' }, patch: { status: 'pending' } }),
    ]);
    for (const answer of answers) if ('status' in answer && 'text' in answer) expect(answer.status).toBe(200);
    for (const [n, id] of ids.entries()) {
      const ticket = await read(id);
      expect(ticket.tags.split(',').toSorted()).toEqual(['a', 'b', 'c']);
      expect(ticket).toMatchObject({ status: 'pending', priority: n % 4 === 0 ? 'high' : 'normal' });
      expect(ticket.version).toBe(n % 4 === 0 ? 5 : 4);
    }
  });

  test('of two calls with the same version only one changes each ticket', async () => {
    const ids = await createMany(20);
    const items = ids.map((id) => ({ id, version: 1 }));
    const [one, two] = await Promise.all([
      bulk({ items, patch: { priority: 'low' } }),
      bulk({ items: items.toReversed(), patch: { priority: 'urgent' } }),
    ]);
    expect(one.changed + two.changed).toBe(20);
    expect(outcomes(one).filter((outcome) => outcome === 'conflict')).toHaveLength(two.changed);
  });

  test('tickets of another site are not found', async () => {
    const other = await desk.service.createSite({ name: 'Other' });
    // Each site has its own ids: starts far away, so the other site's ids differ from ours.
    await desk.service.database.owner.takeIds(other.site.id, 1_000_000);
    const { json } = await desk.service.call('POST', 'tickets', { token: other.token, body: { subject: 'Theirs' } });
    const id = BigInt(json.data.id);
    const before = await everything();
    const data = await bulk({ ids: [id], patch: { status: 'closed' } });
    expect(outcomes(data)).toEqual(['not_found']);
    expect(await bulk({ filter: {}, patch: { status: 'closed' } })).toMatchObject({ total: 0 });
    expect(await everything()).toEqual(before);
  });

  test('a token that may only read is refused', async () => {
    const ids = await createMany(1);
    const reader = await desk.service.issueToken(desk.home.site, { scopes: ['read'] });
    expectError(await send({ ids, patch: { status: 'closed' }, dry_run: true }, reader.token), 'insufficient_scope');
  });
});
