import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { sendPortal } from '#server/testing/portal-calls.ts';
import { startTestService, TEST_ACTOR, type TestService, type TestSite } from '#server/testing/service.ts';
import { createAgent } from '#server/tickets/agents.ts';

const NOW = '2026-11-20T14:30:00.000Z';
const FIRST_ID = 1_000_000;
let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  home = await service.createSite({ name: 'Lumen Cycles' });
});

afterEach(() => service.close());

async function issue(requester_email = 'maren@example.org') {
  return (await service.call('POST', 'portal_token', { token: home.token, body: { requester_email } })).json.data;
}

async function createTicket(body: Record<string, unknown> = {}) {
  const full = { subject: 'Display shows E21', requester_email: 'maren@example.org', ...body };
  return (await service.call('POST', 'tickets', { token: home.token, body: full })).json.data;
}

/** Comments `c1`, `c2` and so on, two per second; every seventh is an internal note. */
async function addComments(ticketId: unknown, count: number, firstId = FIRST_ID): Promise<void> {
  await service.database.owner.query(sql`
    insert into ticket_comment (site_id, id, ticket_id, author_kind, visibility, channel, body, created_utc)
    select ${home.site.id}, ${firstId}::bigint + n, ${BigInt(String(ticketId))}, 'customer',
      case when n % 7 = 0 then 'internal' else 'public' end, 'web', 'c' || n,
      ${NOW}::timestamptz + make_interval(secs => n / 2)
    from generate_series(1, ${count}::integer) n`);
}

async function openPage(email?: string) {
  const answer = await sendPortal(service, 'session', { token: (await issue(email)).token });
  expectSuccess(answer);
  return answer.json.data;
}

const older = (body: unknown, from?: string) => sendPortal(service, 'comments', body, { from });
const bodies = (comments: readonly { body: string }[]) => comments.map(({ body }) => body);

test('PORTAL-comments-POST pages through all public comments of a ticket, each page oldest first', async () => {
  const { id } = await createTicket();
  await addComments(id, 500);
  const { view_token, tickets } = await openPage();
  let comments = tickets[0].comments;
  expect(comments).toHaveLength(20);
  const lengths: number[] = [];
  for (let hasMore = true; hasMore;) {
    const answer = await older({ view_token, ticket_id: id, before_id: comments[0].id });
    expectSuccess(answer);
    lengths.push(answer.json.data.comments.length);
    comments = [...answer.json.data.comments, ...comments];
    hasMore = answer.json.data.has_more;
  }
  const wanted = Array.from({ length: 500 }, (_, n) => n + 1).filter((n) => n % 7 !== 0);
  expect(bodies(comments)).toEqual(wanted.map((n) => `c${n}`));
  expect(lengths).toEqual([100, 100, 100, 100, 9]);
  expect(tickets[0].comment_count).toBe(429);
});

test('PORTAL-comments-POST has no further page if exactly one page is left, and none before the first comment', async () => {
  const { id } = await createTicket();
  await addComments(id, 140);
  const { view_token, tickets } = await openPage();
  const page = (await older({ view_token, ticket_id: id, before_id: tickets[0].comments[0].id })).json.data;
  expect(page.comments).toHaveLength(100);
  expect(page.has_more).toBe(false);
  const none = (await older({ view_token, ticket_id: id, before_id: page.comments[0].id })).json.data;
  expect(none).toEqual({ comments: [], has_more: false });
});

test('PORTAL-comments-POST shows agents by first name, and long comments in full', async () => {
  const agentId = await createAgent(
    service.database.forSite(home.site.id),
    home.site,
    { name: 'Robin Tester' },
    { actor: TEST_ACTOR, now: service.clock.now() },
  );
  const agent = await service.issueToken(home.site, { agentId });
  const { id } = await createTicket();
  const long = 'ü'.repeat(20_000);
  for (let n = 0; n < 30; n += 1) {
    service.clock.advance(1_000);
    await service.call('POST', 'ticket_comments', { token: agent.token, body: { ticket_id: id, body: long } });
  }
  const { view_token, tickets } = await openPage();
  const answer = await older({ view_token, ticket_id: id, before_id: tickets[0].comments[0].id });
  expect(answer.json.data.comments).toHaveLength(10);
  expect(answer.json.data.comments[9]).toEqual({
    id: expect.anything(),
    author_kind: 'agent',
    author_name: 'Robin',
    body: long,
    created_utc: '2026-11-20T14:30:10.000Z',
  });
  expect(answer.text).not.toContain('Tester');
});

test('PORTAL-comments-POST: a ticket of another customer, a comment of another ticket and an internal note are like absent ones', async () => {
  const { id } = await createTicket();
  await addComments(id, 30);
  const foreign = await createTicket({ requester_email: 'other@example.org' });
  await addComments(foreign.id, 30, 2 * FIRST_ID);
  const { view_token } = await openPage();
  expectSuccess(await older({ view_token, ticket_id: id, before_id: FIRST_ID + 20 }));
  const answers = [];
  for (const [ticket_id, before_id] of [
    [foreign.id, 2 * FIRST_ID + 20],
    [999_999_999, 2 * FIRST_ID + 20],
    [id, 2 * FIRST_ID + 20],
    [id, 999_999_999],
    [id, FIRST_ID + 14],
  ]) {
    answers.push(await older({ view_token, ticket_id, before_id }));
  }
  for (const answer of answers) {
    expectError(answer, 'not_found');
    expect(answer.text).toBe(answers[0]?.text);
  }
});

test('PORTAL-comments-POST ends with its view, and with its link', async () => {
  const { id } = await createTicket();
  await addComments(id, 30);
  const link = await issue();
  const { view_token } = await openPage();
  const ask = { view_token, ticket_id: id, before_id: FIRST_ID + 20 };
  expectError(await older({ ...ask, view_token: `${view_token}A` }), 'not_found');
  service.clock.set('2026-11-20T14:59:59.999Z');
  expectSuccess(await older(ask));
  service.clock.set('2026-11-20T15:00:00.000Z');
  expectError(await older(ask), 'not_found');
  const next = { ...ask, view_token: (await openPage()).view_token };
  expectSuccess(await older(next));
  await service.call('DELETE', 'portal_token', { token: home.token, query: { id: String(link.id) } });
  expectError(await older(next), 'not_found');
});

test('PORTAL-comments-POST: ten wrong tries a minute for an IP address, then 429 for wrong ones, counted apart from the page itself', async () => {
  const { id } = await createTicket();
  await addComments(id, 30);
  const { view_token } = await openPage();
  const ask = { view_token, ticket_id: id, before_id: FIRST_ID + 20 };
  const from = '192.0.2.22';
  for (let n = 0; n < 10; n += 1) {
    expectSuccess(await older(ask, from));
    expectError(await older({ ...ask, before_id: 1 }, from), 'not_found');
  }
  const refused = await older({ ...ask, before_id: 1 }, from);
  expectError(refused, 'rate_limited');
  expect(refused.headers['retry-after']).toBe('60');
  expectSuccess(await older(ask, from));
  expectSuccess(await sendPortal(service, 'session', { token: (await issue()).token }, { from }));
});

test('PORTAL-comments-POST: six hundred pages an hour for a link, counted apart from its exchanges', async () => {
  const { id } = await createTicket();
  await addComments(id, 30);
  const { view_token } = await openPage();
  const ask = { view_token, ticket_id: id, before_id: FIRST_ID + 2 };
  await service.database.owner.query(sql`update portal_token set hour_pages = 599`);
  expectSuccess(await older(ask));
  service.clock.advance(600_000);
  const refused = await older(ask);
  expectError(refused, 'rate_limited');
  expect(refused.headers['retry-after']).toBe('3000');
  await openPage();
  service.clock.advance(3_000_000);
  expectSuccess(await older({ ...ask, view_token: (await openPage()).view_token }));
});

test('PORTAL-comments-POST refuses malformed requests like the API', async () => {
  const right = { view_token: 'x', ticket_id: 1, before_id: 1 };
  for (const [body, code] of [
    [{}, 'missing_field'],
    [{ view_token: 'x', ticket_id: 1 }, 'missing_field'],
    [{ ...right, before_id: 'x' }, 'bad_field'],
    [{ ...right, limit: 5 }, 'bad_field'],
    ['[]', 'bad_request'],
  ] as const) {
    expectError(await older(body), code);
  }
});
