import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

let service: TestService;
let home: TestSite;
let ticketId: bigint;

beforeEach(async () => {
  service = await startTestService();
  home = await service.createSite();
  ticketId = BigInt(await createTicket());
});

afterEach(() => service.close());

const call = (resource: string, query: object, token = home.token) =>
  service.call('GET', resource, { token, query: query as Record<string, string> });
const read = async (resource: string, query: object) => {
  const answer = await call(resource, query);
  expectSuccess(answer);
  return answer.json.data;
};
const bodies = (comments: readonly { readonly body: string }[]) => comments.map(({ body }) => body);

async function createTicket() {
  return (await service.call('POST', 'tickets', { token: home.token, body: { subject: 'Bell' } })).json.data.id;
}

/** Comments 1 to `count` with ids from `from`, two of them at each instant. */
async function insertComments(count: number, { length = 0 } = {}) {
  await service.database.owner.query(sql`
    insert into ticket_comment (site_id, id, ticket_id, author_kind, visibility, channel, body, created_utc)
    select ${home.site.id}, 1000 + n, ${ticketId}, 'customer', 'public', 'web',
      'c' || n || repeat('x', ${length}::integer - 2), '2026-11-20T10:00:00Z'::timestamptz + make_interval(secs => n / 2)
    from generate_series(1, ${count}::integer) n`);
}
const numbers = (from: number, to: number) =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, n) => `c${from + (to < from ? -n : n)}`);

test('API-ticket-GET: include=comments returns all comments in order, from any number of batches', async () => {
  await insertComments(1_203);
  expect(bodies((await read('ticket', { id: ticketId, include: 'comments' })).comments)).toEqual(numbers(1, 1_203));
});

test('API-ticket-GET: comments=N returns the newest N, oldest first, and the total', async () => {
  await insertComments(250);
  const { comments, comment_count, links } = await read('ticket', { id: ticketId, comments: 200 });
  expect(bodies(comments)).toEqual(numbers(51, 250));
  expect(comment_count).toBe(250);
  expect(links).toBeUndefined();
  const three = await read('ticket', { id: ticketId, comments: 3, include: 'comments,links,activity' });
  expect([bodies(three.comments), three.comment_count, three.links]).toEqual([numbers(248, 250), 250, []]);
  expect(three.activity).toHaveLength(1);
  expect(await read('ticket', { id: ticketId, include: 'comments' })).not.toHaveProperty('comment_count');
  const other = await createTicket();
  expect(await read('ticket', { id: other, comments: 5 })).toMatchObject({ comments: [], comment_count: 0 });
});

test('API-ticket-GET: comments must be an integer from 1 to 200', async () => {
  for (const comments of ['0', '201', '-1', 'x', '1.5']) {
    expectError(await call('ticket', { id: ticketId, comments }), 'bad_field');
  }
});

test('API-ticket_comments-GET: newest first, page by page before the oldest known comment', async () => {
  await insertComments(7);
  const first = await read('ticket_comments', { ticket_id: ticketId, limit: 3 });
  expect([bodies(first.items), first.total_count]).toEqual([numbers(7, 5), 7]);
  // A new comment does not shift the pages.
  const body = { ticket_id: ticketId, body: 'New' };
  expectSuccess(await service.call('POST', 'ticket_comments', { token: home.token, body }));
  const second = await read('ticket_comments', { ticket_id: ticketId, limit: 3, before_id: first.items[2].id });
  expect([bodies(second.items), second.total_count]).toEqual([numbers(4, 2), 4]);
  const last = await read('ticket_comments', { ticket_id: ticketId, limit: 3, before_id: second.items[2].id });
  expect([bodies(last.items), last.total_count]).toEqual([['c1'], 1]);
  expect((await read('ticket_comments', { ticket_id: ticketId, before_id: 1001 })).total_count).toBe(0);
  const skipped = await read('ticket_comments', { ticket_id: ticketId, skip: 2, limit: 2 });
  expect(bodies(skipped.items)).toEqual(numbers(6, 5));
  expect(first.items[0]).toEqual({
    id: 1007,
    ticket_id: Number(ticketId),
    author_kind: 'customer',
    author_name: null,
    agent_id: null,
    visibility: 'public',
    channel: 'web',
    body: 'c7',
    created_utc: '2026-11-20T10:00:03.000Z',
  });
});

test('API-ticket_comments-GET: returns long comments whole, and 404 for comments of other tickets', async () => {
  await insertComments(200, { length: 20_001 });
  const { items } = await read('ticket_comments', { ticket_id: ticketId, limit: 200 });
  expect(items).toHaveLength(200);
  for (const { body } of items) expect(body.length).toBeGreaterThanOrEqual(20_000);
  const other = await createTicket();
  expectError(await call('ticket_comments', { ticket_id: other, before_id: 1001 }), 'not_found');
  expectError(await call('ticket_comments', { ticket_id: 999_999 }), 'not_found');
  expectError(await call('ticket_comments', {}), 'missing_field');
  for (const bad of [{ limit: 201 }, { limit: 0 }, { skip: -1 }, { before_id: 'x' }]) {
    expectError(await call('ticket_comments', { ticket_id: ticketId, ...bad }), 'bad_field');
  }
});
