import { describe, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError } from '#server/testing/expect-answer.ts';
import { ABSENT_ID } from '#server/testing/row-example.ts';
import { useTicketDesk } from '#server/testing/ticket-desk.ts';

const NOW = '2026-11-20T14:30:00.000Z';
const LATER = '2026-11-20T15:00:00.000Z';
const desk = useTicketDesk(NOW);
const { createId: create, createIds: createMany, sendBulk: send, bulk, patchId: patch, read, everything, agent } = desk;

const outcomes = (data: { results: { outcome: string }[] }) => data.results.map(({ outcome }) => outcome);
const idsOf = (data: { results: { id: bigint | number }[] }) => data.results.map(({ id }) => BigInt(id));

describe('API-tickets_bulk-POST', () => {
  test('changes every field of the patch, records the actor and returns versions', async () => {
    const agentId = await agent('Ada');
    const ids = await createMany(3);
    await patch(ids[0] ?? 0n, { tags: 'VIP,old' });
    desk.service.clock.set(LATER);
    const data = await bulk({
      ids,
      patch: {
        status: 'resolved',
        priority: 'urgent',
        assignee_agent_id: agentId.toString(),
        add_tags: ['New', 'vip'],
        remove_tags: ['OLD'],
        snoozed_until_utc: '2026-12-01T10:00:00+02:00',
      },
    });
    expect(data).toMatchObject({ total: 3, changed: 3, unchanged: 0, failed: 0, dry_run: false });
    expect(data.results.map(({ version }: { version: number }) => version)).toEqual([3, 2, 2]);
    expect(data.undo_token).toMatch(/^scu_[0-9A-Za-z]{32}$/);
    expect(data.undo_expires_utc).toBe('2026-11-21T15:00:00.000Z');
    const first = await read(ids[0] ?? 0n);
    expect(first).toMatchObject({
      status: 'resolved',
      priority: 'urgent',
      assignee_name: 'Ada',
      tags: 'VIP,New',
      snoozed_until_utc: '2026-12-01T08:00:00.000Z',
      resolved_utc: LATER,
      updated_utc: LATER,
      version: 3,
    });
    const told = first.activity.filter((line: { created_utc: string }) => line.created_utc === LATER);
    expect(told.map(({ kind, actor, from, to }: Record<string, unknown>) => [kind, actor, from, to])).toEqual([
      ['status', 'Support leads', 'open', 'resolved'],
      ['priority', 'Support leads', 'normal', 'urgent'],
      ['assignee', 'Support leads', null, 'Ada'],
      ['tags', 'Support leads', 'VIP,old', 'VIP,New'],
      ['snooze', 'Support leads', null, '2026-12-01T08:00:00.000Z'],
    ]);
    const audit = await desk.service.database.owner.query(sql`
      select object_id, changes from audit_log where action = 'ticket.update' and at_utc = ${LATER} order by id`);
    expect(audit).toHaveLength(3);
    expect(JSON.stringify(audit)).not.toContain('VIP');
    // Search and filters find the new tags too.
    const found = await desk.service.call('GET', 'tickets', {
      token: desk.token,
      query: { q: 'new', tag: 'NEW', status: 'resolved' },
    });
    expect(found.json.total_count).toBe(3);
    const tags = (await desk.service.call('GET', 'tags', { token: desk.token })).json.data.items;
    expect(tags.map(({ name, ticket_count: n }: Record<string, unknown>) => [name, n])).toContainEqual(['New', 3]);
  });

  test('null and "" unassign, null ends a snooze', async () => {
    const agentId = await agent('Ada');
    for (const nobody of [null, '']) {
      const id = await create();
      await patch(id, { assignee_agent_id: agentId.toString(), snoozed_until_utc: '2026-12-01T08:00:00Z' });
      await bulk({ ids: [id], patch: { assignee_agent_id: nobody, snoozed_until_utc: null } });
      expect(await read(id)).toMatchObject({ assignee_agent_id: null, snoozed_until_utc: null });
    }
  });

  test('each row has its own outcome, in the order of the request, and a failure does not affect the others', async () => {
    const [full = 0n, changed = 0n, same = 0n, stale = 0n] = await createMany(4);
    await patch(full, { tags: Array.from({ length: 20 }, (_, n) => `t${n}`).join(',') });
    await patch(same, { tags: 'late', priority: 'high' });
    const other = await desk.service.issueToken(desk.home.site, { label: 'Samir Nasser' });
    desk.service.clock.set('2026-11-20T14:40:00.000Z');
    await patch(stale, { status: 'pending' }, other.token);
    desk.service.clock.set(LATER);
    const present = await Promise.all(
      [full, changed, same].map(async (id) => ({ id, version: (await read(id)).version })),
    );
    const items = [
      { id: stale, version: 1 },
      ...present.toReversed(),
      { id: ABSENT_ID, version: 1 },
      { id: stale, version: 2 },
    ];
    const before = { full: await read(full), same: await read(same), stale: await read(stale) };
    const data = await bulk({ items, patch: { add_tags: ['late'], priority: 'high' } });
    expect(idsOf(data)).toEqual([stale, same, changed, full, ABSENT_ID]);
    expect(outcomes(data)).toEqual(['conflict', 'unchanged', 'changed', 'failed', 'not_found']);
    expect(data).toMatchObject({ total: 5, changed: 1, unchanged: 1, failed: 3 });
    expect(data.results[0]).toMatchObject({
      code: 'conflict',
      version: 2,
      message: 'Samir Nasser changed it at 2026-11-20T14:40:00.000Z: it is at version 2',
    });
    expect(data.results[3]).toMatchObject({
      code: 'bad_field',
      message: 'tags must have at most 20 entries',
      version: 2,
    });
    expect(data.results[4]).toMatchObject({ code: 'not_found', ticket_number: null, version: null });
    expect({ full: await read(full), same: await read(same), stale: await read(stale) }).toEqual(before);
    expect(await read(changed)).toMatchObject({ tags: 'late', priority: 'high', version: 2 });
  });

  test('a call that changes nothing writes nothing and returns no undo token', async () => {
    const ids = await createMany(2);
    const before = await everything();
    const data = await bulk({ ids, patch: { status: 'open', remove_tags: ['nowhere'] } });
    expect(data).toMatchObject({ changed: 0, unchanged: 2, undo_token: null, undo_expires_utc: null });
    expect(await everything()).toEqual(before);
  });

  test('a dry run writes nothing and predicts the outcomes of the real run', async () => {
    const [one = 0n, two = 0n, three = 0n] = await createMany(3);
    await patch(two, { priority: 'low' });
    await patch(three, { tags: Array.from({ length: 20 }, (_, n) => `t${n}`).join(',') });
    const body = { ids: [two, one, ABSENT_ID, three, one], patch: { priority: 'low', add_tags: ['checked'] } };
    const before = await everything();
    const dry = await bulk({ ...body, dry_run: true });
    expect(await everything()).toEqual(before);
    expect(dry).toMatchObject({ dry_run: true, undo_token: null, undo_expires_utc: null });
    expect(dry.results.map(({ version }: { version: number }) => version)).toEqual([2, 1, null, 2]);
    const real = await bulk({ ...body, dry_run: false });
    expect(outcomes(real)).toEqual(outcomes(dry));
    expect(idsOf(real)).toEqual(idsOf(dry));
    expect(outcomes(real)).toEqual(['changed', 'changed', 'not_found', 'failed']);
  });

  test('a filter selects the same tickets as GET tickets, in the order of the list', async () => {
    const urgent = await createMany(3, { priority: 'urgent', subject: 'Bent wheel' });
    await createMany(2, { subject: 'Bent fork' });
    const filter = { priority: 'urgent,high', q: 'wheel', filter: '{"all":[{"field":"tag","op":"is_not_set"}]}' };
    const listed = await desk.service.call('GET', 'tickets', { token: desk.token, query: filter });
    const data = await bulk({ filter, patch: { status: 'pending' } });
    expect(idsOf(data)).toEqual(listed.json.items.map(({ id }: { id: number }) => BigInt(id)));
    expect(idsOf(data)).toEqual(urgent.toReversed());
    expect(await bulk({ filter: { status: 'closed' }, patch: { status: 'open' } })).toMatchObject({
      total: 0,
      results: [],
      undo_token: null,
    });
    expect(await bulk({ filter: {}, patch: { priority: 'low' } })).toMatchObject({ total: 5, changed: 5 });
  });

  test.each([
    [{ no_such: '1' }, 'filter.no_such is not a parameter that selects tickets'],
    [{ limit: '10' }, 'filter.limit is not a parameter that selects tickets'],
    [{ status: 'wrong' }, 'filter.status must be a comma-separated list of open, pending, resolved, closed'],
    [{ tag: '' }, 'filter.tag must not be empty: leave it out'],
    [{ assignee: 'nobody' }, 'assignee must be an agent id, none or me'],
    [{ assignee: 'me' }, 'assignee says me, but this token belongs to no agent'],
    [{ filter: '{"all":[]}' }, 'filter.all must hold at least one rule'],
  ])('refuses the filter %j, which could match more than intended', async (filter, message) => {
    await create();
    const before = await everything();
    const answer = await send({ filter, patch: { status: 'closed' } });
    expectError(answer, 'bad_field');
    expect(answer.json.error.message).toBe(message);
    expect(await everything()).toEqual(before);
  });

  test.each([
    ['missing_field', { patch: { status: 'open' } }],
    ['bad_field', { ids: [1], items: [{ id: 1, version: 1 }], patch: { status: 'open' } }],
    ['bad_field', { ids: [1], filter: {}, patch: { status: 'open' } }],
    ['missing_field', { ids: [1] }],
    ['missing_field', { ids: [1], patch: {} }],
    ['missing_field', { ids: [1], patch: { add_tags: [], remove_tags: [] } }],
    ['bad_field', { ids: [], patch: { status: 'open' } }],
    ['bad_field', { ids: Array.from({ length: 1001 }, (_, n) => n + 1), patch: { status: 'open' } }],
    ['bad_field', { items: [], patch: { status: 'open' } }],
    ['missing_field', { items: [{ id: 1 }], patch: { status: 'open' } }],
    ['bad_field', { ids: [1], patch: { status: 'solved' } }],
    ['bad_field', { ids: [1], patch: { tags: 'a' } }],
    ['bad_field', { ids: [1], patch: { assignee_agent_id: '77' } }],
    ['bad_field', { ids: [1], patch: { add_tags: ['a,b'] } }],
    ['bad_field', { ids: [1], patch: { add_tags: ['x'.repeat(61)] } }],
    ['bad_field', { ids: [1], patch: { add_tags: Array.from({ length: 21 }, (_, n) => `t${n}`) } }],
    ['bad_field', { ids: [1], patch: { add_tags: ['Same'], remove_tags: ['same'] } }],
    ['bad_field', { ids: [1], patch: { snoozed_until_utc: '0000-01-01T00:00:00Z' } }],
  ] as const)('%s for %j', async (code, body) => {
    expectError(await send(body), code);
  });

  test('refuses more than 10,000 matches', async () => {
    const fill = (first: number, last: number) =>
      desk.service.database.owner.query(sql`
        insert into ticket (site_id, id, ticket_number, subject, status, priority, channel, created_utc, updated_utc, search_text)
        select ${desk.home.site.id}, 1000000 + n, 1000000 + n, 'Many', 'open', 'normal', 'web',
          ${NOW}, ${NOW}, 'many' from generate_series(${first}::integer, ${last}::integer) n`);
    await fill(1, 10_000);
    const body = { filter: { status: 'open' }, patch: { status: 'open' }, dry_run: true };
    expect(await bulk(body)).toMatchObject({ total: 10_000, unchanged: 10_000 });
    await fill(10_001, 10_001);
    const answer = await send(body);
    expectError(answer, 'bad_field');
    expect(answer.json.error.message).toBe('filter matches more than 10000 tickets: narrow it');
  });
});
