import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

const NOW = '2026-11-20T14:30:00.000Z';
const LATER = '2026-11-20T15:00:00.000Z';
let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  home = await service.createSite({ label: 'Support leads' });
});

afterEach(() => service.close());

const call = (method: string, body: Record<string, unknown>, token = home.token) =>
  service.call(method, 'tags', method === 'DELETE' ? { token, query: { id: String(body['id']) } } : { token, body });

async function create(tags: string | null, subject = 'Bell'): Promise<{ id: bigint; version: number }> {
  const { json } = await service.call('POST', 'tickets', { token: home.token, body: { subject } });
  if (tags !== null) await tagTicket(json.data.id, tags);
  return read(json.data.id);
}

const tagTicket = (id: unknown, tags: string | null) =>
  service.call('PATCH', 'ticket', { token: home.token, body: { id, tags } });

async function read(id: unknown) {
  const { json } = await service.call('GET', 'ticket', {
    token: home.token,
    query: { id: String(id), include: 'activity' },
  });
  return json.data;
}

async function tagsByName(): Promise<Record<string, { id: bigint; color: number | null; ticket_count: number }>> {
  const { json } = await service.call('GET', 'tags', { token: home.token, query: { limit: 200 } });
  return Object.fromEntries(json.data.items.map((tag: { name: string }) => [tag.name, tag]));
}

async function found(query: string): Promise<number> {
  return (await service.call('GET', 'tickets', { token: home.token, query })).json.total_count;
}

const audit = () =>
  service.database.owner.query(sql`
    select action, object_id, changes from audit_log where object_type = 'tag' order by id`);

test('API-tags-POST: creates a tag without tickets; names are unique ignoring case', async () => {
  const made = await call('POST', { name: '  Größe ', color: 6 });
  expectSuccess(made);
  const { id } = made.json.data;
  expect(made.json.data).toEqual({ id, name: 'Größe', color: 6, ticket_count: 0, created_utc: NOW });
  const taken = await call('POST', { name: 'GRÖßE' });
  expectError(taken, 'conflict');
  expect(taken.json.error.current).toMatchObject({ id, name: 'Größe' });
  expect((await call('POST', { name: 'plain' })).json.data.color).toBeNull();
  for (const bad of [{ name: 'a,b' }, { name: ' ' }, { name: 'x'.repeat(61) }, { name: 'x', color: 7 }]) {
    expectError(await call('POST', bad), 'bad_field');
  }
  await create('PLAIN');
  expect(Object.keys(await tagsByName())).toHaveLength(2);
});

test('API-tags-PATCH renames on every ticket: list, search, filter, version, activity', async () => {
  const one = await create('vip,Refund,late');
  const two = await create('REFUND');
  const three = await create('late');
  const { Refund } = await tagsByName();
  service.clock.set(LATER);
  const renamed = await call('PATCH', { id: Refund?.id, name: 'Money back' });
  expectSuccess(renamed);
  expect(renamed.json.data).toMatchObject({ id: Refund?.id, name: 'Money back', changed_tickets: 2, ticket_count: 2 });
  const after = await read(one.id);
  expect(after).toMatchObject({ tags: 'vip,Money back,late', version: one.version + 1, updated_utc: LATER });
  expect(after.activity.at(-1)).toMatchObject({
    kind: 'tags',
    actor: 'Support leads',
    from: 'vip,Refund,late',
    to: 'vip,Money back,late',
    created_utc: LATER,
  });
  expect((await read(two.id)).tags).toBe('Money back');
  expect(await read(three.id)).toEqual(three);
  expect(await found('q=refund')).toBe(0);
  expect(await found('q=money')).toBe(2);
  expect(await found('q=bell%20late%20money')).toBe(1);
  expect(await found('tag=refund')).toBe(0);
  expect(await found('tag=MONEY%20BACK')).toBe(2);
  // The search text is complete: words still match after another change of the ticket.
  await tagTicket(one.id, 'vip');
  expect(await found('q=money')).toBe(1);
  expect(await found('q=vip%20bell')).toBe(1);
});

test('API-tags-PATCH: a change of case, a colour, no field, and a taken name', async () => {
  const spelled = await create('refund');
  const exact = await create('ReFund');
  const { refund } = await tagsByName();
  const id = refund?.id;
  expect((await call('PATCH', { id, name: 'ReFund', color: 4 })).json.data).toMatchObject({
    name: 'ReFund',
    color: 4,
    changed_tickets: 1,
    ticket_count: 2,
  });
  expect((await read(spelled.id)).tags).toBe('ReFund');
  expect(await read(exact.id)).toEqual(exact);
  expect((await call('PATCH', { id, color: null })).json.data).toMatchObject({ color: null, changed_tickets: 0 });
  expectError(await call('PATCH', { id }), 'missing_field');
  const before = await audit();
  expectSuccess(await call('PATCH', { id, name: 'ReFund' }));
  expect(await audit()).toEqual(before);
  const taken = (await call('POST', { name: 'Taken' })).json.data;
  const answer = await call('PATCH', { id, name: 'TAKEN' });
  expectError(answer, 'conflict');
  expect(answer.json.error.current).toMatchObject({ id: taken.id });
  expect((await read(exact.id)).tags).toBe('ReFund');
});

test('API-tags-PATCH merges: tickets move, none has a tag twice, the merged tag is deleted', async () => {
  const both = await create('a,Old,b,New');
  const one = await create('old');
  const other = await create('new');
  const { Old, New } = await tagsByName();
  const merged = await call('PATCH', { id: Old?.id, merge_into_id: New?.id });
  expectSuccess(merged);
  expect(merged.json.data).toMatchObject({ id: New?.id, name: 'New', ticket_count: 3, changed_tickets: 2 });
  expect((await read(both.id)).tags).toBe('a,b,New');
  expect((await read(one.id)).tags).toBe('New');
  expect(await read(other.id)).toEqual(other);
  expect(Object.keys(await tagsByName())).not.toContain('Old');
  expect(await found('q=old')).toBe(0);
  expect(await found('tag=new')).toBe(3);
  expectError(await call('PATCH', { id: Old?.id, color: 1 }), 'not_found');
  for (const bad of [New?.id, Old?.id, 424_242]) {
    expectError(await call('PATCH', { id: New?.id, merge_into_id: bad }), 'bad_field');
  }
  expectError(await call('PATCH', { id: New?.id, merge_into_id: 424_242, name: 'x' }), 'bad_field');
});

test('API-tags-DELETE removes the tag from its tickets and records the actor', async () => {
  const only = await create('Gone');
  const more = await create('x,gone,y');
  const { Gone } = await tagsByName();
  const removed = await call('DELETE', { id: Gone?.id });
  expect(removed.json.data).toEqual({ id: Gone?.id, deleted: true, changed_tickets: 2 });
  expect(await read(only.id)).toMatchObject({ tags: null, version: only.version + 1 });
  expect((await read(only.id)).activity.at(-1)).toMatchObject({ kind: 'tags', from: 'Gone', to: null });
  expect((await read(more.id)).tags).toBe('x,y');
  expect(await found('q=gone')).toBe(0);
  expect(await found('q=bell')).toBe(2);
  expectError(await call('DELETE', { id: Gone?.id }), 'not_found');
  expect(await audit()).toEqual([
    {
      action: 'tag.delete',
      object_id: String(Gone?.id),
      changes: [{ field: 'changed_tickets', from: null, to: 2 }],
    },
  ]);
});

test('API-tags-PATCH and DELETE do not affect another site', async () => {
  const elsewhere = await service.createSite();
  await create('Shared name');
  const tag = (await tagsByName())['Shared name'];
  const theirs = (await call('POST', { name: 'Shared name' }, elsewhere.token)).json.data;
  for (const answer of [
    await call('PATCH', { id: tag?.id, name: 'x' }, elsewhere.token),
    await call('DELETE', { id: tag?.id }, elsewhere.token),
  ]) {
    expectError(answer, 'not_found');
  }
  expectError(await call('PATCH', { id: theirs.id, merge_into_id: tag?.id }, elsewhere.token), 'bad_field');
  expect((await call('DELETE', { id: theirs.id }, elsewhere.token)).json.data.changed_tickets).toBe(0);
  expect((await tagsByName())['Shared name']?.ticket_count).toBe(1);
});

test('API-tags-PATCH during tagging: no ticket keeps a name that no tag has', async () => {
  const tickets = [];
  for (let n = 0; n < 12; n += 1) tickets.push(await create(n % 2 === 0 ? 'From' : 'other'));
  const { From } = await tagsByName();
  const answers = await Promise.all([
    ...tickets.map(({ id }, n) => tagTicket(id, n % 3 === 0 ? 'other,from' : 'From')),
    call('PATCH', { id: From?.id, name: 'To' }),
    ...tickets.map(({ id }, n) => tagTicket(id, n % 2 === 0 ? 'To,x' : 'from,x')),
    call('PATCH', { id: From?.id, name: 'Too' }),
  ]);
  for (const answer of answers) expect(answer.status, answer.text).toBeLessThan(500);
  const known = new Set(Object.keys(await tagsByName()).map((name) => name.toLowerCase()));
  for (const { id } of tickets) {
    for (const tag of (await read(id)).tags.split(',')) expect(known).toContain(tag.toLowerCase());
  }
});

test('API-tags-PATCH during a bulk change: both finish, and no ticket keeps a name that no tag has', async () => {
  const tickets = [];
  for (let n = 0; n < 12; n += 1) tickets.push(await create(n % 2 === 0 ? 'From' : 'other'));
  const { From } = await tagsByName();
  const ids = tickets.map(({ id }) => id);
  const bulk = (tags: Record<string, string[]>) =>
    service.call('POST', 'tickets_bulk', { token: home.token, body: { ids, patch: tags } });
  const answers = await Promise.all([
    bulk({ add_tags: ['From', 'one'] }),
    call('PATCH', { id: From?.id, name: 'To' }),
    bulk({ add_tags: ['from', 'two'] }),
    bulk({ remove_tags: ['to'], add_tags: ['three'] }),
    call('PATCH', { id: From?.id, name: 'Too' }),
  ]);
  for (const answer of answers) expectSuccess(answer);
  for (const { json } of answers) expect(json.data.failed ?? 0).toBe(0);
  const known = new Set(Object.keys(await tagsByName()).map((name) => name.toLowerCase()));
  for (const id of ids) for (const tag of (await read(id)).tags.split(',')) expect(known).toContain(tag.toLowerCase());
});

test('API-tags-PATCH, concurrent: one of several renames to one name wins, and merges move each ticket once', async () => {
  await create('a');
  await create('b');
  const { a, b } = await tagsByName();
  const names = await Promise.all([
    call('PATCH', { id: a?.id, name: 'Same' }),
    call('PATCH', { id: b?.id, name: 'same' }),
    call('POST', { name: 'SAME' }),
  ]);
  expect(names.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  const merges = await Promise.all([
    call('PATCH', { id: a?.id, merge_into_id: b?.id }),
    call('PATCH', { id: b?.id, merge_into_id: a?.id }),
  ]);
  expect(merges.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(merges.filter(({ status }) => status === 400)).toHaveLength(1);
  // If POST won the name, its tag exists too, without tickets.
  const counts = Object.values(await tagsByName()).map(({ ticket_count }) => ticket_count);
  expect(counts.filter((count) => count > 0)).toEqual([2]);
});

test('API-tags-PATCH changes thousands of tickets in one call', async () => {
  await create('Wide');
  await service.database.owner.query(sql`
    insert into ticket (site_id, id, ticket_number, subject, status, priority, channel, tags, tag_keys, search_text, created_utc, updated_utc)
    select ${home.site.id}, 1000000 + n, -n, 'Row ' || n, 'open', 'normal', 'web', '{x,Wide}', '{x,wide}',
      '#' || -n || E'\nrow ' || n || E'\nx\nwide', ${NOW}::timestamptz, ${NOW}::timestamptz
    from generate_series(1, 1000) n`);
  const { Wide } = await tagsByName();
  expect((await call('PATCH', { id: Wide?.id, name: 'Narrow' })).json.data.changed_tickets).toBe(1_001);
  expect(await found('tag=narrow')).toBe(1_001);
  expect(await found('q=narrow')).toBe(1_001);
  expect(await found('q=wide')).toBe(0);
});
