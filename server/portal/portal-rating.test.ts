import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { sendPortal } from '#server/testing/portal-calls.ts';
import { startTestService, TEST_KEYS, type TestService, type TestSite } from '#server/testing/service.ts';
import { countRows } from '#server/testing/tables.ts';
import { makeViewToken } from './view-token.ts';

const NOW = '2026-11-20T14:30:00.000Z';
let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  home = await service.createSite({ name: 'Lumen Cycles', timeZone: 'Europe/Berlin' });
});

afterEach(() => service.close());

async function issue(requester_email = 'maren@example.org', expiry_days = 30) {
  const body = { requester_email, expiry_days };
  return (await service.call('POST', 'portal_token', { token: home.token, body })).json.data;
}

async function createTicket(body: Record<string, unknown> = {}) {
  const full = { subject: 'Display shows E21', requester_email: 'maren@example.org', ...body };
  return (await service.call('POST', 'tickets', { token: home.token, body: full })).json.data;
}

const patch = (id: unknown, body: Record<string, unknown>) =>
  service.call('PATCH', 'ticket', { token: home.token, body: { id, ...body } });
const open = (token: unknown, from?: string) => sendPortal(service, 'session', { token }, { from });
const view = async () => (await open((await issue()).token)).json.data;
const rate = (body: Record<string, unknown>, from?: string) => sendPortal(service, 'rating', body, { from });

test('PORTAL-rating-POST rates a solved ticket, and a second rating replaces the first', async () => {
  const { id } = await createTicket();
  await patch(id, { status: 'resolved' });
  const { view_token } = await view();
  service.clock.advance(5_000);
  const first = await rate({ view_token, ticket_id: id, score: 2, comment: 'Slow' });
  expectSuccess(first);
  expect(first.json.data).toEqual({
    ticket_id: id,
    score: 2,
    comment: 'Slow',
    created_utc: '2026-11-20T14:30:05.000Z',
  });
  expect((await view()).tickets[0]).toMatchObject({ rating: 2, rating_comment: 'Slow' });
  service.clock.advance(5_000);
  const second = await rate({ view_token, ticket_id: id, score: 5 });
  expect(second.json.data).toEqual({ ticket_id: id, score: 5, comment: null, created_utc: '2026-11-20T14:30:10.000Z' });
  const stored = await service.database.owner.query(sql`select ticket_id, score, comment from csat_response`);
  expect(stored).toEqual([{ ticket_id: BigInt(id), score: 5, comment: null }]);
});

test('PORTAL-rating-POST: of concurrent ratings of a request all are accepted, and one is stored', async () => {
  const { id } = await createTicket();
  await patch(id, { status: 'resolved' });
  const { view_token } = await view();
  const scores = [1, 2, 3, 4];
  for (const answer of await Promise.all(scores.map((score) => rate({ view_token, ticket_id: id, score })))) {
    expectSuccess(answer);
  }
  const stored = await service.database.owner.query(sql`select ticket_id from csat_response`);
  expect(stored).toEqual([{ ticket_id: BigInt(id) }]);
});

test('PORTAL-rating-POST accepts 0 to 5 and 20,000 characters; a blank comment is none', async () => {
  const { id } = await createTicket();
  await patch(id, { status: 'closed' });
  const { view_token } = await view();
  for (const score of [0, 1, 2, 3, 4, 5]) {
    expect((await rate({ view_token, ticket_id: id, score })).json.data.score).toBe(score);
  }
  const long = '🚲'.repeat(20_000);
  expect((await rate({ view_token, ticket_id: id, score: 1, comment: long })).json.data.comment).toBe(long);
  for (const comment of ['', '  \n', null]) {
    expect((await rate({ view_token, ticket_id: id, score: 1, comment })).json.data.comment).toBeNull();
  }
  for (const [body, code] of [
    [{ score: 6 }, 'bad_field'],
    [{ score: -1 }, 'bad_field'],
    [{ score: 2.5 }, 'bad_field'],
    [{ score: '5' }, 'bad_field'],
    [{ score: null }, 'bad_field'],
    [{ score: undefined }, 'missing_field'],
    [{ ticket_id: undefined }, 'missing_field'],
    [{ ticket_id: 'x' }, 'bad_field'],
    [{ view_token: undefined }, 'missing_field'],
    [{ comment: 'x'.repeat(20_001) }, 'bad_field'],
    [{ rating: 5 }, 'bad_field'],
  ] as const) {
    expectError(await rate({ view_token, ticket_id: id, score: 1, ...body }), code);
  }
});

test('PORTAL-rating-POST: an unsolved ticket is 409, and nothing is stored', async () => {
  const { id } = await createTicket();
  const { view_token } = await view();
  for (const status of ['open', 'pending']) {
    await patch(id, { status });
    const before = await countRows(service);
    expectError(await rate({ view_token, ticket_id: id, score: 5 }), 'conflict');
    expect(await countRows(service)).toEqual(before);
  }
  await patch(id, { status: 'closed' });
  expectSuccess(await rate({ view_token, ticket_id: id, score: 5 }));
});

test('PORTAL-rating-POST: a ticket of another email or site is like an absent one', async () => {
  const elsewhere = await service.createSite({ name: 'Other' });
  // Each site draws its own ids; start them far apart, so that the other site's id is unused here.
  await service.database.owner.takeIds(elsewhere.site.id, 500_000);
  const body = { subject: 'Theirs', requester_email: 'maren@example.org' };
  const theirs = (await service.call('POST', 'tickets', { token: elsewhere.token, body })).json.data;
  await service.call('PATCH', 'ticket', { token: elsewhere.token, body: { id: theirs.id, status: 'closed' } });
  const other = await createTicket({ requester_email: 'other@example.org' });
  await patch(other.id, { status: 'closed' });
  const { view_token } = await view();
  const answers = [];
  for (const id of [424_242, other.id, theirs.id, 9_007_199_254_740_993n])
    answers.push(await rate({ view_token, ticket_id: id, score: 0 }));
  for (const answer of answers) {
    expectError(answer, 'not_found');
    expect(answer.text).toBe(answers[0]?.text);
  }
  expect(await service.database.owner.query(sql`select 1 from csat_response`)).toEqual([]);
});

test('PORTAL-rating-POST: a view expires after half an hour, and with its link', async () => {
  const { id } = await createTicket();
  await patch(id, { status: 'closed' });
  const link = await issue();
  const { view_token } = (await open(link.token)).json.data;
  const score = 5;
  service.clock.set('2026-11-20T14:59:59.999Z');
  expectSuccess(await rate({ view_token, ticket_id: id, score }));
  service.clock.set('2026-11-20T15:00:00.000Z');
  expectError(await rate({ view_token, ticket_id: id, score }), 'not_found');
  const next = (await open(link.token)).json.data.view_token;
  expectSuccess(await rate({ view_token: next, ticket_id: id, score }));
  await service.call('DELETE', 'portal_token', { token: home.token, query: { id: String(link.id) } });
  expectError(await rate({ view_token: next, ticket_id: id, score }), 'not_found');
});

test('PORTAL-rating-POST: each character of a view token matters, and parts of two tokens cannot be combined', async () => {
  const { id } = await createTicket();
  await patch(id, { status: 'closed' });
  const { view_token } = await view();
  const other = (await open((await issue('other@example.org')).token)).json.data.view_token;
  const wrong = [...view_token].map((character, at) => {
    const next = character === '1' ? '2' : character === 'A' ? 'B' : /[0-9]/.test(character) ? '1' : 'A';
    return view_token.slice(0, at) + next + view_token.slice(at + 1);
  });
  const parts = view_token.split('.');
  wrong.push(
    [...other.split('.').slice(0, -1), parts.at(-1)].join('.'),
    `${view_token}A`,
    view_token.slice(0, -1),
    '',
    ' ',
  );
  for (const token of wrong) {
    const answer = await rate({ view_token: token, ticket_id: id, score: 5 });
    expect(answer.status, token).toBe(token.trim() === '' ? 400 : 404);
  }
  expect(await service.database.owner.query(sql`select 1 from csat_response`)).toEqual([]);
});

test('PORTAL-rating-POST: the key without the row cannot forge a view', async () => {
  const { id } = await createTicket();
  await patch(id, { status: 'closed' });
  const link = await issue();
  const claim = { siteId: home.site.id, tokenId: BigInt(link.id), expires: new Date('2026-11-20T15:00:00Z') };
  const made = (nonce: string) => makeViewToken(TEST_KEYS, claim, nonce);
  for (const nonce of ['', 'a guess']) {
    expectError(await rate({ view_token: made(nonce), ticket_id: id, score: 5 }), 'not_found');
  }
  const [row] = await service.database.owner.query<{ nonce: string }>(sql`select nonce from portal_token`);
  expectSuccess(await rate({ view_token: made(row?.nonce ?? ''), ticket_id: id, score: 5 }));
});

test('PORTAL-rating-POST: impossible ids answer like a revoked link', async () => {
  const { id } = await createTicket();
  for (const ids of ['9999999999999999999.1', '1.9999999999999999999', '0.1', '00.00']) {
    const view_token = `spv_${ids}.1795000000000.0123456789ab.${'A'.repeat(43)}`;
    expectError(await rate({ view_token, ticket_id: id, score: 5 }), 'not_found');
  }
});

test('PORTAL-rating-POST: ten wrong tries a minute for an IP address, then 429 for wrong ones, counted apart from the page itself', async () => {
  const { id } = await createTicket();
  await patch(id, { status: 'closed' });
  const { token } = await issue();
  const from = '192.0.2.20';
  const { view_token } = (await open(token, from)).json.data;
  for (let n = 0; n < 12; n += 1) expectSuccess(await rate({ view_token, ticket_id: id, score: n % 6 }, from));
  for (let n = 0; n < 10; n += 1) {
    expectError(await rate({ view_token: `${view_token}A`, ticket_id: id, score: 1 }, from), 'not_found');
  }
  const refused = await rate({ view_token: `${view_token}A`, ticket_id: id, score: 1 }, from);
  expectError(refused, 'rate_limited');
  expect(refused.headers['retry-after']).toBe('60');
  expectSuccess(await rate({ view_token, ticket_id: id, score: 1 }, from));
  expectSuccess(await open(token, from));
});

test('PORTAL-rating-POST: rating an unsolved request does not count as a wrong try', async () => {
  const { id } = await createTicket();
  const from = '192.0.2.21';
  const { view_token } = await view();
  for (let n = 0; n < 12; n += 1) expectError(await rate({ view_token, ticket_id: id, score: 1 }, from), 'conflict');
});
