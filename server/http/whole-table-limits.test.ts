import { recountAll } from '#server/testing/recount.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { listCustomerIdentities } from '#contract/customers.ts';
import type { Operation } from '#contract/operation.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { insertConversations } from '#server/testing/fill-site.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

/** Default and maximum page sizes of the API document or our own schemas, tested by the number of items. */
const PAGES: readonly { row: Operation; limit: number; max: number; among?: string; isOldestFirst?: true }[] = [
  { row: OPERATIONS.listTickets, limit: 25, max: 200 },
  { row: OPERATIONS.listCustomerIdentities, limit: 50, max: 200, among: 'order_by=recent', isOldestFirst: true },
  { row: OPERATIONS.listCustomerNotes, limit: 50, max: 200, among: 'identity_id=1' },
  { row: OPERATIONS.listCustomerTimeline, limit: 50, max: 200, among: 'identity_id=1&kinds=note' },
  { row: OPERATIONS.listCustomerMerges, limit: 50, max: 200 },
  { row: OPERATIONS.listAgents, limit: 50, max: 200, isOldestFirst: true },
  { row: OPERATIONS.listTags, limit: 50, max: 200 },
  { row: OPERATIONS.listSavedViews, limit: 50, max: 200 },
  { row: OPERATIONS.listPortalTokens, limit: 50, max: 200 },
  { row: OPERATIONS.listWebhookSubscriptions, limit: 50, max: 200 },
  { row: OPERATIONS.listWebhookDeliveries, limit: 50, max: 200 },
  { row: OPERATIONS.listApiTokens, limit: 50, max: 200 },
  // Exports of the other lists add rows.
  { row: OPERATIONS.listAuditLog, limit: 50, max: 200, among: 'action=a.b' },
  { row: OPERATIONS.listFeedback, limit: 50, max: 200 },
  { row: OPERATIONS.listHandoffs, limit: 50, max: 200 },
  { row: OPERATIONS.listAiSessions, limit: 50, max: 200 },
  { row: OPERATIONS.listConversationStarters, limit: 50, max: 200, isOldestFirst: true },
  { row: OPERATIONS.listVisitors, limit: 50, max: 200 },
  { row: OPERATIONS.listBindJobs, limit: 50, max: 200 },
  { row: OPERATIONS.listAiCapChanges, limit: 50, max: 200, among: 'report=cap_history' },
  { row: OPERATIONS.listChartNotes, limit: 50, max: 200 },
  { row: OPERATIONS.listSavedReplies, limit: 50, max: 200, isOldestFirst: true },
];
const COUNT = 203;

let service: TestService;
let own: TestSite;

beforeAll(async () => {
  service = await startTestService();
  own = await service.createSite();
  const { id } = own.site;
  // One statement each. The rows differ only in their ids, to test page sizes and the order of equal rows.
  await service.database.owner.query(sql`
    insert into ticket (site_id, id, ticket_number, subject, status, priority, channel, search_text, created_utc, updated_utc)
    select ${id}, n, -n, 'Subject ' || n, 'open', 'normal', 'web', '', ${'2026-01-01T00:00:00Z'}, ${'2026-01-01T00:00:00Z'}
    from generate_series(1, ${COUNT}::integer) n`);
  await service.database.owner.query(sql`
    insert into customer_identity (site_id, id, email, email_key, ticket_count, first_seen_utc, last_seen_utc)
    select ${id}, n, n || '@example.org', n || '@example.org', n, ${'2026-01-01T00:00:00Z'}, ${'2026-01-01T00:00:00Z'}
    from generate_series(1, ${COUNT}::integer) n`);
  await service.database.owner.query(sql`
    insert into customer_note (site_id, id, identity_id, body, author, created_utc)
    select ${id}, n, 1, 'Note ' || n, 'test', ${'2026-01-01T00:00:00Z'} from generate_series(1, ${COUNT}::integer) n`);
  await service.database.owner.query(sql`
    insert into customer_merge (site_id, id, survivor_id, merged_id, moved, actor, created_utc)
    select ${id}, n, 1, 1000 + n, '{"tickets":0,"handles":0,"links":0,"sessions":0,"visitors":0,"notes":0}', 'test',
      ${'2026-01-01T00:00:00Z'} from generate_series(1, ${COUNT}::integer) n`);
  await service.database.owner.query(sql`
    insert into agent (site_id, id, name, created_utc)
    select ${id}, n, 'Agent', ${'2026-01-01T00:00:00Z'} from generate_series(1, ${COUNT}::integer) n`);
  await service.database.owner.query(sql`
    insert into tag (site_id, id, name, name_key, created_utc)
    select ${id}, n, 'tag' || n, 'tag' || n, ${'2026-01-01T00:00:00Z'} from generate_series(1, ${COUNT}::integer) n`);
  await service.database.owner.query(sql`
    insert into saved_view (site_id, id, token_id, name, shared, query, position, created_utc, updated_utc)
    select ${id}, n, ${own.tokenId}, 'View ' || n, true, '{}', 0, ${'2026-01-01T00:00:00Z'}, ${'2026-01-01T00:00:00Z'}
    from generate_series(1, ${COUNT}::integer) n`);
  await service.database.owner.query(sql`
    insert into portal_token (site_id, id, requester_email, email_key, nonce, key_id, token_hash, issued_by, created_utc, expires_utc)
    select ${id}, n, n || '@example.org', n || '@example.org', '', '', sha256(n::text::bytea), 'test',
      ${'2026-01-01T00:00:00Z'}, ${'2027-01-01T00:00:00Z'}
    from generate_series(1, ${COUNT}::integer) n`);
  await service.database.owner.query(sql`
    insert into webhook_subscription (site_id, id, url, events, include_pii, state, key_id, nonce, created_utc, updated_utc)
    select ${id}, n, 'https://example.org/' || n, '{*}', false, 'active', '', '', ${'2026-01-01T00:00:00Z'}, ${'2026-01-01T00:00:00Z'}
    from generate_series(1, ${COUNT}::integer) n`);
  await service.database.owner.query(sql`
    insert into webhook_delivery (site_id, id, subscription_id, message_id, event_type, state, scheduled_utc, created_utc)
    select ${id}, n, 1, 'msg_' || n, 'webhook.test', 'succeeded', ${'2026-01-01T00:00:00Z'}, ${'2026-01-01T00:00:00Z'}
    from generate_series(1, ${COUNT}::integer) n`);
  await service.database.owner.query(sql`
    insert into bind_job (site_id, id, first_id, created_utc, token_label, file_sha256, has_rows)
    select ${id}, n, n, ${'2026-01-01T00:00:00Z'}, 'test', '', false from generate_series(1, ${COUNT}::integer) n`);
  // Together with the rows that creating the site made, as many as in the other tables.
  await service.database.owner.query(sql`
    insert into api_token (site_id, token_hash, token_prefix, label, scopes, rate_limit_per_min, created_utc, expires_utc)
    select ${id}, sha256(n::text::bytea), 'sck_123456', 'Token ' || n, '{read}', 60, t.created_utc, t.expires_utc
    from generate_series(2, ${COUNT}::integer) n cross join api_token t where t.id = ${own.tokenId}`);
  await service.database.owner.query(sql`
    insert into audit_log (site_id, id, at_utc, actor_kind, action, object_type, object_id, outcome)
    select ${id}, 10000 + n, ${'2026-01-01T00:00:00Z'}, 'system', 'a.b', 'thing', n::text, 'ok'
    from generate_series(1, ${COUNT}::integer) n`);
  await service.database.owner.query(sql`
    insert into ai_cap_change (site_id, id, actor, cap, to_value, created_utc)
    select ${id}, n, 'test', 'budget', n::text, ${'2026-01-01T00:00:00Z'} from generate_series(1, ${COUNT}::integer) n`);
  await service.database.owner.query(sql`
    insert into chart_note (site_id, id, chart, date, text, author, created_utc)
    select ${id}, n, 'csat', '2026-01-01', 'Note', 'test', ${'2026-01-01T00:00:00Z'} from generate_series(1, ${COUNT}::integer) n`);
  await service.database.owner.query(sql`
    insert into saved_reply (site_id, id, title, body, author, created_utc, updated_utc)
    select ${id}, n, 'Reply', 'Hello', 'test', ${'2026-01-01T00:00:00Z'}, ${'2026-01-01T00:00:00Z'} from generate_series(1, ${COUNT}::integer) n`);
  await insertConversations(service.database.owner, id, COUNT);
  await recountAll(service.database.owner);
  await service.database.owner.takeIds(id, 1_000);
  return () => service.close();
});

/**
 * Lists that their own tests cover: they have no id or no total, depend on other rows, or are not stored as rows of one
 * table.
 */
const PAGED_ELSEWHERE = new Set([
  'listTicketsUncounted',
  'listCustomerDuplicates',
  'getTranscript',
  'listTicketComments',
  'listAiUsage',
  'listAiCalls',
  'listAiPrices',
  'listAiAlerts',
  'listBindRows',
  'listInsights',
  'listHandoffDays',
  'listHealthHistory',
  'listCsatAnswers',
]);

test('the page size of every list is tested here', () => {
  const lists = Object.values<Operation>(OPERATIONS).filter(
    (row) => 'limit' in row.query.shape && 'skip' in row.query.shape && !PAGED_ELSEWHERE.has(row.name),
  );
  expect(lists.map((row) => row.name).toSorted()).toEqual(PAGES.map(({ row }) => row.name).toSorted());
});

describe.each(PAGES)('$row.resource', ({ row, limit, max, among = '', isOldestFirst = false }) => {
  const list = async (query: string) => {
    const both = [among, query].filter((part) => part !== '').join('&');
    const answer = await service.call('GET', row.resource, { token: own.token, query: both });
    return { answer, reply: row.shape === 'envelope' ? answer.json?.data : answer.json };
  };

  test(`API-${row.resource}-GET has ${limit} items by default and ${max} at most`, async () => {
    for (const [query, length] of [
      ['', limit],
      [`limit=${limit}`, limit],
      [`limit=${max}`, max],
      ['limit=1', 1],
      ['limit=', limit],
    ] as const) {
      const { answer, reply } = await list(query);
      expectSuccess(answer);
      expect(reply.items).toHaveLength(length);
      expect(reply.total_count).toBe(COUNT);
    }
    for (const query of [
      `limit=${max + 1}`,
      'limit=0',
      'limit=-1',
      'limit=1e2',
      'limit=0x10',
      'limit=%201',
      'limit=1.0',
      'limit=all',
    ]) {
      const { answer } = await list(query);
      expectError(answer, 'bad_field');
      expect(answer.json.error.message).toBe(`limit must be an integer from 1 to ${max}`);
    }
  });

  test(`API-${row.resource}-GET skips nothing by default and returns the count past the end`, async () => {
    const all = (await list(`limit=${max}`)).reply.items;
    expect((await list(`limit=${max}&skip=0`)).reply.items).toEqual(all);
    expect((await list('limit=2&skip=3')).reply.items).toEqual(all.slice(3, 5));
    for (const skip of [COUNT + 10, '9007199254740991']) {
      const { items, total_count } = (await list(`skip=${skip}`)).reply;
      expect({ items, total_count }).toEqual({ items: [], total_count: COUNT });
    }
    for (const skip of ['-1', 'x', '9007199254740992', '1.5'])
      expectError((await list(`skip=${skip}`)).answer, 'bad_field');
  });

  test(`API-${row.resource}-GET has a stable order, by id for equal rows, without gaps between pages`, async () => {
    const ids: number[] = [];
    for (let skip = 0; skip < COUNT; skip += 29) {
      for (const item of (await list(`limit=29&skip=${skip}`)).reply.items)
        ids.push(Number(/\d+$/.exec(String(item.id ?? item.session_id))?.[0]));
    }
    expect(new Set(ids).size).toBe(COUNT);
    expect(ids).toEqual(ids.toSorted((one, other) => (isOldestFirst ? one - other : other - one)));
  });

  if (row.csv !== null) {
    test(`API-${row.resource}-GET is JSON by default and CSV when asked for, with the same page`, async () => {
      const json = await list('format=json&limit=3&skip=1');
      expect((await list('limit=3&skip=1')).answer.text).toBe(json.answer.text);
      const { answer } = await list('format=csv&limit=3&skip=1');
      expectSuccess(answer);
      expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
      expect(answer.headers['content-disposition']).toBe(`attachment; filename="${row.csv?.file}-2026-11-20.csv"`);
      const lines = answer.text.split('\r\n');
      expect(lines[0]).toBe(row.csv?.columns.join(','));
      expect(lines.slice(1, -1).map((line) => line.split(',')[0])).toEqual(
        json.reply.items.map((item: { id: unknown }) => String(item.id)),
      );
      expect((await list('format=csv')).answer.text.split('\r\n')).toHaveLength(limit + 2);
      expect((await list('format=csv&all=1')).answer.text.split('\r\n')).toHaveLength(COUNT + 2);
      expectError((await list('format=xml')).answer, 'bad_field');
    });
  }
});

test('API-customer_identities-GET is ordered by tickets by default', async () => {
  const list = async (query: string) =>
    (await service.call('GET', listCustomerIdentities.resource, { token: own.token, query })).json;
  const byDefault = await list('limit=5');
  expect(byDefault).toEqual(await list('limit=5&order_by=tickets'));
  expect(byDefault.items.map((item: { ticket_count: number }) => item.ticket_count)).toEqual([203, 202, 201, 200, 199]);
  const bad = await service.call('GET', 'customer_identities', { token: own.token, query: 'order_by=id' });
  expectError(bad, 'bad_field');
});

test('API-tickets-POST accepts a subject of 300 characters of any byte length', async () => {
  const send = (subject: string) => service.call('POST', 'tickets', { token: own.token, body: { subject } });
  for (const character of ['x', 'é', '🚲']) {
    const answer = await send(character.repeat(300));
    expectSuccess(answer);
    expect(answer.json.data.subject).toBe(character.repeat(300));
    expectError(await send(character.repeat(301)), 'bad_field');
  }
});

test('API-tickets-POST has the documented defaults', async () => {
  const { json } = await service.call('POST', 'tickets', { token: own.token, body: { subject: 'Plain' } });
  expect(json.data).toMatchObject({
    status: 'open',
    priority: 'normal',
    channel: 'web',
    tags: null,
    first_response_utc: null,
  });
});
