import { afterEach, beforeEach, expect, test } from 'vitest';
import { findWrongCounters } from '#server/admin/recount.ts';
import { recountAll } from '#server/testing/recount.ts';
import { sql } from '#server/db/db.ts';
import { startTestService, TEST_ACTOR, type TestService, type TestSite } from '#server/testing/service.ts';
import { foldCounters } from '#server/counters/fold-counters.ts';
import { createAgent } from '#server/tickets/agents.ts';

let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService();
  home = await service.createSite();
});

afterEach(() => service.close());

/** Compares the counters with the rows; returns the number of counters. */
async function expectRight(): Promise<number> {
  const { owner } = service.database;
  expect(await findWrongCounters(owner, home.site.id)).toEqual([]);
  return (await owner.query(sql`select from ticket group by site_id, status, priority, channel, assignee_agent_id`))
    .length;
}

const call = async (method: string, resource: string, body: object, token = home.token) =>
  (await service.call(method, resource, { token, body })).json.data;
const list = async (query: string) => (await service.call('GET', 'tickets', { token: home.token, query })).json;

test('every way to create or change tickets updates their counters', async () => {
  const db = service.database.forSite(home.site.id);
  const context = { actor: TEST_ACTOR, now: service.clock.now() };
  const ada = String(await createAgent(db, home.site, { name: 'Ada' }, context));
  const ids: unknown[] = [];
  for (const channel of ['web', 'sms', 'web', 'email']) {
    ids.push((await call('POST', 'tickets', { subject: 'Bell', channel })).id);
  }
  expect(await expectRight()).toBe(3);
  await call('PATCH', 'ticket', { id: ids[0], status: 'pending', priority: 'urgent', assignee_agent_id: ada });
  await call('PATCH', 'ticket', { id: ids[1], status: 'resolved' });
  await expectRight();
  const bulk = await call('POST', 'tickets_bulk', { filter: { channel: 'web' }, patch: { priority: 'high' } });
  await expectRight();
  await call('POST', 'tickets_undo', { undo_token: bulk.undo_token });
  await expectRight();
});

test('every way to add, change or remove tags updates their counters', async () => {
  const [one, two] = await Promise.all([1, 2].map(() => call('POST', 'tickets', { subject: 'Bell' })));
  const tags = async () => {
    await expectRight();
    const { items } = (await service.call('GET', 'tags', { token: home.token })).json.data;
    return Object.fromEntries(items.map((tag: { name: string; ticket_count: number }) => [tag.name, tag.ticket_count]));
  };
  const idOf = async (name: string) =>
    (await service.call('GET', 'tags', { token: home.token })).json.data.items.find(
      (tag: { name: string }) => tag.name === name,
    ).id;
  await call('PATCH', 'ticket', { id: one.id, tags: 'VIP,late' });
  await call('PATCH', 'ticket', { id: two.id, tags: 'vip' });
  expect(await tags()).toEqual({ VIP: 2, late: 1 });
  expect((await list('tag=vip')).total_count).toBe(2);
  expect((await list('tag=vip&limit=1&skip=1')).total_count).toBe(2);
  expect((await list('tag=gone')).total_count).toBe(0);
  await foldCounters(service.database.owner, home.site.id);
  const bulk = await call('POST', 'tickets_bulk', {
    filter: { tag: 'vip' },
    patch: { remove_tags: ['late'], add_tags: ['new'] },
  });
  expect(await tags()).toEqual({ VIP: 2, late: 0, new: 2 });
  await call('POST', 'tickets_undo', { undo_token: bulk.undo_token });
  expect(await tags()).toMatchObject({ VIP: 2, late: 1, new: 0 });
  await call('PATCH', 'tags', { id: await idOf('late'), name: 'Overdue' });
  expect(await tags()).toMatchObject({ VIP: 2, Overdue: 1 });
  await call('PATCH', 'tags', { id: await idOf('VIP'), merge_into_id: await idOf('Overdue') });
  expect(await tags()).toMatchObject({ Overdue: 2 });
  await service.call('DELETE', 'tags', { token: home.token, query: { id: String(await idOf('Overdue')) } });
  expect(await tags()).toEqual({ new: 0 });
});

test.each([
  ['status=open', 2],
  ['priority=normal', 2],
  ['channel=sms', 1],
  ['assignee=none', 2],
  ['snoozed=1', 0],
  ['stale=1', 0],
  ['q=wheel', 1],
  ['first_reply=done', 0],
  ['created_to=2025-01-01T00:00:00Z', 0],
])('a tag combined with %s is counted from the tickets', async (other, total) => {
  const context = { actor: TEST_ACTOR, now: service.clock.now() };
  const ada = await createAgent(service.database.forSite(home.site.id), home.site, { name: 'Ada' }, context);
  const [one, ...others] = [
    await call('POST', 'tickets', { subject: 'Bell' }),
    await call('POST', 'tickets', { subject: 'Bell', channel: 'sms' }),
    await call('POST', 'tickets', { subject: 'Wheel' }),
  ];
  const change = { status: 'pending', priority: 'low', assignee_agent_id: String(ada) };
  await call('PATCH', 'ticket', { id: one.id, tags: 'vip', ...change });
  for (const { id } of others) await call('PATCH', 'ticket', { id, tags: 'vip' });
  expect((await list(`tag=vip&${other}&limit=1`)).total_count).toBe(total);
  expect((await list('tag=vip&limit=1')).total_count).toBe(3);
});

test('a page past the end of a list with a counter is empty and has the total', async () => {
  await call('POST', 'tickets', { subject: 'Bell' });
  expect(await list('skip=1')).toEqual({ items: [], total_count: 1 });
  expect(await list('channel=sms')).toEqual({ items: [], total_count: 0 });
});

test('pages past the middle equal those read from the beginning, in each order', async () => {
  const tickets = 1_211;
  await service.database.owner.query(sql`
    insert into ticket (site_id, id, ticket_number, subject, status, priority, channel, first_response_utc, created_utc,
      updated_utc, search_text)
    select ${home.site.id}, 9000 + n, 9000 + n, 'Ticket', 'open', (array['low', 'normal', 'high', 'urgent'])[1 + n * 7 % 4],
      'web', case when n % 3 = 0 then '2026-11-20T00:00:00Z'::timestamptz end,
      '2026-11-20T00:00:00Z'::timestamptz - make_interval(mins => n * 31 % 97), '2026-11-20T00:00:00Z'::timestamptz
        - make_interval(mins => n * 17 % 89), 'ticket'
    from generate_series(1, ${tickets}::integer) n`);
  await recountAll(service.database.owner);
  await service.database.owner.query(sql`analyze ticket`);
  for (const order of ['created', 'updated', 'priority', 'waiting']) {
    for (const dir of ['asc', 'desc']) {
      const whole: number[] = [];
      for (let skip = 0; skip < tickets; skip += 199) {
        const { items, total_count } = await list(`limit=199&skip=${skip}&order_by=${order}&dir=${dir}`);
        expect(total_count).toBe(tickets);
        whole.push(...items.map(({ id }: { id: number }) => id));
      }
      // With a filter that the counters do not have, the same pages are read from the beginning.
      const walked = await list(`limit=200&skip=400&order_by=${order}&dir=${dir}&created_from=2000-01-01T00:00:00Z`);
      expect(new Set(whole).size).toBe(tickets);
      expect(walked.items.map(({ id }: { id: number }) => id)).toEqual(whole.slice(400, 600));
      const last = await list(`limit=200&skip=1150&order_by=${order}&dir=${dir}&created_from=2000-01-01T00:00:00Z`);
      expect(last.items.map(({ id }: { id: number }) => id)).toEqual(whole.slice(1150));
    }
  }
});
