import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

const NOW = '2026-11-20T14:30:00.000Z';
let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  home = await service.createSite();
});

afterEach(() => service.close());

/** A session with messages 1 to `count`, two of them at each instant. */
async function insertSession(count: number, { length = 0 } = {}) {
  const { owner } = service.database;
  await owner.query(sql`
    insert into chat_session (site_id, id, session_id, channel, started_utc, message_count)
    values (${home.site.id}, 9001000000000000, 's1', 'web', ${NOW}, ${count})`);
  await owner.query(sql`
    insert into chat_message (site_id, id, session_id, role, text, created_utc)
    select ${home.site.id}, 9001000000000000 + n, 's1', 'visitor', 'm' || n || repeat('x', ${length}::integer),
      '2026-11-20T10:00:00Z'::timestamptz + make_interval(secs => n / 2)
    from generate_series(1, ${count}::integer) n`);
}
const call = (query: object) =>
  service.call('GET', 'transcripts', { token: home.token, query: { sessionId: 's1', ...query } });
const texts = async (query: object) => {
  const answer = await call(query);
  expectSuccess(answer);
  expect(answer.json.data.message_count).toBe(1_203);
  return answer.json.data.messages.map(({ text }: { text: string }) => text);
};
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `m${from + n}`);
const ingest = async (...items: object[]) => {
  const { json } = await service.call('POST', 'ingest', { token: home.token, body: { items } });
  return json.data;
};
const say = (count: number, more: object = {}) => ({
  kind: 'transcript',
  session_id: 's1',
  messages: Array.from({ length: count }, () => ({ role: 'visitor', text: 'Hello' })),
  ...more,
});

test('API-transcripts-GET: all messages or the requested page, with the total count', async () => {
  await insertSession(1_203);
  expect(await texts({})).toEqual(numbers(1, 1_203));
  expect(await texts({ limit: 2 })).toEqual(numbers(1, 2));
  expect(await texts({ limit: 500, skip: 700 })).toEqual(numbers(701, 1_200));
  expect(await texts({ limit: 500, skip: 1_200 })).toEqual(numbers(1_201, 1_203));
  expect(await texts({ skip: 1_201 })).toEqual(numbers(1_202, 1_203));
  expect(await texts({ skip: 5_000 })).toEqual([]);
  for (const bad of [{ limit: 501 }, { limit: 0 }, { limit: 'x' }, { skip: -1 }]) {
    expectError(await call(bad), 'bad_field');
  }
});

test('API-transcripts-GET: a long reply is streamed, and is the same JSON', async () => {
  await insertSession(100, { length: 20_000 });
  const answer = await call({});
  expectSuccess(answer);
  expect(answer.headers['content-length']).toBeUndefined();
  expect(Object.keys(answer.json)).toEqual(['ok', 'data']);
  expect(Object.keys(answer.json.data).slice(-2)).toEqual(['messages', 'handoffs']);
  expect(answer.json.data.messages).toHaveLength(100);
  const small = await call({ limit: 5 });
  expect(small.headers['content-length']).toBe(String(Buffer.byteLength(small.text)));
});

test('API-ingest-POST: a session takes 5,000 messages; an item beyond them fails alone', async () => {
  await insertSession(4_990);
  const { failed, results } = await ingest(
    say(11),
    say(10),
    say(1),
    say(0, { ended_utc: NOW }),
    say(1, { session_id: 's2' }),
  );
  expect(results.map(({ outcome, code }: { outcome: string; code: string | null }) => [outcome, code])).toEqual([
    ['failed', 'bad_field'],
    ['stored', null],
    ['failed', 'bad_field'],
    ['updated', null],
    ['stored', null],
  ]);
  expect(failed).toBe(2);
  expect(results[0].message).toBe('messages would be more than the 5000 that a session takes');
  expect((await call({ limit: 1 })).json.data).toMatchObject({ message_count: 5_000, ended_utc: NOW });
});

test('API-ingest-POST: a delivery that replaces its own messages stays within the 5,000', async () => {
  await insertSession(4_990);
  await ingest(say(10, { external_id: 'd1' }));
  const { results } = await ingest(say(10, { external_id: 'd1' }));
  expect(results[0].outcome).toBe('updated');
  expect((await ingest(say(11, { external_id: 'd1' }))).results[0]).toMatchObject({ outcome: 'failed' });
  expect((await call({ limit: 1 })).json.data.message_count).toBe(5_000);
});

test('API-ingest-POST: a message takes 20,000 characters; a longer one fails its item alone', async () => {
  const long = (count: number) => ({ ...say(0), messages: [{ role: 'ai', text: 'ü'.repeat(count) }] });
  const { results } = await ingest(long(20_001), long(20_000));
  expect(results[0]).toMatchObject({ outcome: 'failed', code: 'bad_field' });
  expect(results[0].message).toContain('20000 characters');
  expect(results[1].outcome).toBe('stored');
});
