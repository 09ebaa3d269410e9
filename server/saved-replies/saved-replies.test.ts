import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, TEST_ACTOR, type TestService, type TestSite } from '#server/testing/service.ts';
import { createAgent } from '#server/tickets/agents.ts';
import { insertReply, MAX_SAVED_REPLIES } from './saved-replies.ts';

const NOW = '2026-11-20T14:30:00.000Z';
let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  home = await service.createSite({ label: 'Leads' });
});
afterEach(() => service.close());

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', parts: object, token = home.token) =>
  service.call(method, 'saved_replies', { token, ...parts });
const add = async (title: string, body = 'Hello') => {
  const answer = await call('POST', { body: { title, body } });
  expectSuccess(answer);
  return answer.json.data;
};
const titles = async (query: string) => {
  const { items, total_count } = (await call('GET', { query })).json.data;
  return [items.map(({ title }: { title: string }) => title), total_count];
};

test('a saved reply has its author, and its fields are stored as they are', async () => {
  const body = 'Hello {{customer.name}},\n\nyour number is {{ticket.number}}. {{unknown}} 🚲';
  const added = await add('  Number of the ticket ', body);
  expect(added).toEqual({
    ...{ id: expect.anything(), title: 'Number of the ticket', body, used_count: 0 },
    ...{ created_utc: NOW, updated_utc: NOW, author: 'Leads', version: 1 },
  });
  const context = { actor: TEST_ACTOR, now: new Date(NOW) };
  const agentId = await createAgent(service.database.owner, home.site, { name: 'Tomke' }, context);
  const { token } = await service.issueToken(home.site, { agentId });
  const own = await call('POST', { body: { title: 'Mine', body: 'Hello' } }, token);
  expect(own.json.data.author).toBe('Tomke');
});

test('the list begins with the most used, then goes by title, then by id', async () => {
  for (const title of ['Refund', 'bell', 'Refund', 'Parcel']) await add(title);
  await service.database.owner.query(sql`update saved_reply set used_count = 3 where title = 'Parcel'`);
  expect(await titles('')).toEqual([['Parcel', 'bell', 'Refund', 'Refund'], 4]);
  expect(await titles('limit=2&skip=1')).toEqual([['bell', 'Refund'], 4]);
  const { items } = (await call('GET', { query: 'skip=2' })).json.data;
  expect(items[0].id).toBeLessThan(items[1].id);
});

test('a search finds replies whose title or body has all words, whatever their case and accents', async () => {
  await add('Return label', 'The LABEL is in the account, 100 % free.');
  await add('Rückgabe', 'Das Etikett liegt im Konto.');
  expect(await titles('q=ACCOUNT+label')).toEqual([['Return label'], 1]);
  expect(await titles('q=return+konto')).toEqual([[], 0]);
  expect(await titles('q=ruckgabe')).toEqual([['Rückgabe'], 1]);
  expect(await titles(`q=${encodeURIComponent('RÜCK')}`)).toEqual([['Rückgabe'], 1]);
  expect(await titles('q=0+%25')).toEqual([['Return label'], 1]);
  expect(await titles('q=_')).toEqual([[], 0]);
});

test('a change raises the version once, and one of an old version is refused with the present reply', async () => {
  const { id } = await add('Refund', 'Five days.');
  service.clock.advance(60_000);
  const changed = await call('PATCH', { body: { id, body: 'Three days.', version: 1 } });
  expect(changed.json.data).toMatchObject({ id, title: 'Refund', body: 'Three days.', version: 2, created_utc: NOW });
  expect(changed.json.data.updated_utc).toBe('2026-11-20T14:31:00.000Z');
  const again = await call('PATCH', { body: { id, title: 'Refund', body: 'Three days.' } });
  expect(again.json.data).toEqual(changed.json.data);
  const stale = await call('PATCH', { body: { id, title: 'Money back', version: 1 } });
  expectError(stale, 'conflict');
  expect(stale.json.error.current).toEqual(changed.json.data);
  expectError(await call('PATCH', { body: { id, version: 2 } }), 'missing_field');
  expectError(await call('PATCH', { body: { id, title: 'x'.repeat(121) } }), 'bad_field');
  expectError(await call('PATCH', { body: { id, body: '' } }), 'bad_field');
});

test('a deleted reply is gone, and the audit log has each change without a word of its text', async () => {
  const { id } = await add('Secret title', 'Secret body');
  await call('PATCH', { body: { id, title: 'Secret name' } });
  expect((await call('DELETE', { query: { id: String(id) } })).json.data).toEqual({ id, deleted: true });
  expectError(await call('DELETE', { query: { id: String(id) } }), 'not_found');
  expect(await titles('')).toEqual([[], 0]);
  const lines = await service.database.owner.query<{ action: string }>(sql`
    select action, object_type, object_id, changes from audit_log where action like 'saved_reply.%' order by id`);
  const line = { object_type: 'saved_reply', object_id: String(id) };
  expect(lines).toEqual([
    { ...line, action: 'saved_reply.create', changes: [{ field: 'version', from: null, to: 1 }] },
    { ...line, action: 'saved_reply.update', changes: [{ field: 'version', from: 1, to: 2 }] },
    { ...line, action: 'saved_reply.delete', changes: [{ field: 'version', from: 2, to: null }] },
  ]);
});

test('a site has at most 2,000, which an import may exceed; a repeated call with its key adds none', async () => {
  const headers = { 'idempotency-key': 'once' };
  const first = await call('POST', { body: { title: 'One', body: 'Hello' }, headers });
  expect((await call('POST', { body: { title: 'One', body: 'Hello' }, headers })).json).toEqual(first.json);
  expect(await titles('')).toEqual([['One'], 1]);
  await service.database.owner.query(sql`
    insert into saved_reply (site_id, id, title, body, author, created_utc, updated_utc)
    select ${home.site.id}, 100000 + n, 'Reply', 'Hello', 'test', ${NOW}::timestamptz, ${NOW}::timestamptz
    from generate_series(1, ${MAX_SAVED_REPLIES - 1}::integer) n`);
  expectError(await call('POST', { body: { title: 'One more', body: 'Hello' } }), 'conflict');
  const imported = { externalId: 'm-1', title: 't'.repeat(200), body: '', by: { agentId: null, label: 'Import' } };
  await insertReply(service.database.forSite(home.site.id), home.site.id, imported, new Date(NOW));
  expect((await titles('limit=1'))[1]).toBe(MAX_SAVED_REPLIES + 1);
});

test('a token that only reads lists replies and changes none', async () => {
  const { id } = await add('Refund');
  const { token } = await service.issueToken(home.site, { scopes: ['read'] });
  expectSuccess(await call('GET', {}, token));
  for (const refused of [
    await call('POST', { body: { title: 'New', body: 'Hello' } }, token),
    await call('PATCH', { body: { id, title: 'New' } }, token),
    await call('DELETE', { query: { id: String(id) } }, token),
  ])
    expectError(refused, 'insufficient_scope');
});
