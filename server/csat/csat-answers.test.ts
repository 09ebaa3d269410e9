import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAgent } from '#server/tickets/agents.ts';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { CSAT_NOW, CsatDesk } from '#server/testing/csat-desk.ts';
import { TEST_ACTOR } from '#server/testing/service.ts';

const desk = new CsatDesk();
const { get, read, write, ticket, rateTicket, rate } = desk;
beforeEach(desk.open);
afterEach(desk.close);

test('CS-05: a second rating replaces the first everywhere; the same rating again changes nothing', async () => {
  const id = await ticket();
  const answer = await rateTicket(id, 1, '2026-11-18T10:00:00Z', 'Slow');
  await write('PATCH', 'csat_reports', { id: answer, review: 'contacted' });
  const listed = async () => (await read('report=answers')).items;
  expect(await rateTicket(id, 1, '2026-11-18T10:00:00Z', 'Slow')).toBe(answer);
  expect(await listed()).toMatchObject([{ id: Number(answer), score: 1, review: 'contacted', version: 2 }]);
  await rateTicket(id, 5, '2026-11-19T10:00:00Z');
  expect(await listed()).toEqual([
    {
      id: Number(answer),
      ticket_id: Number(id),
      ticket_number: expect.anything(),
      ticket_subject: expect.any(String),
      requester_name: null,
      channel: 'web',
      score: 5,
      comment: null,
      created_utc: '2026-11-19T10:00:00.000Z',
      review: 'none',
      review_by: null,
      review_utc: null,
      version: 3,
    },
  ]);
  const { items } = await read('report=days&from=2026-11-18&to=2026-11-20');
  expect(items.map(({ responses, value }: Record<string, unknown>) => [responses, value])).toEqual([
    [0, null],
    [1, 5],
  ]);
});

test('CS-04, CS-05, CS-16: pages of answers by score, state and words', async () => {
  const name = { requester_name: 'Jörg Schönfeld', requester_email: 'joerg@example.org' };
  const first = await rateTicket(await ticket(name), 0, '2026-11-18T10:00:00Z', 'The display stays black.');
  const second = await rateTicket(await ticket(), 4, '2026-11-18T10:00:00Z', '100% good_');
  const third = await rateTicket(await ticket(name), 5, '2026-11-19T10:00:00Z');
  const ids = async (query: string) => {
    const { items, total_count } = await read(`report=answers&${query}`);
    return [items.map((item: { id: number }) => BigInt(item.id)), total_count];
  };
  expect(await ids('')).toEqual([[third, second, first], 3]);
  expect(await ids('limit=1&skip=1')).toEqual([[second], 3]);
  expect(await ids('skip=5')).toEqual([[], 3]);
  expect(await ids('score=0,5')).toEqual([[third, first], 2]);
  expect(await ids('q=DISPLAY')).toEqual([[first], 1]);
  for (const q of ['schönfeld', 'Schoenfeld', 'schonfeld']) {
    expect(await ids(`q=${encodeURIComponent(q)}`)).toEqual([[third, first], 2]);
  }
  expect(await ids(`q=${encodeURIComponent('0%')}`)).toEqual([[second], 1]);
  expect(await ids(`q=${encodeURIComponent('d_')}`)).toEqual([[second], 1]);
  expect(await ids('q=schonfeld&score=5&priority=normal')).toEqual([[third], 1]);
  await write('PATCH', 'csat_reports', { id: first, review: 'ignored' });
  expect(await ids('review=ignored,contacted')).toEqual([[first], 1]);
  const { reviews, total_count } = await read('report=answers&review=none&score=0,4');
  expect([reviews, total_count]).toEqual([{ none: 1, contacted: 0, reopened: 0, ignored: 1 }, 1]);
  for (const bad of ['score=6', 'review=done', 'limit=201', 'limit=0', 'skip=-1', `q=${'x'.repeat(201)}`]) {
    expectError(await get(`report=answers&${bad}`), 'bad_field');
  }
});

test('CS-10: of two concurrent reviews of an answer, the second gets a conflict with the first', async () => {
  const context = { actor: TEST_ACTOR, now: desk.service.clock.now() };
  const ada = await createAgent(
    desk.service.database.forSite(desk.home.site.id),
    desk.home.site,
    { name: 'Ada' },
    context,
  );
  const { token } = await desk.service.issueToken(desk.home.site, { agentId: ada, label: 'Token of Ada' });
  const id = await rate(1);
  const review = (state: string, by = desk.home.token) =>
    desk.service.call('PATCH', 'csat_reports', { token: by, body: { id, review: state, version: 1 } });
  const [first, second] = await Promise.all([review('contacted', token), review('contacted', token)]);
  const [won, lost] = first?.status === 200 ? [first, second] : [second, first];
  if (won === undefined || lost === undefined) throw new Error('two answers were awaited');
  expectSuccess(won);
  expect(won.json.data).toMatchObject({ review: 'contacted', review_by: 'Ada', review_utc: CSAT_NOW, version: 2 });
  expectError(lost, 'conflict');
  expect(lost.json.error.current).toEqual(won.json.data);
  const last = await write('PATCH', 'csat_reports', { id, review: 'reopened', version: 2 });
  expect(last.json.data).toMatchObject({ review: 'reopened', review_by: expect.not.stringMatching('Ada'), version: 3 });
  // Setting the same state again changes nothing.
  expect((await write('PATCH', 'csat_reports', { id, review: 'reopened' })).json.data).toEqual(last.json.data);
  const lines = await desk.service.database.owner.query(
    sql`select object_id, changes from audit_log where action = 'csat.review' order by id`,
  );
  expect(lines).toEqual([
    { object_id: id.toString(), changes: [{ field: 'review', from: 'none', to: 'contacted' }] },
    { object_id: id.toString(), changes: [{ field: 'review', from: 'contacted', to: 'reopened' }] },
  ]);
});
