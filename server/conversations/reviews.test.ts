import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { CustomerDesk } from '#server/testing/customer-desk.ts';
import { expectError } from '#server/testing/expect-answer.ts';
import { TEST_ACTOR, type TestSite } from '#server/testing/service.ts';
import { createAgent } from '#server/tickets/agents.ts';

const desk = new CustomerDesk();
beforeEach(desk.open);
afterEach(desk.close);

const NOW = '2026-11-20T14:30:00.000Z';
const start = (session_id: string, created_utc = NOW) =>
  desk.post('ingest', {
    items: [{ kind: 'transcript', session_id, created_utc, messages: [{ role: 'visitor', text: 'x', created_utc }] }],
  });
const review = (session_id: string, verdict: string, more: Record<string, unknown> = {}, at = desk.home) =>
  desk.send('POST', 'ai_reviews', { session_id, verdict, ...more }, at);
const remove = (session_id: string, more: Readonly<Record<string, string>> = {}) =>
  desk.service.call('DELETE', 'ai_reviews', { token: desk.home.token, query: { session_id, ...more } });
const ofTranscript = async (sessionId: string) => (await desk.get('transcripts', { sessionId })).review;

async function asAgent(name: string): Promise<TestSite> {
  const { site } = desk.home;
  const context = { actor: TEST_ACTOR, now: desk.service.clock.now() };
  const agentId = await createAgent(desk.service.database.forSite(site.id), site, { name }, context);
  return { site, ...(await desk.service.issueToken(site, { agentId })) };
}

test('API-ai_reviews-POST: a session has one review, by the agent or the token, and another one replaces it', async () => {
  await start('s1');
  const { json } = await review('s1', 'wrong', { reason: 'Wrong facts', note: 'E14 is the sensor.' });
  const first = {
    ...{ verdict: 'wrong', reason: 'Wrong facts', note: 'E14 is the sensor.' },
    ...{ reviewer: 'Support leads', reviewed_utc: NOW, version: 1 },
  };
  expect(json.data).toEqual({ session_id: 's1', ...first });
  expect(await ofTranscript('s1')).toEqual(first);
  desk.service.clock.advance(1_000);
  await review('s1', 'wrong', { reason: 'Wrong facts', note: 'E14 is the sensor.' });
  expect(await ofTranscript('s1')).toEqual(first);
  await review('s1', 'right', {}, await asAgent('Ada'));
  expect(await ofTranscript('s1')).toEqual({
    ...{ verdict: 'right', reason: null, note: null },
    ...{ reviewer: 'Ada', reviewed_utc: '2026-11-20T14:30:01.000Z', version: 2 },
  });
});

test('API-ai_reviews-POST: a stale version is answered with the present review', async () => {
  await start('s1');
  const first = await review('s1', 'right', { version: 0 });
  expect(first.status).toBe(200);
  const stale = await review('s1', 'wrong', { version: 0 });
  expectError(stale, 'conflict');
  expect(stale.json.error.current).toEqual(first.json.data);
  expect((await review('s1', 'wrong', { version: 1 })).json.data.version).toBe(2);
  await remove('s1');
  const gone = await review('s1', 'right', { version: 2 });
  expectError(gone, 'conflict');
  expect(gone.json.error.current).toBeNull();
});

test('API-ai_reviews-POST: of two people who review at once without having seen the other, one is refused', async () => {
  await start('s1');
  const answers = await Promise.all([review('s1', 'right', { version: 0 }), review('s1', 'wrong', { version: 0 })]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('API-ai_reviews-POST: an unknown session, a long text, and a token that only reads are refused', async () => {
  await start('s1');
  expectError(await review('s2', 'right'), 'not_found');
  for (const more of [{ reason: 'x'.repeat(61) }, { note: 'x'.repeat(1_001) }, { note: ' ' }, { stars: 3 }]) {
    expectError(await review('s1', 'right', more), 'bad_field');
  }
  expectError(await review('s1', 'maybe'), 'bad_field');
  const reader = await desk.service.issueToken(desk.home.site, { scopes: ['read'] });
  expectError(await review('s1', 'right', {}, { ...desk.home, ...reader }), 'insufficient_scope');
  expect(await ofTranscript('s1')).toBeNull();
});

test('API-ai_reviews-POST: the same key answers the first review again', async () => {
  await start('s1');
  const send = () =>
    desk.service.call('POST', 'ai_reviews', {
      token: desk.home.token,
      body: { session_id: 's1', verdict: 'right' },
      headers: { 'idempotency-key': 'one' },
    });
  const first = await send();
  await remove('s1');
  expect((await send()).json.data).toEqual(first.json.data);
  expect(await ofTranscript('s1')).toBeNull();
});

test('API-ai_reviews-DELETE: the session has no review then', async () => {
  await start('s1');
  await review('s1', 'right');
  expect((await remove('s1')).json.data).toEqual({ session_id: 's1', deleted: true });
  expect(await ofTranscript('s1')).toBeNull();
  expectError(await remove('s1'), 'not_found');
});

test('API-ai_reviews-DELETE: with a version, a review that changed since stays and is answered', async () => {
  await start('s1');
  await review('s1', 'right');
  const second = await review('s1', 'wrong');
  const stale = await remove('s1', { version: '1' });
  expectError(stale, 'conflict');
  expect(stale.json.error.current).toEqual(second.json.data);
  expect((await remove('s1', { version: '2' })).json.data.deleted).toBe(true);
});

test('API-ai_reviews-GET: sums of the sessions that started on these days', async () => {
  await start('old', '2026-10-21T23:59:59.999Z');
  await start('first', '2026-10-22T00:00:00.000Z');
  await Promise.all(['s1', 's2', 's3', 's4'].map((id) => start(id)));
  const ada = await asAgent('Ada');
  await review('old', 'wrong', { reason: 'Old' });
  await review('first', 'right', { reason: 'Of a right one' });
  await review('s1', 'wrong', { reason: 'Wrong tone' }, ada);
  await review('s2', 'wrong', { reason: 'Wrong facts' }, ada);
  await review('s3', 'wrong', { reason: 'Wrong facts' }, ada);
  expect(await desk.get('ai_reviews')).toEqual({
    ...{ reviewed: 4, right: 1, wrong: 3, sample_of: 5 },
    reasons: [
      { reason: 'Wrong facts', count: 2 },
      { reason: 'Wrong tone', count: 1 },
    ],
    reviewers: [
      { reviewer: 'Ada', count: 3 },
      { reviewer: 'Support leads', count: 1 },
    ],
  });
  expect(await desk.get('ai_reviews', { from: '2026-11-20', to: '2026-11-21' })).toMatchObject({
    reviewed: 3,
    right: 0,
  });
  expect(await desk.get('ai_reviews', { from: '2026-10-21', to: '2026-10-22' })).toMatchObject({
    wrong: 1,
    sample_of: 1,
  });
  const bad = await desk.service.call('GET', 'ai_reviews', { token: desk.home.token, query: 'from=2027-01-01' });
  expectError(bad, 'bad_field');
});

test('the audit log has who reviewed, without reason, note and name of the session', async () => {
  await start('canary');
  await review('canary', 'wrong', { reason: 'canary', note: 'canary' });
  await review('canary', 'right');
  await remove('canary');
  const { owner } = desk.service.database;
  const lines = await owner.query(
    sql`select action, label, changes from audit_log where object_type = 'ai_review' order by id`,
  );
  const verdict = (from: string | null, to: string | null) => ({ field: 'verdict', from, to });
  const texts = ['reason', 'note'].map((field) => ({ field, from: null, to: null }));
  const label = 'Support leads';
  expect(lines).toEqual([
    { action: 'ai_review.create', label, changes: [verdict(null, 'wrong'), ...texts] },
    { action: 'ai_review.change', label, changes: [verdict('wrong', 'right'), ...texts] },
    { action: 'ai_review.delete', label, changes: [verdict('right', null)] },
  ]);
  const all = await owner.query(sql`select 1 as one from audit_log a where a::text like '%canary%'`);
  expect(all).toEqual([]);
});
