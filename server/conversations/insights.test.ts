import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql, type Db, type Statement } from '#server/db/db.ts';
import { vacuum } from '#server/testing/database.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { countLabels } from './label-counts.sql.ts';

const NOW = '2026-11-20T14:30:00.000Z';
let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  home = await service.createSite();
});

afterEach(() => service.close());

const get = (query = '', token = home.token) => service.call('GET', 'ai_insights', { token, query });
const insights = async (query = '') => (await get(query)).json;

async function ask(texts: readonly string[], created_utc = NOW, role = 'visitor') {
  const messages = texts.map((text) => ({ role, text, created_utc }));
  const body = { items: [{ kind: 'transcript', session_id: 's1', messages }] };
  expectSuccess(await service.call('POST', 'ingest', { token: home.token, body }));
}

async function handOff(session_id: string, reason: string, more: object = {}) {
  const body = { items: [{ kind: 'handoff', session_id, reason, ...more }] };
  expectSuccess(await service.call('POST', 'ingest', { token: home.token, body }));
}

test('API-ai_insights-GET: no questions yet', async () => {
  const answer = await get();
  expectSuccess(answer);
  expect(answer.json).toEqual({ ok: true, days: 30, top_questions: [], top_handoff_reasons: [], handoff_status: [] });
  expect((await service.call('GET', 'insights', { token: home.token })).text).toBe(answer.text);
});

test('API-ai_insights-GET: groups questions by their first 80 characters, ignoring case and whitespace', async () => {
  const long = 'x'.repeat(80);
  await ask(['Where is my order?', 'where is  my order?', ' Where is my order?\n', 'Where is my order now?']);
  await ask([`${long}one`, `${long}two`, `${long.slice(1)}y`]);
  await ask(['Where is my order?', 'How can I help?'], NOW, 'ai');
  await ask(['Where is my order?'], NOW, 'agent');
  expect((await insights()).top_questions).toEqual([
    { label: 'Where is my order?', count: 3 },
    { label: long, count: 2 },
    { label: 'Where is my order now?', count: 1 },
    { label: `${long.slice(1)}y`, count: 1 },
  ]);
});

test('API-ai_insights-GET: reasons and current states of handoffs', async () => {
  await handOff('s1', 'Refund');
  await handOff('s2', 'Refund');
  await handOff('s3', 'Angry');
  await handOff('s3', 'Angry', { status: 'resolved' });
  expect(await insights()).toMatchObject({
    top_handoff_reasons: [
      { label: 'Refund', count: 2 },
      { label: 'Angry', count: 1 },
    ],
    handoff_status: [
      { label: 'waiting', count: 2 },
      { label: 'resolved', count: 1 },
    ],
  });
});

test('API-ai_insights-GET: the window is whole UTC days, today included', async () => {
  await ask(['Old'], '2026-10-21T23:59:59.999Z');
  await ask(['First'], '2026-10-22T00:00:00.000Z');
  await ask(['Today'], '2026-11-20T00:00:00.000Z');
  await handOff('s1', 'Old', { created_utc: '2026-10-21T23:59:59.999Z', status: 'resolved' });
  await handOff('s2', 'First', { created_utc: '2026-10-22T00:00:00.000Z' });
  const labels = async (query: string) => {
    const { top_questions, top_handoff_reasons, handoff_status, days } = await insights(query);
    const [questions, reasons, states] = [top_questions, top_handoff_reasons, handoff_status].map((list) =>
      list.map(({ label }: { label: string }) => label),
    );
    return { days, questions, reasons, states };
  };
  const month = { days: 30, questions: ['First', 'Today'], reasons: ['First'], states: ['waiting'] };
  expect(await labels('')).toEqual(month);
  expect(await labels('days=30')).toEqual(month);
  expect(await labels('days=31')).toMatchObject({ questions: ['First', 'Old', 'Today'], reasons: ['First', 'Old'] });
  expect(await labels('days=1')).toEqual({ days: 1, questions: ['Today'], reasons: [], states: [] });
  expectSuccess(await get('days=90'));
  for (const days of ['0', '91', 'x', '1.5']) expectError(await get(`days=${days}`), 'bad_field');
});

test('API-ai_insights-GET: 10 of each top list by default, 50 at most, and all states', async () => {
  await ask(Array.from({ length: 60 }, (_, n) => `Question ${n}`));
  for (let n = 0; n < 12; n += 1) await handOff(`s${n}`, `Reason ${n}`, n === 0 ? { status: 'resolved' } : {});
  const lengths = async (query: string) => {
    const { top_questions, top_handoff_reasons, handoff_status } = await insights(query);
    return [top_questions.length, top_handoff_reasons.length, handoff_status.length];
  };
  expect(await lengths('')).toEqual([10, 10, 2]);
  expect(await lengths('take=10')).toEqual([10, 10, 2]);
  expect(await lengths('take=1')).toEqual([1, 1, 2]);
  expect(await lengths('take=50')).toEqual([50, 12, 2]);
  for (const take of ['0', '51', 'x']) expectError(await get(`take=${take}`), 'bad_field');
});

test('API-ai_insights-GET: as CSV, one line per count, with user text escaped', async () => {
  await ask(['=1+1', '"Quoted", twice', '"Quoted", twice']);
  await handOff('s2', 'Refund');
  const { text, headers } = await get('format=csv');
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(headers['content-disposition']).toBe('attachment; filename="ai_insights-2026-11-20.csv"');
  expect(text.split('\r\n')).toEqual([
    'list,label,count',
    'top_questions,"""Quoted"", twice",2',
    "top_questions,'=1+1,1",
    'top_handoff_reasons,Refund,1',
    'handoff_status,waiting,1',
    '',
  ]);
  expect((await get('format=json')).text).toBe((await get()).text);
  expectError(await get('format=xml'), 'bad_field');
  expect((await get('format=csv&take=1')).text.split('\r\n')).toHaveLength(5);
});

test('API-ai_insights-GET: sites are separate', async () => {
  await ask(['Hello']);
  await handOff('s2', 'Refund');
  const other = await service.createSite({ name: 'Other' });
  expect((await get('', other.token)).json).toMatchObject({
    top_questions: [],
    top_handoff_reasons: [],
    handoff_status: [],
  });
});

test('API-ai_insights-GET reads only the requested days', async () => {
  await ask(['Hello']);
  await service.database.owner.query(sql`
    insert into chat_message (site_id, id, session_id, role, text, created_utc)
    select ${home.site.id}, 1000000 + n, 's1', (array['visitor', 'ai'])[1 + n % 2], 'Question ' || n % 100,
      ${NOW}::timestamptz - make_interval(mins => 10 * n)
    from generate_series(1, 12000) n`);
  await vacuum('chat_message');
  const plans: string[] = [];
  const db = service.database.forSite(home.site.id);
  const explaining: Db = {
    ...db,
    async query<Row extends object>(statement: Statement): Promise<Row[]> {
      const rows = await db.query<{ 'QUERY PLAN': string }>(sql`explain ${statement}`);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      return [];
    },
    transaction: () => expect.fail('a read needs no transaction'),
  };
  const from = '2026-11-19T00:00:00Z';
  const window = { list: 'question', from, to: '2026-11-21T00:00:00Z', previousFrom: from } as const;
  await countLabels(explaining, home.site.id, window, { limit: 10, skip: 0 });
  expect(plans.join('\n')).toContain('chat_message_asked');
  expect(plans.join('\n')).not.toMatch(/Seq Scan on chat_message/);
});
