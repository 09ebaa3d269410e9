import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

const NOW = '2026-11-20T14:30:00.000Z';
const LATER = '2026-11-20T15:00:00.000Z';
let service: TestService;
let home: TestSite;
let reader: string;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  home = await service.createSite({ label: 'Ada' });
  reader = (await service.issueToken(home.site, { scopes: ['read'], label: 'Reader' })).token;
});

afterEach(() => service.close());

const post = (body: Record<string, unknown>, token = home.token) =>
  service.call('POST', 'saved_views', { token, body: { name: 'Late', query: {}, ...body } });
const patch = (body: Record<string, unknown>, token = home.token) =>
  service.call('PATCH', 'saved_views', { token, body });
const remove = (id: unknown, token = home.token) =>
  service.call('DELETE', 'saved_views', { token, query: { id: String(id) } });

async function namesFor(token = home.token): Promise<string[]> {
  const { json } = await service.call('GET', 'saved_views', { token });
  expect(json.data.total_count).toBe(json.data.items.length);
  return json.data.items.map(({ name }: { name: string }) => name);
}

test('API-saved_views-POST: a view is stored as given, and changed field by field', async () => {
  const query = { status: 'open,pending', filter: '{"all":[]}', q: 'räder 🚲' };
  const made = await post({ name: '  Late  ', query, columns: ['subject', 'status'], position: 4 });
  expectSuccess(made);
  const view = {
    id: made.json.data.id,
    name: 'Late',
    shared: false,
    query,
    columns: ['subject', 'status'],
    position: 4,
    updated_utc: NOW,
  };
  expect(made.json.data).toEqual(view);
  service.clock.set(LATER);
  const id = view.id;
  expect((await patch({ id, name: 'Later' })).json.data).toEqual({ ...view, name: 'Later', updated_utc: LATER });
  expect((await patch({ id, columns: null, query: {} })).json.data).toMatchObject({ columns: null, query: {} });
  const { json } = await service.call('GET', 'saved_views', { token: home.token });
  expect(json.data.items).toEqual([{ ...view, name: 'Later', columns: null, query: {}, updated_utc: LATER }]);
  expectError(await patch({ id }), 'missing_field');
  expect((await remove(id)).json.data).toEqual({ id, deleted: true });
  expectError(await remove(id), 'not_found');
  expect(await namesFor()).toEqual([]);
});

test('API-saved_views-GET: by position, then newest first; a new view comes last', async () => {
  await post({ name: 'old', position: 1 });
  await post({ name: 'old twin', position: 1 });
  service.clock.set(LATER);
  await post({ name: 'new', position: 1 });
  await post({ name: 'first', position: 0 });
  await post({ name: 'last' });
  expect(await namesFor()).toEqual(['first', 'new', 'old twin', 'old', 'last']);
});

test('API-saved_views-GET: a personal view is visible only to its token and its sessions', async () => {
  const mine = (await post({ name: 'Mine' })).json.data;
  const theirs = (await post({ name: 'Theirs' }, reader)).json.data;
  await post({ name: 'All', shared: true });
  expect(await namesFor()).toEqual(['Mine', 'All']);
  expect(await namesFor(reader)).toEqual(['Theirs', 'All']);
  const session = (await service.call('POST', 'sessions', { token: home.token, body: {} })).json.data.token;
  expect(await namesFor(session)).toEqual(['Mine', 'All']);
  expectSuccess(await patch({ id: mine.id, name: 'Mine too' }, session));
  expectError(await patch({ id: theirs.id, name: 'x' }), 'not_found');
  expectError(await patch({ id: theirs.id, shared: true }), 'not_found');
  expectError(await remove(theirs.id), 'not_found');
  expect(await namesFor(reader)).toEqual(['Theirs', 'All']);
});

test('API-saved_views-PATCH: creating, changing, unsharing and removing a shared view needs tickets:write', async () => {
  const { token: writer } = await service.issueToken(home.site, { scopes: ['tickets:write'] });
  const shared = (await post({ name: 'All', shared: true }, writer)).json.data;
  const own = (await post({ name: 'Own' }, reader)).json.data;
  for (const call of [
    post({ shared: true }, reader),
    patch({ id: shared.id, name: 'x' }, reader),
    patch({ id: shared.id, shared: false }, reader),
    patch({ id: own.id, shared: true }, reader),
    remove(shared.id, reader),
  ]) {
    const answer = await call;
    expectError(answer, 'insufficient_scope');
    expect(answer.json.error.message).toContain('tickets:write');
    expect(answer.headers['www-authenticate']).toContain('scope="tickets:write"');
  }
  expectSuccess(await patch({ id: own.id, name: 'Own still', shared: false }, reader));
  expectSuccess(await patch({ id: shared.id, name: 'All of us' }));
  expect((await namesFor(reader)).toSorted()).toEqual(['All of us', 'Own still']);
  // Another token unshared it, so the view is now its own.
  expectSuccess(await patch({ id: shared.id, shared: false }));
  expect(await namesFor()).toEqual(['All of us']);
  expect(await namesFor(writer)).toEqual([]);
  expectSuccess(await remove(shared.id));
});

test('API-saved_views-POST: limits of name, parameters and columns', async () => {
  const parameters = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, 'x']));
  expectSuccess(await post({ name: '🚲'.repeat(200), query: parameters(40) }));
  expectSuccess(await post({ query: { filter: 'x'.repeat(8_000) }, columns: Array(40).fill('c') }));
  for (const bad of [
    { name: 'x'.repeat(201) },
    { name: '  ' },
    { query: parameters(41) },
    { query: { q: 1 } },
    { query: { q: 'x'.repeat(8_001) } },
    { query: { ['x'.repeat(41)]: 'y' } },
    { columns: Array(41).fill('c') },
    { position: -1 },
    { position: 1_000_001 },
  ]) {
    expectError(await post(bad), 'bad_field');
  }
  const reserved = '{"name":"x","query":{"__proto__":"y"}}';
  expectError(await service.call('POST', 'saved_views', { token: home.token, body: reserved }), 'bad_request');
});

test('API-saved_views-POST: a token has 100 views at most, even with concurrent calls', async () => {
  const answers = await Promise.all(Array.from({ length: 104 }, (_, n) => post({ name: `View ${n}`, position: n })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
  for (const answer of answers.filter(({ status }) => status !== 200)) expectError(answer, 'conflict');
  expectSuccess(await post({ name: 'Another token' }, reader));
  const [first] = answers.filter(({ status }) => status === 200);
  await remove(first?.json.data.id);
  expectSuccess(await post({ name: 'Room again' }));
});

test('API-saved_views-DELETE: another site sees no views, and every write is in the audit log', async () => {
  const elsewhere = await service.createSite();
  const { id } = (await post({ name: 'Secret name', shared: true })).json.data;
  expect(await namesFor(elsewhere.token)).toEqual([]);
  expectError(await patch({ id, name: 'x' }, elsewhere.token), 'not_found');
  expectError(await remove(id, elsewhere.token), 'not_found');
  const behind = await service.database
    .forSite(elsewhere.site.id)
    .query(sql`select id from saved_view where site_id = ${home.site.id}`);
  expect(behind).toEqual([]);
  await patch({ id, shared: false, name: 'Other name' });
  await remove(id);
  const lines = await service.database.owner.query<{ action: string; changes: unknown }>(sql`
    select action, changes from audit_log where object_type = 'saved_view' order by id`);
  expect(lines).toEqual([
    { action: 'saved_view.create', changes: [{ field: 'shared', from: null, to: true }] },
    {
      action: 'saved_view.update',
      changes: expect.arrayContaining([
        { field: 'shared', from: true, to: false },
        { field: 'name', from: null, to: null },
      ]),
    },
    { action: 'saved_view.delete', changes: [{ field: 'shared', from: false, to: null }] },
  ]);
});

test('API-saved_views-POST, -PATCH and -DELETE: a read-only session cannot change views that may be shared', async () => {
  const view = (await post({ name: 'Mine' }, reader)).json.data;
  const session = (await service.call('POST', 'sessions', { token: reader, body: {} })).json.data.token;
  const framed = (await service.call('POST', 'sessions', { token: home.token, body: { scopes: ['read'] } })).json.data;
  for (const token of [session, framed.token]) {
    expectError(await post({ name: 'Another' }, token), 'insufficient_scope');
    expectError(await patch({ id: view.id, name: 'x' }, token), 'insufficient_scope');
    expectError(await remove(view.id, token), 'insufficient_scope');
  }
  expect(await namesFor(session)).toEqual(['Mine']);
});
