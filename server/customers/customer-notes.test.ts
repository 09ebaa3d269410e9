import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

let service: TestService;
let home: TestSite;
let id: number;

beforeEach(async () => {
  service = await startTestService({ now: '2026-11-20T14:30:00.000Z' });
  home = await service.createSite();
  const { json } = await service.call('POST', 'customer', { token: home.token, body: { email: 'ada@example.org' } });
  id = json.data.identity.id;
});

afterEach(() => service.close());

const add = (body: string, identity_id: unknown = id) =>
  service.call('POST', 'customer_notes', { token: home.token, body: { identity_id, body } });
const list = (query: object = {}) =>
  service.call('GET', 'customer_notes', { token: home.token, query: { identity_id: id, ...query } });

test('API-customer_notes-POST: notes are listed newest first, in pages, and counted with the customer', async () => {
  for (const text of ['First', 'Second', ' Third\nwith a line ']) {
    service.clock.advance(1_000);
    expectSuccess(await add(text));
  }
  const { json } = await list();
  expect(json.data.total_count).toBe(3);
  expect(json.data.items.map((note: { body: string }) => note.body)).toEqual([
    ' Third\nwith a line ',
    'Second',
    'First',
  ]);
  expect(json.data.items[2]).toMatchObject({
    identity_id: id,
    author: 'test',
    created_utc: '2026-11-20T14:30:01.000Z',
  });
  const page = await list({ limit: 1, skip: 1 });
  expect(page.json.data).toMatchObject({ items: [{ body: 'Second' }], total_count: 3 });
  expect((await list({ skip: 9 })).json.data).toEqual({ items: [], total_count: 3 });
  const customer = await service.call('GET', 'customer', { token: home.token, query: { identity_id: id } });
  expect(customer.json.data.identity.notes_count).toBe(3);
});

test('API-customer_notes-DELETE: deletes one note, and the audit log never has its text', async () => {
  const text = 'Sleeps until noon';
  const { json } = await add(text);
  const call = { token: home.token, query: { id: json.data.id } };
  const other = await service.createSite({ name: 'Other' });
  expectError(await service.call('DELETE', 'customer_notes', { ...call, token: other.token }), 'not_found');
  expect((await service.call('DELETE', 'customer_notes', call)).json.data).toEqual({ id: json.data.id, deleted: true });
  expectError(await service.call('DELETE', 'customer_notes', call), 'not_found');
  expect((await list()).json.data).toEqual({ items: [], total_count: 0 });
  const rows = await service.database.owner.query(sql`
    select action, object_type, object_id, changes from audit_log where action like 'customer_note.%' order by id`);
  const line = { object_type: 'customer_note', object_id: String(json.data.id), changes: [] };
  expect(rows).toEqual([
    { action: 'customer_note.create', ...line },
    { action: 'customer_note.delete', ...line },
  ]);
});

test('a note has 1 to 20,000 characters and a customer of this site', async () => {
  expectSuccess(await add('😀'.repeat(20_000)));
  for (const text of ['', ' \n ', 'x'.repeat(20_001), 'a\0b']) expectError(await add(text), 'bad_field');
  const other = await service.createSite({ name: 'Other' });
  const foreign = await service.call('POST', 'customer', { token: other.token, body: { email: 'b@example.org' } });
  expectError(await add('Hello', foreign.json.data.identity.id + 1_000), 'not_found');
  expectError(
    await service.call('GET', 'customer_notes', { token: other.token, query: { identity_id: id + 1_000 } }),
    'not_found',
  );
});
