import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, TEST_ACTOR, type TestService, type TestSite } from '#server/testing/service.ts';
import { recordCsat } from './record-csat.ts';

const NOW = '2026-11-20T14:30:00.000Z';
const EMPTY = { '0': 0, '1': 0, '2': 0, '3': 0, '4': 0, '5': 0 };
let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  home = await service.createSite();
});

afterEach(() => service.close());

const get = (query: string, token = home.token) => service.call('GET', 'csat', { token, query });
const csat = async (query = '') => (await get(query)).json.data;

/** A ticket with its rating. */
async function rate(score: number, at = NOW, comment: string | null = null, email?: string): Promise<bigint> {
  const requester = email === undefined ? {} : { requester_email: email, requester_name: 'Ada' };
  const { json } = await service.call('POST', 'tickets', {
    token: home.token,
    body: { subject: 'Bell', ...requester },
  });
  const input = { ticketId: BigInt(json.data.id), score, comment, createdUtc: at };
  const context = { actor: TEST_ACTOR, now: service.clock.now() };
  await service.database.forSite(home.site.id).transaction((db) => recordCsat(db, home.site, input, context));
  return input.ticketId;
}

test('API-csat-GET: without answers', async () => {
  expectSuccess(await get(''));
  expect(await csat('include=trend&days=2')).toEqual({
    summary: { responses: 0, average: null, satisfied_share: null, distribution: EMPTY },
    recent: [],
    trend: [
      { date: '2026-11-19', responses: 0, average: null },
      { date: '2026-11-20', responses: 0, average: null },
    ],
  });
});

test('API-csat-GET: every score is counted, 4 and 5 are satisfied', async () => {
  for (const score of [0, 1, 2, 3, 4, 5, 5]) await rate(score);
  expect((await csat()).summary).toEqual({
    responses: 7,
    average: 20 / 7,
    satisfied_share: 3 / 7,
    distribution: { '0': 1, '1': 1, '2': 1, '3': 1, '4': 1, '5': 2 },
  });
});

test('API-csat-GET: recent answers, newest first, with comment and customer', async () => {
  const first = await rate(2, '2026-11-20T10:00:00.000Z', 'Too late', 'ada@example.org');
  const second = await rate(5, '2026-11-20T11:00:00.000Z');
  const { recent } = await csat();
  const created_utc = '2026-11-20T10:00:00.000Z';
  expect(recent).toEqual([
    expect.objectContaining({ ticket_id: Number(second), score: 5, comment: null, customer_name: null }),
    {
      id: expect.anything(),
      ticket_id: Number(first),
      score: 2,
      comment: 'Too late',
      customer_name: 'Ada',
      created_utc,
    },
  ]);
  expect((await csat('limit=1')).recent).toHaveLength(1);
  for (const limit of ['0', '201', 'x']) expectError(await get(`limit=${limit}`), 'bad_field');
  expectSuccess(await get('limit=200'));
});

test('API-csat-GET: score bounds filter only the recent answers', async () => {
  for (const score of [0, 1, 2, 3, 4, 5]) await rate(score);
  const scores = async (query: string) => {
    const { recent, summary } = await csat(query);
    expect(summary.responses).toBe(6);
    return recent.map(({ score }: { score: number }) => score).toSorted();
  };
  expect(await scores('')).toEqual([0, 1, 2, 3, 4, 5]);
  expect(await scores('score_min=3')).toEqual([3, 4, 5]);
  expect(await scores('score_max=1')).toEqual([0, 1]);
  expect(await scores('score_min=2&score_max=2')).toEqual([2]);
  expectError(await get('score_min=3&score_max=2'), 'bad_field');
  for (const bad of ['score_min=-1', 'score_max=6', 'score_min=1.5']) expectError(await get(bad), 'bad_field');
});

test('API-csat-GET: a window is whole UTC days that end today, 30 of them by default', async () => {
  await rate(5, '2026-10-21T23:59:59.999Z');
  await rate(4, '2026-10-22T00:00:00.000Z');
  await rate(1, NOW);
  expect((await csat()).summary.responses).toBe(2);
  expect((await csat('days=30')).summary.responses).toBe(2);
  expect((await csat('days=31')).recent).toHaveLength(3);
  expect((await csat('days=1')).summary).toMatchObject({ responses: 1, average: 1, satisfied_share: 0 });
  expect((await csat('days=365&include=trend')).trend).toHaveLength(365);
  for (const days of ['0', '366', '-1', 'x']) expectError(await get(`days=${days}`), 'bad_field');
});

test('API-csat-GET: the trend has each UTC day once and adds up to the summary', async () => {
  await rate(5, '2026-11-18T00:00:00.000Z');
  await rate(2, '2026-11-18T23:59:59.999Z');
  await rate(3, '2026-11-20T00:00:00.000Z');
  const { trend, summary } = await csat('days=4&include=trend');
  expect(trend).toEqual([
    { date: '2026-11-17', responses: 0, average: null },
    { date: '2026-11-18', responses: 2, average: 3.5 },
    { date: '2026-11-19', responses: 0, average: null },
    { date: '2026-11-20', responses: 1, average: 3 },
  ]);
  expect(summary.responses).toBe(3);
  expect(await csat('days=4')).not.toHaveProperty('trend');
  expectError(await get('include=series'), 'bad_field');
});

test('API-csat-GET: another site sees none of it', async () => {
  await rate(5);
  const other = await service.createSite({ name: 'Other' });
  expect((await get('', other.token)).json.data.summary.responses).toBe(0);
});

test('API-customer-GET: has the average rating over all tickets of the customer', async () => {
  const customer = async () =>
    (await service.call('GET', 'customer', { token: home.token, query: { email: 'ada@example.org' } })).json.data.csat;
  await service.call('POST', 'tickets', {
    token: home.token,
    body: { subject: 'Bell', requester_email: 'ada@example.org' },
  });
  await rate(0, NOW, null, 'bob@example.org');
  expect(await customer()).toEqual({ count: 0, average: null });
  await rate(5, '2020-01-01T00:00:00.000Z', null, 'ada@example.org');
  await rate(2, NOW, null, 'ADA@example.org');
  expect(await customer()).toEqual({ count: 2, average: 3.5 });
});

test('API-ticket-GET: the rating is one of the links', async () => {
  const id = await rate(4);
  const { json } = await service.call('GET', 'ticket', { token: home.token, query: { id, include: 'links' } });
  expect(json.data.links).toEqual([{ kind: 'csat', id: expect.stringMatching(/^[0-9]+$/), label: '4/5' }]);
});
