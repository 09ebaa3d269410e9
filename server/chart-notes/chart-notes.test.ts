import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, TEST_ACTOR, type TestService, type TestSite } from '#server/testing/service.ts';
import { createAgent } from '#server/tickets/agents.ts';
import { MAX_NOTES } from './chart-notes.ts';

const NOW = '2026-11-20T14:30:00.000Z';
let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  home = await service.createSite({ label: 'Leads' });
});

afterEach(() => service.close());

const add = (body: Record<string, unknown>, token = home.token) => service.call('POST', 'chart_notes', { token, body });
const remove = (id: unknown, token = home.token) =>
  service.call('DELETE', 'chart_notes', { token, query: { id: String(id) } });
const list = async (query = '', token = home.token) => {
  const answer = await service.call('GET', 'chart_notes', { token, query });
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data;
};
const note = (date: string, chart = 'csat') => ({ chart, date, text: `Note of ${date}` });

test('CS-15: lists the notes of a chart by date, then by note, newest first', async () => {
  const added = await add({ chart: 'csat', date: '2026-11-18', text: 'New firmware 🚲' });
  expectSuccess(added);
  expect(added.json.data).toEqual({
    id: expect.anything(),
    chart: 'csat',
    date: '2026-11-18',
    text: 'New firmware 🚲',
    author: 'Leads',
    created_utc: NOW,
  });
  for (const body of [note('2026-11-20'), note('2026-11-18'), note('2026-11-19', 'ai')]) await add(body);
  const dates = async (query: string) => {
    const { items, total_count } = await list(query);
    return [items.map(({ date }: { date: string }) => date.slice(8)), total_count];
  };
  expect(await dates('')).toEqual([['20', '19', '18', '18'], 4]);
  expect((await list('chart=csat')).items[2]).toEqual(added.json.data);
  expect(await dates('chart=ai')).toEqual([['19'], 1]);
  expect(await dates('from=2026-11-18&to=2026-11-20')).toEqual([['19', '18', '18'], 3]);
  expect(await dates('limit=1&skip=1')).toEqual([['19'], 4]);
  for (const bad of ['from=2026-11-20&to=2026-11-20', 'chart=health', 'from=2026-02-30', 'limit=201']) {
    expectError(await service.call('GET', 'chart_notes', { token: home.token, query: bad }), 'bad_field');
  }
});

test.each([
  { chart: 'health' },
  { date: '2026-02-29' },
  { text: '' },
  { text: ' ' },
  { text: 'x'.repeat(201) },
  { text: 'a\0b' },
])('CS-15: refuses a note with %j', async (wrong) => {
  expectError(await add({ ...note('2026-11-18'), ...wrong }), 'bad_field');
  expect((await list()).total_count).toBe(0);
});

test("CS-15: refuses a day after today, in the site's zone for CSAT and in UTC for AI", async () => {
  const { token } = await service.createSite({ name: 'Apia', timeZone: 'Pacific/Apia' });
  // 14:30 on the 20th in UTC is 03:30 on the 21st there.
  expectSuccess(await add(note('2026-11-21'), token));
  for (const body of [note('2026-11-22'), note('2026-11-21', 'ai'), note('2031-01-01')]) {
    const answer = await add(body, token);
    expectError(answer, 'bad_field');
    expect(answer.json.error.message).toMatch(/^date/);
  }
  expect((await list('', token)).total_count).toBe(1);
});

test('CS-15: the chart decides which scope may add and delete its notes', async () => {
  const context = { actor: TEST_ACTOR, now: service.clock.now() };
  const ada = await createAgent(service.database.forSite(home.site.id), home.site, { name: 'Ada' }, context);
  const csat = (await service.issueToken(home.site, { scopes: ['csat:write'], agentId: ada })).token;
  const ai = (await service.issueToken(home.site, { scopes: ['ai_limits:write'] })).token;
  const ofCsat = await add(note('2026-11-18'), csat);
  expect(ofCsat.json.data.author).toBe('Ada');
  const ofAi = await add(note('2026-11-18', 'ai'), ai);
  for (const [answer, scope] of [
    [await add(note('2026-11-18'), ai), 'csat:write'],
    [await add(note('2026-11-18', 'ai'), csat), 'ai_limits:write'],
    [await remove(ofCsat.json.data.id, ai), 'csat:write'],
    [await remove(ofAi.json.data.id, csat), 'ai_limits:write'],
  ] as const) {
    expectError(answer, 'insufficient_scope');
    expect(answer.headers['www-authenticate']).toBe(`Bearer error="insufficient_scope", scope="${scope}"`);
  }
  expectSuccess(await remove(ofCsat.json.data.id, csat));
  expectSuccess(await remove(ofAi.json.data.id, ai));
  expectError(await remove(ofAi.json.data.id), 'not_found');
  expect((await list()).total_count).toBe(0);
});

test('CS-15: a site has at most 1,000 notes, even with concurrent calls, and other sites see none of them', async () => {
  const other = await service.createSite({ name: 'Other' });
  await service.database.owner.query(sql`
    insert into chart_note (site_id, id, chart, date, text, author, created_utc)
    select ${home.site.id}, -n, 'ai', '2026-11-20', 'Note', 'test', ${NOW}::timestamptz
    from generate_series(1, ${MAX_NOTES - 1}::integer) n`);
  const answers = await Promise.all([add(note('2026-11-18')), add(note('2026-11-18')), add(note('2026-11-18'))]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
  expect((await list('', other.token)).total_count).toBe(0);
  expectError(await remove(answers.find(({ status }) => status === 200)?.json.data.id, other.token), 'not_found');
});

test('CS-15: the audit log has actor and chart, but no text', async () => {
  const { json } = await add({ ...note('2026-11-18'), text: 'canary' });
  await remove(json.data.id);
  const lines = await service.database.owner.query(
    sql`select action, label, object_id, changes from audit_log where object_type = 'chart_note' order by id`,
  );
  const object_id = String(json.data.id);
  expect(lines).toEqual([
    { action: 'chart_note.create', label: 'Leads', object_id, changes: [{ field: 'chart', from: null, to: 'csat' }] },
    { action: 'chart_note.delete', label: 'Leads', object_id, changes: [{ field: 'chart', from: 'csat', to: null }] },
  ]);
});

test('CS-15: the same Idempotency-Key returns the same note', async () => {
  const send = () =>
    service.call('POST', 'chart_notes', {
      token: home.token,
      body: note('2026-11-18'),
      headers: { 'idempotency-key': 'one' },
    });
  const [first, second] = [await send(), await send()];
  expect(second.json.data).toEqual(first.json.data);
  expect((await list()).total_count).toBe(1);
});
