import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Operation } from '#contract/operation.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { AppKeys } from '#server/secrets/app-keys.ts';
import { startTestService, TEST_SECRET, type TestService, type TestSite } from '#server/testing/service.ts';
import { countRows } from '#server/testing/tables.ts';

let service: TestService;
let own: TestSite;

beforeEach(async () => {
  service = await startTestService();
  own = await service.createSite();
});
afterEach(() => service.close());

const create = (key: string, subject = 'Wheel', token = own.token) =>
  service.call('POST', 'tickets', { token, body: { subject }, headers: { 'idempotency-key': key } });
const countTickets = async () => (await service.call('GET', 'tickets', { token: own.token })).json.total_count;

test('the operations that take a key are those in docs/api.md', () => {
  const keyed = Object.values<Operation>(OPERATIONS).filter((row) => row.keyed);
  expect(keyed.map(({ method }) => method)).toEqual(keyed.map(() => 'POST'));
  const docs = readFileSync(path.join(import.meta.dirname, '../../docs/api.md'), 'utf8');
  const [, sentence = ''] = /^`Idempotency-Key` \([^)]+\) is read on POST of ([^.]+)\./m.exec(docs) ?? [];
  const named = [...sentence.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  expect(new Set(named)).toEqual(new Set(keyed.map(({ resource }) => resource)));
});

test('API-tickets-POST the same key and body return the first response and create one ticket', async () => {
  const first = await create('key-1');
  expectSuccess(first);
  service.clock.advance(60_000);
  const again = await create('key-1');
  expectSuccess(again);
  expect(again.text).toBe(first.text);
  expect(again.headers['x-svc-request-id']).not.toBe(first.headers['x-svc-request-id']);
  expect(await countTickets()).toBe(1);
});

test('API-ticket_comments-POST the same key and body create one comment', async () => {
  const { id } = (await create('key-1')).json.data;
  const comment = () =>
    service.call('POST', 'ticket_comments', {
      token: own.token,
      body: { ticket_id: id, body: 'Hello' },
      headers: { 'idempotency-key': 'key-1' },
    });
  const first = await comment();
  expectSuccess(first);
  expect((await comment()).text).toBe(first.text);
  const { json } = await service.call('GET', 'ticket', { token: own.token, query: { id, include: 'comments' } });
  expect(json.data.comments).toHaveLength(1);
});

test('another body under the same key is a conflict and changes nothing', async () => {
  await create('key-1');
  const before = await countRows(service);
  expectError(await create('key-1', 'Another'), 'conflict');
  expect(await countRows(service)).toEqual(before);
});

test('a retry after a rotation of the key returns the first response; another body is still a conflict', async () => {
  const first = await create('key-1');
  const link = { requester_email: 'ann@holm.test' };
  const issue = (by: TestService) =>
    by.call('POST', 'portal_token', { token: own.token, body: link, headers: { 'idempotency-key': 'key-1' } });
  const issued = await issue(service);
  expectSuccess(issued);
  const rotated = await startTestService({
    emptyFirst: false,
    keys: new AppKeys('the next key, which also has more than 32 characters', TEST_SECRET),
  });
  try {
    const retry = (subject: string) =>
      rotated.call('POST', 'tickets', { token: own.token, body: { subject }, headers: { 'idempotency-key': 'key-1' } });
    expect((await retry('Wheel')).text).toBe(first.text);
    expectError(await retry('Another'), 'conflict');
    expect((await issue(rotated)).text).toBe(issued.text);
    expect(await countTickets()).toBe(1);
  } finally {
    await rotated.close();
  }
});

test('bodies are compared by value, not by formatting', async () => {
  const send = (body: string) =>
    service.call('POST', 'tickets', { token: own.token, body, headers: { 'idempotency-key': 'k' } });
  const first = await send('{"subject":"A","channel":"sms"}');
  expect((await send('{ "channel": "\\u0073ms", "subject": "A" }')).text).toBe(first.text);
});

test('concurrent calls with one key create one ticket and get the same response', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => create('same')));
  for (const answer of answers) expectSuccess(answer);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await countTickets()).toBe(1);
});

test('keys belong to their token: each token gets its own first response', async () => {
  const other = await service.issueToken(own.site);
  const foreign = await service.createSite({ name: 'Other' });
  const callers = [own.token, other.token, foreign.token];
  const send = () => Promise.all(callers.map((token) => create('k', 'Wheel', token)));
  const first = await send();
  for (const answer of first) expectSuccess(answer);
  expect(new Set(first.map(({ json }) => json.data.ticket_number)).size, 'tickets that tell two calls apart').toBe(2);
  expect(await countTickets()).toBe(2);
  const again = await send();
  expect(again.map(({ text }) => text)).toEqual(first.map(({ text }) => text));
  expect(await countTickets()).toBe(2);
});

test('a refused call does not use up the key', async () => {
  expectError(await create('k', ''), 'bad_field');
  const missing = await service.call('POST', 'ticket_comments', {
    token: own.token,
    body: { ticket_id: 99n, body: 'x' },
    headers: { 'idempotency-key': 'k' },
  });
  expectError(missing, 'not_found');
  expectSuccess(await create('k'));
  const rows = await service.database.owner.query(sql`select operation from idempotency_record`);
  expect(rows).toEqual([{ operation: 'createTicket' }]);
});

test('a key is forgotten after 24 hours', async () => {
  await create('k');
  service.clock.advance(24 * 3_600_000);
  expectError(await create('k', 'Another day'), 'conflict');
  service.clock.advance(1);
  expectSuccess(await create('k', 'Another day'));
  service.clock.advance(25 * 3_600_000);
  await service.app.housekeeping?.runEveryHour();
  expect(await service.database.owner.query(sql`select 1 as one from idempotency_record`)).toEqual([]);
});

test.each(['', 'x'.repeat(101)])('the key %j is refused', async (key) => {
  const before = await countRows(service);
  expectError(await create(key), 'bad_field');
  expect(await countRows(service)).toEqual(before);
});

test('a record contains a keyed hash of the body, not the body', async () => {
  await service.call('POST', 'tickets', {
    token: own.token,
    body: { subject: 'S', initial_comment: 'canary-text' },
    headers: { 'idempotency-key': 'k' },
  });
  const [row] = await service.database.owner.query<{ body_hash: Uint8Array; record: string }>(
    sql`select body_hash, r::text as record from idempotency_record r`,
  );
  expect(row?.body_hash).toHaveLength(32);
  expect(row?.record.replace(/last_message_preview[^,]*/, '')).not.toContain('canary-text');
});
