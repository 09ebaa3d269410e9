import { afterEach, beforeEach, expect, test } from 'vitest';
import { CustomerDesk } from '#server/testing/customer-desk.ts';
import { expectError } from '#server/testing/expect-answer.ts';

const desk = new CustomerDesk();
beforeEach(desk.open);
afterEach(desk.close);

type Item = Readonly<Record<string, unknown>>;
const DAYS = { from: '2026-11-18', to: '2026-11-20' };

async function ingest(...items: readonly Item[]) {
  const { results } = await desk.post('ingest', { items });
  for (const { message } of results) expect(message).toBeNull();
}
const say = (session_id: string, text: string, created_utc: string): Item => {
  return { kind: 'transcript', session_id, created_utc, messages: [{ role: 'visitor', text, created_utc }] };
};
const handOff = (session_id: string, reason: string, created_utc: string, more: Item = {}): Item => {
  return { kind: 'handoff', session_id, reason, created_utc, external_id: `${session_id} ${created_utc}`, ...more };
};
const insights = (query: Readonly<Record<string, string | number>> = {}) =>
  desk.get('ai_reports', { report: 'insights', ...DAYS, ...query });
const days = (query: Readonly<Record<string, string | number>> = {}) =>
  desk.get('ai_reports', { report: 'handoffs', ...DAYS, ...query });
const refused = async (query: string) =>
  expectError(await desk.service.call('GET', 'ai_reports', { token: desk.home.token, query }), 'bad_field');

test('API-ai_reports-GET report=insights: questions of the days and of as many before, and their sessions', async () => {
  await ingest(
    say('older', 'Old', '2026-11-15T23:59:59.999Z'),
    say('s1', 'where is my order?', '2026-11-16T00:00:00Z'),
    say('s2', 'Return', '2026-11-17T23:59:59.999Z'),
    // The session continues two days later: the question counts then, the session does not.
    say('s2', 'Where is  my order?', '2026-11-19T12:00:00Z'),
    say('s3', 'Where is my order?', '2026-11-18T00:00:00Z'),
    say('s3', 'Where is my order?', '2026-11-18T00:01:00Z'),
    say('s4', 'Opening hours', '2026-11-19T00:00:00Z'),
    say('s5', 'Too late', '2026-11-20T00:00:00Z'),
  );
  expect(await insights()).toEqual({
    ...{ from: '2026-11-18', to: '2026-11-20', previous_from: '2026-11-16' },
    items: [
      { label: 'Where is my order?', count: 3, previous_count: 1, sessions: 1 },
      { label: 'Opening hours', count: 1, previous_count: 0, sessions: 1 },
      { label: 'Return', count: 0, previous_count: 1, sessions: 0 },
    ],
    ...{ total_count: 3, total: 4, previous_total: 2 },
  });
  expect(await insights({ limit: 1, skip: 1 })).toMatchObject({
    items: [{ label: 'Opening hours' }],
    total_count: 3,
    total: 4,
  });
  expect(await insights({ skip: 3 })).toMatchObject({ items: [], total_count: 3, total: 4, previous_total: 2 });
  expect(await insights({ from: '2026-10-01', to: '2026-10-02' })).toMatchObject({ items: [], total: 0 });
});

test('API-ai_reports-GET report=insights: reasons and states of handoffs', async () => {
  await ingest(
    handOff('s1', 'Refund', '2026-11-18T10:00:00Z', { status: 'resolved' }),
    handOff('s1', 'Refund', '2026-11-18T11:00:00Z'),
    handOff('s2', 'Angry', '2026-11-19T10:00:00Z'),
    handOff('s3', 'Angry', '2026-11-16T10:00:00Z', { status: 'abandoned' }),
  );
  expect((await insights({ list: 'reason' })).items).toEqual([
    { label: 'Refund', count: 2, previous_count: 0, sessions: 1 },
    { label: 'Angry', count: 1, previous_count: 1, sessions: 1 },
  ]);
  expect((await insights({ list: 'status' })).items).toEqual([
    { label: 'waiting', count: 2, previous_count: 0, sessions: 2 },
    { label: 'resolved', count: 1, previous_count: 0, sessions: 1 },
    { label: 'abandoned', count: 0, previous_count: 1, sessions: 0 },
  ]);
  for (const { label, sessions } of (await insights({ list: 'reason' })).items) {
    expect((await desk.get('ai_sessions', { ...DAYS, reason: label })).total_count).toBe(sessions);
  }
  for (const wrong of ['list=outcome', 'from=2026-11-20&to=2026-11-20', 'from=2020-01-01', 'feature=bot'])
    await refused(`report=insights&${wrong}`);
});

test('API-ai_reports-GET report=handoffs: sessions by the day of their start, and the wait of their last handoff', async () => {
  const taken = (id: string, at: string, seconds: number) => [
    handOff(id, 'Refund', at),
    handOff(id, 'Refund', new Date(Date.parse(at) + seconds * 1_000).toISOString(), {
      status: 'taken',
      external_id: `${id} ${at}`,
    }),
  ];
  await ingest(
    say('alone', 'x', '2026-11-18T23:59:59.999Z'),
    ...taken('s1', '2026-11-18T10:00:00Z', 60),
    ...taken('s2', '2026-11-18T11:00:00Z', 100),
    ...taken('s3', '2026-11-18T12:00:00Z', 1_000),
    // Handed over twice: one session, whose last handoff counts, a day after its start.
    handOff('s3', 'Refund', '2026-11-18T12:30:00Z', { status: 'resolved', external_id: 's3 2026-11-18T12:00:00Z' }),
    ...taken('s3', '2026-11-19T10:00:00Z', 200),
    handOff('s4', 'Refund', '2026-11-19T10:00:00Z'),
    ...taken('before', '2026-11-16T00:00:00Z', 30),
    say('too late', 'x', '2026-11-20T00:00:00Z'),
  );
  expect(await days()).toEqual({
    ...{ from: '2026-11-18', to: '2026-11-20', previous_from: '2026-11-16' },
    items: [
      { day: '2026-11-18', sessions: 4, handed_over: 3, median_wait_seconds: 100 },
      { day: '2026-11-19', sessions: 1, handed_over: 1, median_wait_seconds: null },
    ],
    total_count: 2,
    totals: { sessions: 5, handed_over: 4, median_wait_seconds: 100 },
    previous: { sessions: 1, handed_over: 1, median_wait_seconds: 30 },
  });
  expect((await desk.get('ai_sessions', { ...DAYS, outcome: 'handed_off' })).total_count).toBe(4);
  expect(await days({ limit: 1, skip: 1 })).toMatchObject({ items: [{ day: '2026-11-19' }], total_count: 2 });
  const none = { sessions: 0, handed_over: 0, median_wait_seconds: null };
  expect(await days({ from: '2026-10-01', to: '2026-10-02' })).toMatchObject({
    items: [{ day: '2026-10-01', ...none }],
    totals: none,
    previous: none,
  });
  const { items, from, to } = await desk.get('ai_reports', { report: 'handoffs' });
  expect([items.length, from, to]).toEqual([30, '2026-10-22', '2026-11-21']);
});
